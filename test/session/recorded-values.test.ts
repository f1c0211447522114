// What a replay hands to the game is judged by what the game's schemas say they put out.

import type { Replay } from "@tickbridge/replay";
import { expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { ask, exported, nodeHost, playToy, toySession } from "../support/toy-session.js";

async function toyReplay(): Promise<Replay> {
  const session = toySession();
  await playToy(session);
  return exported(session);
}

test("an option, an input or a cheat's argument that the game's schema cannot put out is BAD_REPLAY with its path", async () => {
  const replay = await toyReplay();
  const fault = { tick: 151, input: { move: 0 }, cheats: [["setHp", { hp: 1 }]], message: "x" };
  for (const [path, change] of [
    ["/options/asks", { options: { asks: 7 } }],
    ["/inputs/1/1/move", { inputs: [replay.inputs[0], [4, { move: 2 }]] }],
    ["/cheats/0/2/hp", { cheats: [[6, "setHp", { hp: 1.5 }]] }],
    ["/fault/input/move", { fault: { ...fault, input: { move: "1" } } }],
    ["/fault/cheats/0/1/hp", { fault: { ...fault, cheats: [["setHp", {}]] } }],
  ] as const) {
    for (const mode of ["verify", "watch"]) {
      expect(await ask(toySession(), "loadReplay", { ...replay, ...change }, { mode })).toMatchObject({
        ok: false,
        error: { code: "BAD_REPLAY", path: `/0${path}` },
      });
    }
  }
});

test("a billion level-ups in a replay of the example are refused before the game sees them", async () => {
  const { createSession } = await import("@tickbridge/bridge/session");
  const { createCandyrush } = await import("../../examples/candyrush-mock/src/game.js");
  const session = createSession(createCandyrush(), nodeHost);
  await ask(session, "startRun");
  await ask(session, "cheat", "levelUp");
  await ask(session, "step", 1);
  const replay = await exported(session);
  expect(replay.cheats).toEqual([[1, "levelUp", { levels: 1 }]]);
  expect(await ask(session, "loadReplay", replay)).toMatchObject({ verdict: "identical" });
  const hostile = { ...replay, cheats: [[1, "levelUp", { levels: 1_000_000_000 }]] };
  expect(await ask(session, "loadReplay", hostile)).toMatchObject({
    ok: false,
    error: { code: "BAD_REPLAY", path: "/0/cheats/0/2/levels" },
  });
});

test("a schema that transforms says nothing of what it puts out, and its replays verify", async () => {
  const { createSession } = await import("@tickbridge/bridge/session");
  const judge = (value: unknown) => ({ value: { move: (value as { key: string }).key === "left" ? -1 : 1 } });
  const input = {
    validate: { "~standard": { version: 1, vendor: "test", validate: judge } },
    jsonSchema: { type: "object", properties: { key: { enum: ["left", "right"] } } },
  };
  const game = { ...createToyGame(), input, neutralInput: { key: "left" } } as unknown as ReturnType<
    typeof createToyGame
  >;
  const session = createSession(game, nodeHost);
  await ask(session, "startRun");
  await ask(session, "input", { key: "right" });
  await ask(session, "step", 5);
  const replay = await exported(session);
  expect(replay.inputs).toEqual([[1, { move: 1 }]]);
  expect(await ask(session, "loadReplay", replay)).toMatchObject({ verdict: "identical" });
});
