// A run that is to be tried: what is given to the game, as parts of which each can be left out.

import { canonicalise, type JsonValue, type Replay } from "@tickbridge/replay";
import { isSame } from "./simpler-inputs.js";

/** Something that a replay gives to the game. Where an input is left out, the neutral one stands. */
export type Given =
  | { readonly kind: "input"; readonly tick: number; readonly ticks: number; readonly input: JsonValue }
  | { readonly kind: "cheat"; readonly tick: number; readonly name: string; readonly args: JsonValue }
  /** The answer to the choice that is the `place`-th of the run, from 0; without it the game's first answer stands. */
  | { readonly kind: "answer"; readonly place: number; readonly action: string; readonly index: number | null };

/** `given` in order, inputs not overlapping. */
export interface Candidate {
  readonly given: readonly Given[];
  /** At most so many ticks are run. */
  readonly ticks: number;
}

/** All that a replay gives, its tick that threw included. */
export function candidateOf(replay: Replay, neutralInput: JsonValue): Candidate {
  const { fault, inputs, cheats, choices } = replay;
  const ticks = replay.ticks + (fault === undefined ? 0 : 1);
  const neutral = canonicalise(neutralInput);
  const last = inputs.at(-1)?.[1] ?? neutral;
  const isChanged = fault !== undefined && !isSame(fault.input, last);
  const rows = isChanged ? [...inputs, [fault.tick, fault.input] as const] : inputs;
  return {
    ticks,
    given: [
      ...rows.flatMap(([tick, input], index): readonly Given[] =>
        isSame(input, neutral)
          ? []
          : [{ kind: "input", tick, ticks: (rows[index + 1]?.[0] ?? ticks + 1) - tick, input }],
      ),
      ...[...cheats, ...(fault?.cheats ?? []).map(([name, args]) => [ticks, name, args] as const)].map(
        ([tick, name, args]): Given => ({ kind: "cheat", tick, name, args }),
      ),
      ...choices.map(([, action, index], place): Given => ({ kind: "answer", place, action, index })),
    ],
  };
}

/** Without what comes after tick `ticks` and after so many answers, which the game never saw. */
export function cutAfter({ given }: Candidate, ticks: number, answers: number): Candidate {
  return {
    ticks,
    given: given.flatMap((part): readonly Given[] => {
      if (part.kind === "answer") return part.place < answers ? [part] : [];
      if (part.tick > ticks) return [];
      const excess = part.kind === "input" ? part.tick + part.ticks - 1 - ticks : 0;
      return part.kind === "input" && excess > 0 ? [{ ...part, ticks: part.ticks - excess }] : [part];
    }),
  };
}

/** With everything from tick `tick` on so many ticks earlier. The `ticks` before it hold no input and no cheat. */
export function withoutWait({ given, ticks }: Candidate, tick: number, waited: number): Candidate {
  return {
    ticks: ticks - waited,
    given: given.map((part) =>
      part.kind !== "answer" && part.tick >= tick ? { ...part, tick: part.tick - waited } : part,
    ),
  };
}

/** Stretches in which nothing is given before something is: the tick that ends each, and how many ticks it has. */
export function waitsOf({ given }: Candidate): readonly { readonly tick: number; readonly ticks: number }[] {
  const timed = given.filter((part) => part.kind !== "answer").sort((left, right) => left.tick - right.tick);
  const waits: { tick: number; ticks: number }[] = [];
  let busyTo = 0;
  for (const part of timed) {
    if (part.tick > busyTo + 1) waits.push({ tick: part.tick, ticks: part.tick - busyTo - 1 });
    busyTo = Math.max(busyTo, part.kind === "input" ? part.tick + part.ticks - 1 : part.tick);
  }
  return waits;
}
