// Compares the state where nothing may change it: when a slice of ticks has ended and before the next begins, and around
// what only reads. What differs is told once, with who is to blame where that can be found out.

import { firstDifference } from "@tickbridge/replay";
import type { DeterminismWarning } from "../protocol.js";
import type { Host } from "./host.js";
import type { RegisteredGame } from "./registered-game.js";
import type { Run } from "./run.js";
import { safeJson } from "./safe-json.js";
import { isSameState } from "./same-state.js";

/** A save that is not the same so long afterwards reads a clock, however coarse. */
const clockMs = 20;
/** So many saves show that this clock stands. */
const savesMax = 500;
/** In the middle of a step one look in so many is looked at. */
const looksPerSample = 16;
/** Values in a warning are cut to so many characters. */
const valueCharsMax = 300;

type Difference = Pick<DeterminismWarning, "path" | "before" | "after">;

export class StateWatch {
  readonly #now: Host["now"];
  readonly #draw: (() => void) | undefined;
  /** What the state must be until the game runs again; undefined when that is not known. */
  #expected: { readonly run: Run; readonly state: unknown } | undefined;
  /** Who has been asked since, and how to ask again. */
  readonly #asked = new Map<string, () => unknown>();
  /** Something read has changed the state before, so that each look is looked at. */
  #isSuspicious = false;
  #isBusy = false;
  /** Runs of a game whose save gives another state each time: nothing can be compared. */
  readonly #blind = new WeakSet<Run>();
  /** Saves have been compared for a while, and were the same. */
  #isSavePure = false;
  /** Looks since the step began. */
  #looks = 0;

  constructor(now: Host["now"], draw: (() => void) | undefined) {
    this.#now = now;
    this.#draw = draw;
  }

  /** Whether it is asking the game itself: that is nobody's business. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** The game's own code is about to change the state. */
  forget(): void {
    this.#expected = undefined;
    this.#asked.clear();
  }

  /** The state of `run` stands still from here on. */
  ends(run: Run): void {
    // A run that was simulated on the way here has left its own expectation behind.
    if (this.#expected?.run === run || this.#blind.has(run) || run.torn || run.faulted !== undefined) return;
    this.#expect(run);
  }

  /** The state of `run` must be what it was at `ends`. */
  begins(run: Run): void {
    this.#looks = 0;
    const expected = this.#expected;
    if (expected === undefined || expected.run !== run || this.#blind.has(run)) return;
    const state = this.#stateOf(run.game);
    if (this.#isSame(expected.state, state)) return;
    const difference = differenceOf(expected.state, state);
    if (this.#blames(run, state, difference)) return;
    const reader = this.#findReader(run.game, state);
    run.log?.add(
      reader === undefined ? changedBetween(run.tick, difference) : readChanged(run.tick, reader, difference),
    );
    this.#expect(run);
  }

  /** Asks something that must not change the state of `run`; what is asked rarely is looked at each time. */
  reading<Answer>(run: Run, reader: string, ask: () => Answer): Answer {
    if (this.#isBusy || this.#blind.has(run)) return ask();
    const expected = this.#expected;
    if (reader === "snapshot" && !this.#isSuspicious) {
      if (expected !== undefined) this.#asked.set(reader, ask);
      if (expected !== undefined || this.#looks++ % looksPerSample > 0) return ask();
    }
    const before = this.#stateOf(run.game);
    try {
      return ask();
    } finally {
      const after = this.#stateOf(run.game);
      if (!this.#isSame(before, after) && !this.#blames(run, after, differenceOf(before, after))) {
        this.#isSuspicious = true;
        run.log?.add(readChanged(run.tick, reader, differenceOf(before, after)));
        // What had changed before this look is still to be told.
        if (expected !== undefined && this.#isSame(expected.state, before)) this.#expected = { run, state: after };
      }
    }
  }

  /** Whether the very save changes, which makes whoever is looked at seem guilty; told once in a run. */
  #blames(run: Run, state: unknown, difference: Difference): boolean {
    if (this.#isSaveSame(run.game, state)) return false;
    this.#blind.add(run);
    this.forget();
    run.log?.add(readChanged(run.tick, run.game.capabilities.save ? "save" : "snapshot", difference));
    return true;
  }

  #isSaveSame(game: RegisteredGame, state: unknown): boolean {
    const startMs = this.#now();
    for (let saves = 1, tookMs = 0; ; saves++) {
      if (!this.#isSame(state, this.#stateOf(game))) return false;
      if (this.#isSavePure || tookMs >= clockMs || (tookMs === 0 && saves >= savesMax)) break;
      // The save behind the last look at the clock counts: a busy machine may stand still between any two lines.
      tookMs = this.#now() - startMs;
    }
    this.#isSavePure = true;
    return true;
  }

  #expect(run: Run): void {
    const state = this.#stateOf(run.game);
    this.#expected = state === undefined ? undefined : { run, state };
    this.#asked.clear();
  }

  /** Asks again whoever has been asked, then who may have been, until the state is no longer `state`. */
  #findReader(game: RegisteredGame, state: unknown): string | undefined {
    const suspects = new Map(this.#asked);
    if (this.#draw !== undefined) suspects.set("render", this.#draw);
    suspects.set("phase", () => game.phase);
    suspects.set("choices.open", () => game.choice);
    suspects.set("choices.queued", () => game.choicesQueued);
    suspects.set("pauses", () => game.pauses);
    for (const [reader, ask] of suspects) {
      this.#quietly(ask);
      if (this.#isSame(state, this.#stateOf(game))) continue;
      this.#isSuspicious = true;
      return reader;
    }
    return undefined;
  }

  /** Undefined where the game cannot give it, which its own commands tell. */
  #stateOf(game: RegisteredGame): unknown {
    return this.#quietly(() => game.evidenceState());
  }

  /** Also where nothing can be said: a state that is missing, or that no hash takes. */
  #isSame(left: unknown, right: unknown): boolean {
    return left === undefined || right === undefined || this.#quietly(() => isSameState(left, right)) !== false;
  }

  #quietly<Answer>(ask: () => Answer): Answer | undefined {
    this.#isBusy = true;
    try {
      return ask();
    } catch {
      return undefined;
    } finally {
      this.#isBusy = false;
    }
  }
}

function changedBetween(tick: number, difference: Difference): DeterminismWarning {
  const what = difference.path === undefined ? "the state" : `${difference.path || "the state"}`;
  const message = `${what} changed after boundary ${tick}, while no tick ran: by a promise, a timer or a listener`;
  return { code: "ASYNC_STATE_CHANGE", tick, message, ...difference };
}

function readChanged(tick: number, reader: string, difference: Difference): DeterminismWarning {
  const what = difference.path === undefined ? "the state" : `${difference.path || "the state"}`;
  const message = `${reader} changed ${what} at boundary ${tick}, though it must only read`;
  return { code: "READ_CHANGED_STATE", tick, message, reader, ...difference };
}

function differenceOf(before: unknown, after: unknown): Difference {
  try {
    const found = firstDifference(before, after);
    return found === undefined ? {} : { path: found.path, before: textOf(found.left), after: textOf(found.right) };
  } catch {
    return {};
  }
}

/** -0, NaN and the infinities stay what they are. */
function textOf(value: unknown): string {
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  const text = value === undefined ? "undefined" : JSON.stringify(safeJson(value).value);
  return text.length > valueCharsMax ? `${text.slice(0, valueCharsMax)}…` : text;
}
