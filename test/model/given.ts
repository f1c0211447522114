// The commands of a sequence as data that is filled in when its turn comes (the id of the choice that is open then, a part
// of the ticks that have run), given to the model and to the real thing, and what both say compared.

import { isDeepStrictEqual } from "node:util";
import type { Choice, JsonValue } from "@tickbridge/bridge";
import type { Receipt, Reply, Snapshot } from "@tickbridge/bridge/protocol";
import { parseReplay, type Replay } from "@tickbridge/replay";
import type fc from "fast-check";
import { hashByHand, playByHand } from "./by-hand.js";
import type { GivenCommand, Real } from "./real.js";
import { NodeReal } from "./real.js";
import type { Reference, WrongArgs } from "./reference.js";
import type { Hardware } from "./subjects.js";

/** A command before its turn. */
export type Plan =
  | { readonly kind: "give"; readonly cmd: string; readonly args: readonly JsonValue[] }
  | { readonly kind: "wrong"; readonly cmd: string; readonly args: readonly JsonValue[]; readonly by: WrongArgs }
  | {
      readonly kind: "choose";
      readonly answer: { readonly action: string; readonly index?: number };
      readonly id: "open" | "stale" | "none";
    }
  /** An answer that fits what is open; a short step where nothing is. */
  | { readonly kind: "answer"; readonly pick: number }
  /** To a boundary at a part of the run's ticks, in percent; over 100 is too far. */
  | { readonly kind: "back"; readonly cmd: "rewind" | "selfCheck"; readonly percent: number }
  | {
      readonly kind: "load";
      readonly which: number;
      readonly mode: "verify" | "watch" | "seek";
      readonly percent: number;
      readonly spoilt: boolean;
    }
  /** Another session takes over from the journal, as after a reload. */
  | { readonly kind: "recover" }
  | { readonly kind: "aborted"; readonly cmd: string; readonly args: readonly JsonValue[] }
  | { readonly kind: "real time"; readonly ticks: number; readonly hardware: JsonValue };

export interface Compared {
  readonly real: Real;
  readonly hardware: Hardware;
  /** Whether all of the game's own part of a snapshot can be told from its state. */
  readonly comparesSnapshots: boolean;
}

const timeTravel = ["rewind", "restore", "selfCheck", "fork"];

/** One command of a sequence. */
export class Given implements fc.AsyncCommand<Reference, Compared> {
  readonly plan: Plan;

  constructor(plan: Plan) {
    // As plain objects, which fast-check's records are not.
    this.plan = JSON.parse(JSON.stringify(plan)) as Plan;
  }

  check(): boolean {
    return true;
  }

  toString(): string {
    return JSON.stringify(this.plan);
  }

  async run(model: Reference, compared: Compared): Promise<void> {
    const { plan } = this;
    if (plan.kind === "real time") await runInRealTime(model, compared, plan);
    else if (plan.kind === "recover") await recover(model, compared);
    else if (plan.kind === "aborted") await giveAborted(model, compared, plan);
    else await giveOne(model, compared, filledIn(plan, model), plan.kind === "wrong" ? plan.by : undefined);
    await compareAfter(model, compared, isTimeTravel(plan));
  }
}

function isTimeTravel(plan: Plan): boolean {
  return plan.kind === "load" || plan.kind === "recover" || ("cmd" in plan && timeTravel.includes(plan.cmd));
}

function fittingAnswer(open: Choice | undefined, pick: number): GivenCommand {
  if (open === undefined) return { cmd: "step", args: [pick % 4] };
  const action = open.actions[pick % open.actions.length] as string;
  // In both games it is the actions that name an option which take its index.
  const takesIndex = action === "Pick" || action === "Banish";
  return { cmd: "levelUp", args: takesIndex ? [action, pick % open.options.length] : [action] };
}

