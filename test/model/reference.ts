// What a session must reply to each command, and what it must look like afterwards, by a plain reading of the rules.
// It shares no code with the session.

import type { JsonValue } from "@tickbridge/bridge";
import type { ErrorCode, Receipt } from "@tickbridge/bridge/protocol";
import type { Replay } from "@tickbridge/replay";
import { type AnyGame, isIdenticalByHand, openChoice } from "./by-hand.js";
import type { GivenCommand } from "./real.js";
import { fork } from "./reference-fork.js";
import { playChoices, playOn, runOf } from "./reference-replays.js";
import { ReferenceRun, TickThrew } from "./reference-run.js";
import { go, readStep } from "./reference-steps.js";

type Fields = { readonly [field: string]: unknown };
/** A reply without the words of its error. */
export type Expected = Fields & { readonly ok: boolean };
type Args = readonly JsonValue[];

/** A refusal that changes nothing. */
class Refused {
  readonly code: ErrorCode;
  readonly fields: Fields;
  constructor(code: ErrorCode, fields: Fields = {}) {
    this.code = code;
    this.fields = fields;
  }
}

/** Arguments that are wrong whatever the moment. */
export type WrongArgs = "by the manifest" | "by the game";

export class Reference {
  readonly #makeGame: () => AnyGame;
  /** Stands for the game before its first run. */
  readonly #menu: AnyGame;
  readonly #hardware: { readonly input: JsonValue };
  run: ReferenceRun | undefined;
  agentHolds = false;
  pinnedSeed: number | null = null;
  /** A page keeps a pin over a reload. */
  isInPage = false;
  maxEntities = 15;
  watching: { readonly seq: number; readonly replay: Replay; readonly identical: boolean } | undefined;
  /** Replays that commands may take: given ones, then those exported on the way. */
  readonly library: Replay[];
  #receipts: Receipt[] = [];
  /** The command at hand is aborted before its first tick. */
  #aborting = false;

  constructor(makeGame: () => AnyGame, hardware: { readonly input: JsonValue }, library: readonly Replay[]) {
    this.#makeGame = makeGame;
    this.#menu = makeGame();
    this.#hardware = hardware;
    this.library = [...library];
  }

  get game(): AnyGame {
    return this.run?.game ?? this.#menu;
  }

  get choice() {
    return this.run === undefined ? undefined : openChoice(this.game);
  }

  get pauseOwners(): readonly string[] {
    const { choice } = this;
    const kinds = choice === undefined || this.run?.isOver === true ? [] : [choice.kind];
    return [...(this.agentHolds ? ["agent"] : []), ...kinds, ...(this.game.pauses?.() ?? [])];
  }

  /** The frame that stands around every snapshot, and the game's own part. */
  get state(): Fields {
    const { run, choice, game } = this;
    const own = game.snapshot({ maxEntities: this.maxEntities, since: 0 });
    const runStates = { menu: "Menu", loading: "Loading", over: "Over", running: "InRun" } as const;
    const isPaused = game.phase() === "running" && (choice !== undefined || (game.pauses?.() ?? []).length > 0);
    return {
      ...own,
      runState: isPaused ? "Paused" : runStates[game.phase()],
      pauseOwners: this.pauseOwners,
      ...(run === undefined ? {} : { tick: run.tick, seed: run.seed }),
      ...(choice === undefined ? {} : { choice, choicesQueued: game.choices?.queued?.() ?? 0 }),
    };
  }

  /** Whether a tick of wall time may run between two commands. */
  get runsInRealTime(): boolean {
    if (this.run === undefined || this.agentHolds) return false;
    return this.watching !== undefined || (!this.run.isOver && this.choice === undefined);
  }

