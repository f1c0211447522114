// Reads the streams of a replay in step with the ticks that consume them.

import type { JsonValue, Replay } from "@tickbridge/replay/core";
import type { Receipt } from "../protocol.js";

/** The streams of a replay, or of a run that is still being recorded. */
export type Streams = Pick<Replay, "inputs" | "cheats" | "choices">;

export class ReplaySource {
  readonly #streams: Streams;
  #nextInput = 0;
  #nextCheat = 0;
  #nextChoice = 0;
  /** The first recorded cheat that the game refused to take again. */
  refusal: { readonly tick: number; readonly reason: string } | undefined;

  /** Begins at boundary `fromTick`, before the choices made there. */
  constructor(streams: Streams, fromTick = 0) {
    this.#streams = streams;
    while (isBefore(streams.cheats[this.#nextCheat], fromTick + 1)) this.#nextCheat++;
    while (isBefore(streams.choices[this.#nextChoice], fromTick)) this.#nextChoice++;
  }

  /** The input in force in `tick`; undefined before the first change. Ticks must not fall. */
  inputAt(tick: number): JsonValue | undefined {
    while (isBefore(this.#streams.inputs[this.#nextInput], tick + 1)) this.#nextInput++;
    return this.#streams.inputs[this.#nextInput - 1]?.[1];
  }

  /** The cheats at the head of `tick`. */
  cheatsAt(tick: number): { seq: number; name: string; args: JsonValue }[] {
    const found = [];
    for (
      let cheat = this.#streams.cheats[this.#nextCheat];
      cheat?.[0] === tick;
      cheat = this.#streams.cheats[++this.#nextCheat]
    ) {
      found.push({ seq: 0, name: cheat[1], args: cheat[2] });
    }
    return found;
  }

  /** The next choice recorded at this boundary, taken off the stream. */
  takeChoice(boundary: number): { readonly action: string; readonly index: number | null } | undefined {
    const choice = this.#streams.choices[this.#nextChoice];
    if (choice?.[0] !== boundary) return undefined;
    this.#nextChoice++;
    return { action: choice[1], index: choice[2] };
  }

  /** Every cheat in a replay took effect when it was recorded; one that is refused now is a divergence. */
  noteRefusals(outcomes: readonly Receipt[]): void {
    const refused = outcomes.find((outcome) => outcome.outcome === "refused");
    if (refused !== undefined) this.refusal ??= { tick: refused.tick, reason: refused.reason ?? "" };
  }
}

function isBefore(entry: readonly [number, ...unknown[]] | undefined, tick: number): boolean {
  return entry !== undefined && entry[0] < tick;
}
