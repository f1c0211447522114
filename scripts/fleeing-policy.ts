// A small policy that reads only snapshots: it keeps away from what can hurt, stays off the edges, and takes the first
// option of every choice.

import type { Command, Snapshot } from "@tickbridge/bridge/protocol";
import { flee } from "../examples/candyrush-mock/src/testing/flee.js";

/** The next commands for a snapshot: the answer to a choice, or an input and the ticks for which it holds. */
export function decide(state: Snapshot, ticks: number): Command[] {
  if (state.choice !== undefined) return [{ cmd: "choose", args: [{ action: "Pick", index: 0 }] }];
  return [
    { cmd: "input", args: [flee(state as Snapshot & Parameters<typeof flee>[0])] },
    { cmd: "step", args: [ticks] },
  ];
}
