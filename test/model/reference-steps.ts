// What `step`, `stepUntil` and `sequence` must do to a reference run, and reply.

import type { Choice, JsonValue, Stop } from "@tickbridge/bridge";
import { type ReferenceRun, TickThrew } from "./reference-run.js";

interface Answer {
  readonly action: string;
  readonly index?: number;
}

interface Going {
  readonly seq: number;
  readonly stopOn: readonly string[];
  readonly onChoice: { readonly [kind: string]: Answer };
  /** Offsets from the start at which the state is to be shown. */
  readonly isDue: (offset: number) => boolean;
  /** Aborted before its first tick. */
  readonly aborted?: boolean;
}

interface Entry {
  readonly ticks: number;
  /** Missing: what is in force stays so. */
  readonly input?: JsonValue;
}

interface Went {
  readonly outcome: "ok" | "ABORTED" | "GAME_THREW";
  readonly body: { readonly [field: string]: unknown };
}

/** What `step`, `stepUntil` or `sequence` was given. `aborted`: an abort was given in the same breath. */
export function readStep(
  cmd: string,
  args: readonly JsonValue[],
  seq: number,
  aborted: boolean,
): { readonly entries: readonly Entry[]; readonly going: Going } {
  const [first, second] = args;
  const options = ((cmd === "sequence" ? second : cmd === "stepUntil" ? first : undefined) ?? {}) as {
    maxTicks?: number;
    stopOn?: string[];
    onChoice?: Going["onChoice"];
    observeEvery?: number;
    observeAt?: number[];
  };
  const { stopOn = [], onChoice = {}, observeEvery, observeAt = [] } = options;
  const isDue = (offset: number) =>
    observeAt.includes(offset) || (observeEvery !== undefined && offset > 0 && offset % observeEvery === 0);
  const entries = cmd === "sequence" ? first : [{ ticks: cmd === "step" ? first : options.maxTicks }];
  return { entries: entries as unknown as Entry[], going: { seq, stopOn, onChoice, isDue, aborted } };
}

/** `show` gives the snapshot of the moment. */
export async function go(
  run: ReferenceRun,
  going: Going,
  entries: readonly Entry[],
  show: () => unknown,
): Promise<Went> {
  const from = run.tick;
  const requested = entries.reduce((sum, { ticks }) => sum + ticks, 0);
  const isSequence = entries.some(({ input }) => input !== undefined);
  const watch = new Conditions(run, going.stopOn);
  const observations: { tick: number; state: unknown }[] = [];
  const resolved: unknown[] = [];
  let unresolved = false;
  const observe = () => {
    const offset = run.tick - from;
    if (going.isDue(offset)) observations.push({ tick: offset, state: show() });
  };
  const answerChoices = () => {
    for (let open = run.choice; open !== undefined; open = run.choice) {
      const answer = going.onChoice[open.kind];
      if (answer === undefined) return open;
      unresolved = !answerOne(run, open, answer);
      if (unresolved) return open;
      resolved.push({ tick: run.tick, kind: open.kind, id: open.id, ...answer });
    }
    return undefined;
  };

  observe();
  let entry = 0;
  let ends = entries[0]?.ticks ?? 0;
  let stopped: { stopped: string; condition?: string } | undefined;
  let outcome: Went["outcome"] = "ok";
  const atStart = answerChoices();
  if (atStart !== undefined) stopped = { stopped: atStart.kind };
  try {
    for (const [place, { ticks, input }] of entries.entries()) {
      if (stopped !== undefined) break;
      if (place > 0) ends += ticks;
      entry = place;
      if (input !== undefined) run.giveInput({ seq: going.seq, input, ticks });
      while (run.tick - from < ends && stopped === undefined) {
        if (going.aborted === true) {
          outcome = "ABORTED";
          break;
        }
        await run.runTick();
        stopped = reasonAfterTick(run, watch, answerChoices);
        observe();
      }
      if (outcome !== "ok") break;
    }
  } catch (thrown) {
    if (!(thrown instanceof TickThrew)) throw thrown;
    outcome = "GAME_THREW";
  }
  const stepped = run.tick - from;
  if (isSequence) run.endHold();
  const progress = {
    requested,
    stepped,
    ...(isSequence ? { entry, ticksLeft: ends - stepped } : {}),
    ...(observations.length > 0 ? { observations } : {}),
    ...(resolved.length > 0 ? { resolved } : {}),
    ...(unresolved ? { unresolved } : {}),
  };
  if (outcome === "GAME_THREW") return { outcome, body: { ...progress, restored: true } };
  if (outcome === "ABORTED") return { outcome, body: progress };
  const choice = run.choice;
  return {
    outcome,
    body: {
      ...progress,
      ...(stopped ?? { stopped: "maxTicks" }),
      ...(watch.alreadyTrue.length > 0 ? { alreadyTrue: watch.alreadyTrue } : {}),
      ...(choice === undefined ? {} : { choice }),
    },
  };
}

/** gameover, then the choice, then the game's order. */
function reasonAfterTick(
  run: ReferenceRun,
  watch: Conditions,
  answerChoices: () => Choice | undefined,
): { stopped: string; condition?: string } | undefined {
  const condition = watch.look();
  if (run.isOver) return { stopped: "gameover" };
  const left = answerChoices();
  if (left !== undefined) return { stopped: left.kind };
  if (run.isOver) return { stopped: "gameover" };
  return condition;
}

/** False when the answer has no effect. */
function answerOne(run: ReferenceRun, open: Choice, { action, index }: Answer): boolean {
  if (!open.actions.includes(action)) return false;
  if (index !== undefined && index >= open.options.length) return false;
  return run.resolve(action, index) === undefined;
}

/** Conditions of `stopOn`: each stops on becoming true. */
class Conditions {
  readonly alreadyTrue: readonly string[];
  readonly #conditions: { words: string; stop: Stop; argument: number; held: boolean }[] = [];

  constructor({ game }: ReferenceRun, stopOn: readonly string[]) {
    const stops = game.stops ?? [];
    // In the game's order, and in the agent's where one is named twice.
    for (const stop of stops) {
      for (const words of stopOn) {
        const [name, argument = "0"] = words.split(":");
        if (name !== stop.name) continue;
        const held = stop.event !== true && stop.holds(Number(argument));
        this.#conditions.push({ words, stop, argument: Number(argument), held });
      }
    }
    this.alreadyTrue = this.#conditions.filter(({ held }) => held).map(({ words }) => words);
  }

  look(): { stopped: string; condition: string } | undefined {
    let first: { stopped: string; condition: string } | undefined;
    for (const condition of this.#conditions) {
      const holds = condition.stop.holds(condition.argument);
      const becomesTrue = holds && !condition.held;
      condition.held = holds && condition.stop.event !== true;
      if (becomesTrue) first ??= { stopped: condition.stop.name, condition: condition.words };
    }
    return first;
  }
}
