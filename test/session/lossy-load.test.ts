// A `load` that does not bring back what `save` gave: it is told with its path, and is no way back.

import { createSession } from "@tickbridge/bridge/session";
import { expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { ask, nodeHost, playToy } from "../support/toy-session.js";

/** A toy whose load forgets a coin from the boundary on. */
function lossySession(fromTick: number) {
  const game = createToyGame();
  return createSession(
    {
      ...game,
      load(state) {
        const { asks, toy } = state as { asks: number[]; toy: { tick: number; coins: number } };
        const coins = toy.tick < fromTick ? toy.coins : toy.coins - 1;
        game.load?.({ asks, toy: { ...toy, coins } } as never);
      },
    },
    nodeHost,
  );
}

const lost = (tick: number) => ({
  ok: false,
  error: {
    code: "DIVERGED",
    message: `the state at boundary ${tick} came back changed: load does not bring back what save gave, first at /toy/coins`,
  },
  restored: true,
  divergence: { kind: "hash", tick, path: "/toy/coins", expected: expect.any(Number), actual: expect.any(Number) },
});

test.each([
  ["rewind", ["rewind", 5], 120],
  ["selfCheck", ["selfCheck", 5], 120],
  ["restore", ["restore", "here"], 150],
])(
  "%s names the boundary and the path of what load lost, and the run stays as it was",
  async (_name, command, tick) => {
    const session = lossySession(60);
    await playToy(session);
    await ask(session, "save", "here");
    const before = await ask(session, "hash");
    const [cmd, ...args] = command as [string, ...unknown[]];
    expect(await ask(session, cmd, ...args)).toMatchObject(lost(tick));
    const after = await ask(session, "hash");
    expect({ hash: after.hash, tick: after.tick }).toEqual({ hash: before.hash, tick: before.tick });
    expect(await ask(session, "step", 10)).toMatchObject({ ok: true });
  },
);

test("a verification puts the run before it back by simulation", async () => {
  const session = lossySession(60);
  await playToy(session);
  const { replay } = await ask(session, "exportReplay");
  const before = await ask(session, "hash");
  expect(await ask(session, "loadReplay", replay)).toMatchObject({ verdict: "identical", restored: true });
  expect((await ask(session, "hash")).hash).toBe(before.hash);
});

test("a run that does not come back by simulation either says so, and nothing of a game that threw", async () => {
  const plain = createToyGame();
  let starts = 0;
  const session = createSession(
    {
      ...plain,
      start(seed, options) {
        starts++;
        return plain.start(seed + starts, options as never);
      },
      load(state) {
        const { asks, toy } = state as { asks: number[]; toy: { coins: number } };
        plain.load?.({ asks, toy: { ...toy, coins: toy.coins - 1 } } as never);
      },
    },
    nodeHost,
  );
  await playToy(session);
  expect(await ask(session, "rewind", 5)).toMatchObject({ ok: false, restored: false });
  const refused = await ask(session, "step", 1);
  expect(refused).toMatchObject({ ok: false, error: { code: "RUN_FAULTED" } });
  const { message } = (refused as { error: { message: string } }).error;
  expect(message).toMatch(/^the run could not be put back: .*: give startRun$/);
  expect(message).not.toContain("threw");
});
