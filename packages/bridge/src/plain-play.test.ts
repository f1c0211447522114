// Play with the bridge off.

import { expect, test } from "vitest";
import { defineGame } from "./game.js";
import { playPlainly } from "./plain-play.js";

function smallGame() {
  const seen: {
    options?: unknown;
    inputs: unknown[];
    seed?: number;
    choice: string | undefined;
    over: boolean;
    pauses: string[];
  } = {
    inputs: [],
    choice: undefined,
    over: false,
    pauses: [],
  };
  const game = defineGame({
    id: "small",
    build: "1",
    ticksPerSecond: 60,
    input: { jsonSchema: { type: "object" } },
    neutralInput: { move: 0 },
    start(seed: number, options: unknown) {
      seen.seed = seed;
      seen.options = options;
    },
    tick(input) {
      seen.inputs.push(input);
    },
    phase: () => (seen.seed === undefined ? "menu" : seen.over ? "over" : "running"),
    snapshot: () => ({}),
    pauses: () => seen.pauses,
    choices: {
      kinds: ["gift"],
      actions: { Pick: { index: true } },
      open: () => (seen.choice === undefined ? undefined : { id: 1, kind: "gift", actions: ["Pick"], options: [1] }),
      resolve(action, index) {
        seen.choice = undefined;
        seen.inputs.push([action, index]);
      },
    },
    sampleHardware: () => ({ move: 1 }),
  });
  return { seen, play: playPlainly(game as never) };
}

test("nothing runs in the menu; after startRun each tick gets the hardware's input", async () => {
  const { seen, play } = smallGame();
  expect(play.runsInRealTime).toBe(false);
  await play.startRun({ hard: true });
  expect(seen.options).toEqual({ hard: true });
  expect(Number.isInteger(seen.seed)).toBe(true);
  expect(play.runsInRealTime).toBe(true);
  play.realTimeTick();
  expect(seen.inputs).toEqual([{ move: 1 }]);
});

test("an open choice, a pause of the game and its end hold real time", async () => {
  const { seen, play } = smallGame();
  await play.startRun({});
  seen.choice = "gift";
  expect(play.runsInRealTime).toBe(false);
  await play.choose("Pick", 0);
  expect(seen.inputs).toEqual([["Pick", 0]]);
  expect(play.runsInRealTime).toBe(true);
  seen.pauses = ["menu"];
  expect(play.runsInRealTime).toBe(false);
  seen.pauses = [];
  seen.over = true;
  expect(play.runsInRealTime).toBe(false);
});