  /** Another session that stands where this one does. */
  async branch(run: ReferenceRun): Promise<Reference> {
    const branch = new Reference(this.#makeGame, this.#hardware, []);
    branch.run = await run.copy();
    branch.agentHolds = this.agentHolds;
    branch.maxEntities = this.maxEntities;
    return branch;
  }

  freshGame(): AnyGame {
    return this.#makeGame();
  }

  /** As `reply`, for a long command that was aborted before it began. */
  async replyAborted(cmd: string, args: Args, seq: number): Promise<Expected> {
    this.#aborting = true;
    const reply = await this.reply(cmd, args, seq, undefined);
    this.#aborting = false;
    return reply;
  }

  /** Carries out a command and gives its reply. `drawnSeed`: what a run without a pin got. */
  async reply(cmd: string, args: Args | WrongArgs, seq: number, drawnSeed: unknown): Promise<Expected> {
    let body: Fields;
    try {
      if (args === "by the manifest") throw new Refused("BAD_ARGS");
      const whileWatching = [...reads, "pause", "resume", "abort"].includes(cmd);
      if (this.watching !== undefined && !whileWatching) throw new Refused("REPLAY_PLAYING");
      if (args === "by the game") {
        if (cmd !== "startRun") this.#requireRun();
        throw new Refused("BAD_ARGS");
      }
      body = { ok: true, ...(await this.#carryOut(cmd, args, seq, drawnSeed)) };
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      body = { ok: false, error: { code: thrown.code }, ...thrown.fields };
    }
    const receipts = this.takeReceipts();
    const head = { cmd, seq, tick: this.run?.tick ?? 0 };
    return { ...head, ...body, ...(receipts.length > 0 ? { receipts } : {}) } as unknown as Expected;
  }

  takeReceipts(): readonly Receipt[] {
    return [...this.#receipts.splice(0), ...(this.run?.receipts.splice(0) ?? [])];
  }

  /** A tick of wall time. */
  async realTimeTick(): Promise<void> {
    const { run, watching } = this;
    if (run === undefined) throw new Error("no run");
    if (watching !== undefined) return this.#watchOn(run, watching);
    try {
      await run.runTick(this.#hardware.input);
    } catch (thrown) {
      if (!(thrown instanceof TickThrew)) throw thrown;
      this.agentHolds = true;
    }
  }

  async #watchOn(run: ReferenceRun, { replay, identical }: NonNullable<Reference["watching"]>): Promise<void> {
    if (run.tick < replay.ticks) {
      await playOn(run, replay);
      if (run.tick < replay.ticks) return;
    }
    playChoices(run, replay);
    if (identical) run.fault = replay.fault;
    this.watching = undefined;
    this.agentHolds = true;
  }

  async #carryOut(cmd: string, args: Args, seq: number, drawnSeed: unknown): Promise<Fields> {
    switch (cmd) {
      case "startRun":
        return this.#startRun(args[0] ?? {}, drawnSeed);
      case "loadReplay":
        return this.#loadReplay(args, seq);
      case "abort":
        return this.#abort();
      case "fork":
        return fork(this, this.#requireRun(), args[0] as unknown as GivenCommand[][], seq);
      default:
        return this.#inRun(cmd, args, seq);
    }
  }

  async #startRun(options: JsonValue, drawnSeed: unknown): Promise<Fields> {
    const seed = this.pinnedSeed ?? (drawnSeed as number);
    this.#replaceRun(await ReferenceRun.start(this.#makeGame, seed, options));
    return { seed, seedSource: this.pinnedSeed === null ? "drawn" : "pinned", options };
  }

  #replaceRun(run: ReferenceRun): void {
    this.run?.dropWaiting();
    this.#receipts.push(...(this.run?.receipts ?? []));
    this.run = run;
    this.agentHolds = true;
  }

  #abort(): Fields {
    if (this.watching === undefined) throw new Refused("NO_EFFECT");
    const { seq } = this.watching;
    this.watching = undefined;
    this.agentHolds = true;
    return { aborted: seq };
  }

  #requireRun(mayBeOver = false): ReferenceRun {
    if (this.run === undefined) throw new Refused("NO_RUN");
    if (this.run.isOver && !mayBeOver) throw new Refused("RUN_OVER");
    return this.run;
  }

