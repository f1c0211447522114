// Hashes the state where nothing may change it: when a slice of ticks has ended and before the next begins, and around
// what only reads. What differs is told once, with who is to blame where that can be found out.

import { firstDifference, type StateHash } from "@tickbridge/replay";
import type { DeterminismWarning } from "../protocol.js";
import type { RegisteredGame } from "./registered-game.js";
import type { Run } from "./run.js";
import { safeJson } from "./safe-json.js";

/** Values in a warning are cut to so many characters. */
const valueCharsMax = 300;

interface Kept {
  readonly hash: StateHash;
  readonly state: unknown;
}
type Difference = Pick<DeterminismWarning, "path" | "before" | "after">;

export class StateWatch {
  readonly #draw: (() => void) | undefined;
  /** What the state must be until the game runs again; undefined when that is not known. */
  #expected: (Kept & { readonly run: Run }) | undefined;
  /** Who has been asked since, and how to ask again. */
  readonly #asked = new Map<string, () => unknown>();
  /** Something read has changed the state before, so that each look is looked at. */
  #isSuspicious = false;
  /** The hash itself asks for snapshots where there is no `save`, and a probe asks all. */
  #isBusy = false;

  constructor(draw: (() => void) | undefined) {
    this.#draw = draw;
  }

  /** The game's own code is about to change the state. */
  forget(): void {
    this.#expected = undefined;
    this.#asked.clear();
  }

  /** The state of `run` stands still from here on. */
  ends(run: Run): void {
    if (this.#expected !== undefined || run.torn || run.faulted !== undefined) return;
    const kept = this.#hash(run.game);
    if (kept !== undefined) this.#expected = { run, ...kept };
    this.#asked.clear();
  }

  /** The state of `run` must be what it was at `ends`. */
  begins(run: Run): void {
    const expected = this.#expected;
    if (expected === undefined || expected.run !== run) return;
    const now = this.#hash(run.game);
    if (now === undefined || now.hash === expected.hash) return;
    const difference = differenceOf(expected.state, now.state);
    const reader = this.#findReader(run.game, now.hash);
    run.log?.add(
      reader === undefined ? changedBetween(run.tick, difference) : readChanged(run.tick, reader, difference),
    );
    const after = reader === undefined ? now : this.#hash(run.game);
    this.#expected = after && { run, ...after };
    this.#asked.clear();
  }

  /** Asks something that must not change the state of `run`; what is asked rarely is looked at each time. */
  reading<Answer>(run: Run, reader: string, ask: () => Answer): Answer {
    if (this.#isBusy) return ask();
    const { game } = run;
    const expected = this.#expected;
    if (reader === "snapshot" && expected !== undefined && !this.#isSuspicious) {
      this.#asked.set(reader, ask);
      return ask();
    }
    const before = this.#hash(game);
    try {
      return ask();
    } finally {
      const after = before && this.#hash(game);
      if (before !== undefined && after !== undefined && after.hash !== before.hash) {
        this.#isSuspicious = true;
        // A save that changes the state makes whoever is looked at seem guilty.
        const culprit = this.#hash(game)?.hash === after.hash ? reader : "save";
        run.log?.add(readChanged(run.tick, culprit, differenceOf(before.state, after.state)));
        // What had changed before this look is still to be told.
        if (expected?.hash === before.hash) this.#expected = { run, ...after };
      }
    }
  }

  /** Asks again whoever has been asked, then who may have been, until the state changes. */
  #findReader(game: RegisteredGame, hash: StateHash): string | undefined {
    if (this.#hash(game)?.hash !== hash) return "save";
    const suspects = new Map(this.#asked);
    if (this.#draw !== undefined) suspects.set("render", this.#draw);
    suspects.set("phase", () => game.phase);
    suspects.set("choices.open", () => game.choice);
    suspects.set("choices.queued", () => game.choicesQueued);
    suspects.set("pauses", () => game.pauses);
    for (const [reader, ask] of suspects) {
      this.#quietly(ask);
      const now = this.#hash(game)?.hash;
      if (now === undefined || now === hash) continue;
      this.#isSuspicious = true;
      return reader;
    }
    return undefined;
  }

  /** The state with its hash; undefined where the game cannot give it, which its own commands tell. */
  #hash(game: RegisteredGame): Kept | undefined {
    return this.#quietly(() => game.hash());
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
