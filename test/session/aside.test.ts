// Work that is done beside the run (a verification, branches) leaves what belongs to the run as it was.

import { createSession } from "@tickbridge/bridge/session";
import { expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { ask, exported, nodeHost, playToy } from "../support/toy-session.js";

test("a verification that replaces a faulted run still brings the receipt of its waiting input", async () => {
  let breaks = false;
  const toy = createToyGame({
    duringTick() {
      if (breaks) throw new Error("broken");
    },
  });
  const load = (state: never) => {
    if (breaks) throw new Error("broken");
    toy.load?.(state);
  };
  const session = createSession({ ...toy, load }, nodeHost);
  await playToy(session);
  const replay = await exported(session);
  const input = await ask(session, "input", { move: 1 });
  breaks = true;
  expect(await ask(session, "step", 1)).toMatchObject({ ok: false, restored: false });
  breaks = false;
  const verified = await ask(session, "loadReplay", replay);
  expect(verified).toMatchObject({ ok: true, restored: false });
  expect(verified.receipts).toEqual([{ seq: input.seq, tick: 151, outcome: "dropped", reason: expect.any(String) }]);
});

test("a look inside a branch is no look at the run: the next snapshot's news begin where they would have", async () => {
  const looks: number[] = [];
  const toy = createToyGame();
  const snapshot = (view: { maxEntities: number; since: number }) => {
    looks.push(view.since);
    return toy.snapshot(view);
  };
  const session = createSession({ ...toy, snapshot }, nodeHost);
  await ask(session, "startRun", {});
  await ask(session, "step", 50);
  looks.length = 0;
  const observed = { cmd: "sequence", args: [[{ ticks: 40, input: { move: 1 } }], { observeAt: [10, 30] }] };
  session.issue("fork", [[[observed], [{ cmd: "step", args: [3] }]]]);
  session.issue("dump", []);
  await session.wait();
  // The two observations and the end of the first branch, the end of the second, and the dump.
  expect(looks).toEqual([50, 60, 80, 50, 50]);
});
