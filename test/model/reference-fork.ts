// What `fork` must reply.

import type { Receipt } from "@tickbridge/bridge/protocol";
import type { GivenCommand } from "./real.js";
import type { Expected, Reference } from "./reference.js";
import type { ReferenceRun } from "./reference-run.js";

/** Tries each list from where `from` stands, which stays there. */
export async function fork(
  from: Reference,
  run: ReferenceRun,
  lists: readonly (readonly GivenCommand[])[],
  seq: number,
) {
  const tried = [];
  for (const list of lists) {
    const branch = await from.branch(run);
    let result: Expected | undefined;
    const receipts: Receipt[] = [];
    for (const { cmd, args } of list) {
      const { receipts: some, ...reply } = await branch.reply(cmd, args, seq, undefined);
      receipts.push(...((some ?? []) as Receipt[]));
      result = reply as Expected;
      if (!result.ok) break;
    }
    tried.push({
      ok: result?.ok ?? true,
      tick: branch.run?.tick,
      ...(result === undefined ? {} : { result }),
      ...(receipts.length > 0 ? { receipts } : {}),
      state: branch.state,
      ...(branch.game.evaluate === undefined ? {} : { evaluation: branch.game.evaluate() }),
    });
  }
  return { branches: tried };
}