/** The command as it is given now. */
function filledIn(plan: Plan, model: Reference): GivenCommand {
  switch (plan.kind) {
    case "choose": {
      const open = model.choice?.id ?? 1;
      const id = plan.id === "none" ? {} : { id: plan.id === "open" ? open : Number(open) + 1000 };
      return { cmd: "choose", args: [{ ...plan.answer, ...id }] };
    }
    case "answer":
      return fittingAnswer(model.choice, plan.pick);
    case "back": {
      const ticks = model.run?.tick ?? 0;
      const k = plan.percent > 100 ? ticks + 1 : Math.round((ticks * plan.percent) / 100);
      return { cmd: plan.cmd, args: [k] };
    }
    case "load": {
      const { mode } = plan;
      const picked = model.library[plan.which % model.library.length] as Replay;
      const replay = plan.spoilt ? { ...picked, final: "0123456789abcdef" } : picked;
      const tick = Math.round((replay.ticks * plan.percent) / 100);
      return { cmd: "loadReplay", args: [replay as unknown as JsonValue, mode === "seek" ? { mode, tick } : { mode }] };
    }
    case "real time":
    case "recover":
      throw new Error(`${plan.kind} is not a command that is filled in`);
    default:
      return plan;
  }
}

async function giveOne(
  model: Reference,
  { real, comparesSnapshots }: Compared,
  given: GivenCommand,
  wrong: WrongArgs | undefined,
) {
  const { replies, state } = await real.give([given]);
  const [actual] = replies as [Reply];
  const expected = await model.reply(given.cmd, wrong ?? given.args, actual.seq, (actual as { seed?: unknown }).seed);
  // Where there is no run either, no rule says which of the two is told.
  const mayBeArgs = wrong === "by the game" && ["NO_RUN", "RUN_OVER"].includes(codeOf(expected) ?? "");
  const either = mayBeArgs && codeOf(actual) === "BAD_ARGS" ? { ...expected, error: { code: "BAD_ARGS" } } : expected;
  expectEqual(given, either, actual, comparesSnapshots);
  compareState(model, state, comparesSnapshots);
  if (given.cmd === "exportReplay" && actual.ok) model.library.push(parseReplay(actual.replay));
}

function codeOf(reply: object): string | undefined {
  return (reply as { readonly error?: { readonly code: string } }).error?.code;
}

/** A long command and an abort in the same breath: it stops before its first tick, and replies first. */
async function giveAborted(model: Reference, { real, comparesSnapshots }: Compared, { cmd, args }: GivenCommand) {
  const given = { cmd, args };
  const { replies } = await real.give([given, { cmd: "abort", args: [] }]);
  const [actual, abort] = replies as [Reply, Reply];
  const expected = await model.replyAborted(cmd, args, actual.seq);
  expectEqual(given, expected, actual, comparesSnapshots);
  const { watching } = model;
  const expectedAbort = await model.reply("abort", [], abort.seq, undefined);
  const isAborted = codeOf(expected) === "ABORTED";
  const { error: _error, ...head } = expectedAbort;
  const outcome = watching === undefined && isAborted ? { ...head, ok: true, aborted: actual.seq } : expectedAbort;
  expectEqual({ cmd: "abort", args: [] }, outcome, abort, comparesSnapshots);
}

/** What waits goes on waiting, and labels stay; receipts that nobody was told are lost with the session before. */
async function recover(model: Reference, { real }: Compared): Promise<void> {
  if (!(real instanceof NodeReal)) throw new Error("in a page the journal has tests of its own");
  const { run } = model;
  if (run === undefined || model.watching !== undefined) return;
  const reply = await real.recover();
  model.takeReceipts();
  model.agentHolds = true;
  const choice = model.choice === undefined ? {} : { choice: model.choice };
  const recovered = { seed: run.seed, ticks: run.tick };
  const expected = { ok: true, cmd: "recover", seq: 1, tick: run.tick, recovered, source: "given", ...choice };
  expectSame("the reply to recover", expected, JSON.parse(JSON.stringify(reply)));
}

async function runInRealTime(model: Reference, { real, hardware }: Compared, plan: Plan & { kind: "real time" }) {
  if (!(real instanceof NodeReal)) throw new Error("only a session in this process lets a test run its real time");
  hardware.input = plan.hardware;
  for (let tick = 0; tick < plan.ticks && model.runsInRealTime; tick++) {
    if (!real.session.runsInRealTime) throw new Error("real time stands still");
    real.session.realTimeTick();
    await model.realTimeTick();
    // The way back from a throw is among what it waits for.
    const { receipts = [] } = await real.session.wait();
    expectSame("the receipts of real time", withoutReasons(model.takeReceipts()), withoutReasons(receipts));
  }
  if (real.session.runsInRealTime !== model.runsInRealTime) throw new Error("real time runs on");
}