  async #inRun(cmd: string, args: Args, seq: number): Promise<Fields> {
    const read = this.#read(cmd, args);
    if (read !== undefined) return read;
    const [first, second] = args;
    switch (cmd) {
      case "pinSeed":
        this.pinnedSeed = first as number | null;
        return { pinnedSeed: first, persisted: this.isInPage };
      case "pause":
      case "resume":
        this.agentHolds = cmd === "pause";
        return { pauseOwners: this.pauseOwners };
      case "input":
        return this.#input(first as JsonValue, (second ?? {}) as { ticks?: number }, seq);
      case "cheat": {
        const run = this.#requireRun();
        run.waitingCheats.push({ seq, name: first as string, args: (second ?? {}) as JsonValue });
        return { scheduled: { tick: run.tick + 1 } };
      }
      case "choose": {
        const { action, index, id } = first as { action: string; index?: number; id?: string | number };
        return this.#choose(action, index, id);
      }
      case "levelUp":
        return this.#choose(first as string, second as number | undefined, undefined);
      case "step":
      case "stepUntil":
      case "sequence":
        return this.#step(cmd, args, seq);
      default:
        return this.#travel(cmd, args);
    }
  }

  #read(cmd: string, args: Args): Fields | undefined {
    const { game } = this;
    switch (cmd) {
      case "describe":
        return { describe: true };
      case "dump":
        return { state: this.#look((args[0] as { maxEntities?: number } | undefined)?.maxEntities) };
      case "setMaxEntities":
        this.maxEntities = args[0] as number;
        return { maxEntities: this.maxEntities };
      case "evaluate":
        if (this.run === undefined) return this.#evaluateInMenu();
        return { evaluation: game.evaluate?.() };
      case "actions":
        if (game.availableActions === undefined) throw new Refused("NOT_SUPPORTED");
        return { actions: game.availableActions() };
      case "audit":
      case "vfxAudit": {
        if (game.audits === undefined) throw new Refused(cmd === "audit" ? "BAD_ARGS" : "NOT_SUPPORTED");
        const name = cmd === "audit" ? (args[0] as string) : "vfx";
        return { audit: name, report: game.audits[name]?.() };
      }
      case "hash": {
        const run = this.#requireRun(true);
        return { hash: run.hash, choices: run.choicesHere, evidence: run.replay().evidence };
      }
      case "exportReplay":
        return { replay: this.#requireRun(true).replay() };
      default:
        return undefined;
    }
  }

  #look(maxEntities = this.maxEntities): Fields {
    const own = this.maxEntities;
    this.maxEntities = maxEntities;
    const { state } = this;
    this.maxEntities = own;
    return state;
  }

  #evaluateInMenu(): Fields {
    try {
      return { evaluation: this.game.evaluate?.() };
    } catch {
      throw new Refused("GAME_THREW");
    }
  }

  #input(input: JsonValue, { ticks }: { ticks?: number }, seq: number): Fields {
    const run = this.#requireRun();
    if (input === null) {
      if (ticks !== undefined) throw new Refused("BAD_ARGS");
      run.giveInput({ seq, input, ticks: 0 });
      return { released: true };
    }
    if (ticks === 0) throw new Refused("NO_EFFECT");
    run.giveInput({ seq, input, ticks: ticks ?? Number.POSITIVE_INFINITY });
    return { scheduled: { tick: run.tick + 1, input, ...(ticks === undefined ? {} : { ticks }) } };
  }

  #choose(action: string, index: number | undefined, id: string | number | undefined): Fields {
    const run = this.#requireRun();
    const open = run.choice;
    if (open === undefined) throw new Refused("NO_CHOICE");
    if (id !== undefined && id !== open.id) throw new Refused("STALE_CHOICE", { choice: open });
    const known = this.game.choices?.actions ?? {};
    if (!Object.hasOwn(known, action)) throw new Refused("BAD_ARGS");
    if (!open.actions.includes(action)) throw new Refused("NO_EFFECT", { choice: open });
    const takesIndex = known[action]?.index === true;
    if (takesIndex !== (index !== undefined)) throw new Refused("BAD_ARGS");
    if (index !== undefined && index >= open.options.length) throw new Refused("BAD_ARGS");
    if (run.resolve(action, index) !== undefined) throw new Refused("NO_EFFECT", { choice: open });
    return { action, ...(index === undefined ? {} : { index }), ...this.#openChoice() };
  }

  #openChoice(): Fields {
    const { choice } = this;
    return choice === undefined ? {} : { choice };
  }

  async #step(cmd: string, args: Args, seq: number): Promise<Fields> {
    const run = this.#requireRun();
    const { entries, going } = readStep(cmd, args, seq, this.#aborting);
    const open = run.choice;
    if (open !== undefined && going.onChoice[open.kind] === undefined) {
      throw new Refused("CHOICE_PENDING", { choice: open });
    }
    this.agentHolds = true;
    const { outcome, body } = await go(run, going, entries, () => this.state);
    if (outcome !== "ok") throw new Refused(outcome, body);
    return body;
  }

  async #travel(cmd: string, args: Args): Promise<Fields> {
    const run = this.#requireRun(true);
    const from = run.tick;
    const [first] = args;
    if (cmd === "save") {
      run.labels.set(first as string, run.branch());
      return { label: first, choices: run.choicesHere };
    }
    if (cmd === "restore") {
      const branch = run.labels.get(first as string);
      if (branch === undefined) throw new Refused("BAD_ARGS");
      run.dropWaiting();
      await run.goTo(branch);
      this.agentHolds = true;
      return { label: first, from, ...this.#openChoice() };
    }
    const k = first as number;
    if (k > from) throw new Refused("BAD_ARGS");
    if (cmd === "selfCheck") {
      if (k === 0) throw new Refused("BAD_ARGS");
      const { evidence } = run.replay();
      return { verdict: "identical", evidence, ticks: k, hashesCompared: k + 2, restored: true };
    }
    if (cmd !== "rewind") throw new Error(`no command ${cmd}`);
    if (k === 0 && run.choicesHere === 0) throw new Refused("NO_EFFECT");
    const before = run.choices.length;
    run.dropWaiting();
    await run.goTo(run.branchAt(from - k));
    this.agentHolds = true;
    return { from, choicesUndone: before - run.choices.length, ...this.#openChoice() };
  }

  async #loadReplay([given, options]: Args, seq: number): Promise<Fields> {
    const replay = given as unknown as Replay;
    const { mode = "verify", tick } = (options ?? {}) as { mode?: string; tick?: number };
    if ((tick === undefined) === (mode === "seek")) throw new Refused("BAD_ARGS");
    const identical = await isIdenticalByHand(this.#makeGame(), replay);
    if (mode === "watch") {
      this.#replaceRun(await ReferenceRun.start(this.#makeGame, replay.seed, replay.options));
      this.watching = { seq, replay, identical };
      this.agentHolds = false;
      return { watching: true, ticks: replay.ticks };
    }
    if (tick !== undefined) {
      if (tick > replay.ticks) throw new Refused("BAD_ARGS");
      this.#replaceRun(await runOf(this.#makeGame, replay, tick));
      return { sought: true, ticks: replay.ticks, ...this.#openChoice() };
    }
    const restored = this.run !== undefined;
    if (!restored) {
      const run = await runOf(this.#makeGame, replay);
      if (identical) run.fault = replay.fault;
      this.#replaceRun(run);
    }
    const { ticks, evidence, cheated } = replay;
    if (!identical) return { verdict: "diverged", evidence, cheated, restored };
    return {
      verdict: "identical",
      evidence,
      ticks,
      hashesCompared: replay.hashes.values.length + 1,
      cheated,
      restored,
    };
  }
}

const reads = ["describe", "dump", "setMaxEntities", "actions", "evaluate", "audit", "vfxAudit", "hash"];
