// jsnes, an emulator of a console: a tick is a picture, the state is the whole machine, and the seed is on the cartridge.

import { defineGame } from "@tickbridge/bridge";
import * as jsnes from "jsnes";
import { expect, test } from "vitest";
import { makeCartridge, memory } from "./nes-cartridge.js";
import { play, record, rewinds, type Script, verdicts } from "./played-run.js";

/** What is used of it; its own types do not resolve in a project of ES modules. */
interface Nes {
  loadROM(file: Uint8Array): void;
  frame(): void;
  buttonDown(pad: 1, button: number): void;
  buttonUp(pad: 1, button: number): void;
  toJSON(): { readonly cpu: { readonly mem: readonly number[] } };
  fromJSON(state: unknown): void;
}
const { Controller, NES } = jsnes as unknown as {
  readonly Controller: { readonly BUTTON_LEFT: number; readonly BUTTON_RIGHT: number };
  readonly NES: new (options: { readonly emulateSound: boolean }) => Nes;
};

const buttons = { left: Controller.BUTTON_LEFT, right: Controller.BUTTON_RIGHT } as const;
type Pad = { readonly [name in keyof typeof buttons]: boolean };

/** Lists of at least so many numbers are memory. As typed arrays they are hashed much faster than as lists. */
const memoryLength = 256;

function createConsole() {
  let nes: Nes | undefined;
  const live = () => {
    if (nes === undefined) throw new Error("no run");
    return nes;
  };
  return defineGame({
    id: "nes-dot",
    build: "jsnes-3.0",
    ticksPerSecond: 60,
    input: {
      jsonSchema: {
        type: "object",
        properties: { left: { type: "boolean" }, right: { type: "boolean" } },
        required: ["left", "right"],
      },
    },
    neutralInput: { left: false, right: false },
    start(seed: number) {
      nes = new NES({ emulateSound: false });
      nes.loadROM(makeCartridge(1 + (seed % 255)));
    },
    tick(pad: Pad) {
      for (const name of ["left", "right"] as const) {
        if (pad[name]) live().buttonDown(1, buttons[name]);
        else live().buttonUp(1, buttons[name]);
      }
      live().frame();
    },
    phase: () => (nes === undefined ? "menu" : "running"),
    snapshot() {
      if (nes === undefined) return {};
      const { mem } = nes.toJSON().cpu;
      return { x: mem[memory.x], y: mem[memory.y], frames: mem[memory.frames] };
    },
    save: () => packed(live().toJSON()),
    load(state) {
      live().fromJSON(unpacked(state));
    },
  });
}

/** A copy in which memory is typed arrays. */
function packed(value: unknown): unknown {
  if (Array.isArray(value) && value.length >= memoryLength) return Uint8Array.from(value);
  if (ArrayBuffer.isView(value)) return structuredClone(value);
  if (Array.isArray(value)) return value.map(packed);
  return mapped(value, packed);
}

/** As jsnes has it. */
function unpacked(value: unknown): unknown {
  return value instanceof Uint8Array ? Array.from(value) : mapped(value, unpacked);
}

function mapped(value: unknown, change: (part: unknown) => unknown): unknown {
  const isPlain = typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
  return isPlain ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, change(part)])) : value;
}

const script: Script<Pad> = {
  seed: 777001,
  ticks: 60,
  holdTicks: 15,
  inputOf: (tick) => ({ left: (tick / 15) % 3 === 2, right: (tick / 15) % 3 === 1 }),
};
const replay = await record(createConsole(), script);

test("a console's run verifies as identical, in a fresh session and after another run", async () => {
  expect(replay).toMatchObject({ ticks: 60, evidence: "state" });
  const { fresh, used } = await verdicts(createConsole, replay, script);
  expect(fresh).toMatchObject({ verdict: "identical", evidence: "state", hashesCompared: 3 });
  expect(used).toMatchObject({ verdict: "identical", restored: true });
});

test("the pad is heard: the dot goes right, left, and stands", async () => {
  const session = await play(createConsole(), { ...script, ticks: 30 });
  const right = (await session.state()).x;
  await session.input({ left: true, right: false });
  const { state } = await session.step(10);
  expect([right, state.x]).toEqual([128 + 15, 128 + 15 - 10]);
  await session.close();
});

test("the machine goes on from a restored state picture by picture, and rewinds change no byte", async () => {
  const session = await play(createConsole(), script);
  expect(await session.selfCheck(10)).toMatchObject({ verdict: "identical", restored: true });
  await session.close();
  const goings = [
    [30, 30],
    [55, 5],
  ] as const;
  expect(await rewinds(createConsole(), script, replay, goings)).toBe(true);
});