/** The state, the streams and the pause, after every command. */
async function compareAfter(
  model: Reference,
  { real, comparesSnapshots }: Compared,
  travelled: boolean,
): Promise<void> {
  const { run } = model;
  if (run === undefined) return;
  const simulated = run.hash;
  expectSame("the hash of the state", simulated, await real.hash());
  if (model.watching !== undefined) return;
  const given = { cmd: "exportReplay", args: [] };
  const { replies } = await real.give([given]);
  const [actual] = replies as [Reply];
  expectEqual(given, await model.reply("exportReplay", [], actual.seq, undefined), actual, comparesSnapshots);
  if (travelled) await simulateAgain(model, parseReplay((actual as { replay?: unknown }).replay));
}

/** Simulates what was exported from boundary 0. */
export async function simulateAgain(model: Reference, replay: Replay): Promise<void> {
  const game = model.freshGame();
  const hashes: string[] = [];
  await playByHand(game, replay, (tick) => {
    if (tick % replay.hashes.every === 0) hashes.push(hashByHand(game));
  });
  expectSame("hashes simulated again", replay.hashes.values, hashes);
  expectSame("the final hash simulated again", replay.final, hashByHand(game));
}

function compareState(model: Reference, actual: Snapshot, comparesSnapshots: boolean): void {
  expectSame("the state", shownState(model.state, comparesSnapshots), shownState(actual, comparesSnapshots));
}

function expectEqual(given: GivenCommand, expected: object, actual: Reply, comparesSnapshots: boolean): void {
  const words = `the reply to ${JSON.stringify(given).slice(0, 400)}`;
  expectSame(words, plain(expected, comparesSnapshots), plain(actual, comparesSnapshots));
}

function expectSame(what: string, expected: unknown, actual: unknown): void {
  if (isDeepStrictEqual(expected, actual)) return;
  throw new Error(`${what} is\n  ${JSON.stringify(actual)}\nand not, as by hand,\n  ${JSON.stringify(expected)}`);
}

const frame = ["runState", "pauseOwners", "tick", "seed", "choice", "choicesQueued"];

/** What can be compared of a snapshot. */
function shownState(state: object, comparesSnapshots: boolean): object {
  const shown: Mutable = {};
  for (const [field, value] of Object.entries(state)) {
    if (comparesSnapshots ? field !== "snap" : frame.includes(field)) shown[field] = value;
  }
  return shown;
}

type Mutable = { [field: string]: unknown };
const keptOfDiverged = ["ok", "cmd", "seq", "tick", "verdict", "evidence", "cheated", "restored", "receipts"];

/** A reply without the words that explain it, and without what no model can know. */
function plain(value: unknown, comparesSnapshots: boolean, key = ""): unknown {
  if (key === "describe" || key === "unresolved") return true;
  if (typeof value !== "object" || value === null) return value;
  if (key === "error") return { code: (value as { code: string }).code };
  if (key === "receipts") return withoutReasons(value as Receipt[]);
  if (key === "state") return shownState(value, comparesSnapshots);
  // It holds nothing but values that can be compared as they are.
  if (key === "replay") return { ...value, format: "", version: 0, math: "" };
  if (Array.isArray(value)) return value.map((item) => plain(item, comparesSnapshots));
  const isDiverged = (value as { verdict?: unknown }).verdict === "diverged";
  const shown: Mutable = {};
  for (const [field, part] of Object.entries(value)) {
    // How far a replay came that diverged is for other tests.
    if (!isDiverged || keptOfDiverged.includes(field)) shown[field] = plain(part, comparesSnapshots, field);
  }
  return shown;
}

function withoutReasons(receipts: readonly Receipt[]): unknown {
  return receipts.map(({ seq, tick, outcome }) => ({ seq, tick, outcome }));
}
