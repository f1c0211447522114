// Long work gives everything else a turn about every 50 ms, by a clock that the test drives.

import { createSession } from "@tickbridge/bridge/session";
import { expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { ask, nodeHost } from "../support/toy-session.js";

test("a step of a second gives a turn about every 50 ms, and runs exactly its ticks", async () => {
  let nowMs = 0;
  let turns = 0;
  const turnsAtMs: number[] = [];
  const turn = async () => {
    turns++;
    turnsAtMs.push(nowMs);
    await nodeHost.turn();
  };
  // A tick takes a millisecond here.
  const toy = createToyGame({ duringTick: () => void nowMs++ });
  const session = createSession(toy, { ...nodeHost, now: () => nowMs, turn });
  await ask(session, "startRun", {});
  turns = 0;
  turnsAtMs.length = 0;
  expect(await ask(session, "step", 990)).toMatchObject({ stepped: 990 });
  expect(turns).toBe(19);
  const gaps = turnsAtMs.slice(1).map((atMs, index) => atMs - (turnsAtMs[index] as number));
  expect(new Set(gaps)).toEqual(new Set([50]));
});
