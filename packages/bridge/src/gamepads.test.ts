// Gamepads as a browser lists them.

import { afterEach, expect, test, vi } from "vitest";
import { padDirection, readPads } from "./gamepads.js";

function pad(index: number, parts: { axes?: number[]; down?: number[]; mapping?: string; connected?: boolean } = {}) {
  const { axes = [0, 0, 0, 0], down = [], mapping = "standard", connected = true } = parts;
  const buttons = Array.from({ length: 17 }, (_none, at) => ({
    pressed: down.includes(at),
    value: down.includes(at) ? 1 : 0,
  }));
  return { index, axes, buttons, mapping, connected };
}

function plugIn(...pads: unknown[]): void {
  vi.stubGlobal("navigator", { getGamepads: () => pads });
}

afterEach(() => vi.unstubAllGlobals());

test("the dead zone is a circle, what lies beyond it begins at 0 and ends at 1", () => {
  const left = (x: number, y: number) => {
    plugIn(pad(0, { axes: [x, y] }));
    return readPads()[0]?.left;
  };
  expect(left(0.19, 0)).toEqual({ x: 0, y: 0 });
  expect(left(0.13, -0.13)).toEqual({ x: 0, y: 0 });
  // Each axis alone is inside the dead zone, the stick is not.
  expect(left(0.19, -0.19)?.x).toBeGreaterThan(0);
  expect(left(0.22, 0)?.x).toBeLessThan(0.05);
  expect(left(0.6, 0)).toEqual({ x: 0.5, y: 0 });
  expect(left(0, -1)).toEqual({ x: 0, y: -1 });
  // A corner of the square, further out than a stick can be.
  expect(left(1, 1)).toEqual({ x: 45 / 64, y: 45 / 64 });
});

test("the size of the dead zone can be chosen", () => {
  plugIn(pad(0, { axes: [0.5, 0] }));
  expect(readPads({ deadZone: 0.5 })[0]?.left.x).toBe(0);
  expect(readPads({ deadZone: 0 })[0]?.left.x).toBe(0.5);
});

test("a stick that trembles gives one and the same input", () => {
  const seen = [0.8, 0.8003, 0.7998].map((x) => {
    plugIn(pad(0, { axes: [x, 0] }));
    return padDirection().x;
  });
  expect(new Set(seen).size).toBe(1);
});

test("no value is NaN, infinite or -0, whatever the browser gives", () => {
  for (const axes of [[Number.NaN, 1], [Number.POSITIVE_INFINITY, 0], [], [-0.9, -1e-9]]) {
    plugIn(pad(0, { axes }));
    for (const value of Object.values(readPads()[0]?.left ?? {})) {
      expect(Number.isFinite(value) && !Object.is(value, -0)).toBe(true);
    }
  }
});

test("d-pad, buttons and the right stick are where the standard mapping has them", () => {
  plugIn(pad(0, { axes: [0, 0, -1, 0], down: [0, 12, 15] }));
  const [read] = readPads();
  expect(read).toMatchObject({ index: 0, dpad: { x: 1, y: -1 }, left: { x: 0, y: 0 }, right: { x: -1, y: 0 } });
  expect(read?.buttons.flatMap((value, at) => (value > 0 ? [at] : []))).toEqual([0, 12, 15]);
});

test("the direction is that of the first pad that is used, its d-pad before its stick", () => {
  plugIn(null, pad(1), pad(2, { axes: [1, 0], down: [14] }), pad(3, { axes: [0, 1] }));
  expect(readPads().map(({ index }) => index)).toEqual([1, 2, 3]);
  expect(padDirection()).toEqual({ x: -1, y: 0 });
  plugIn(null, pad(1), pad(2, { axes: [0.1, 0] }), pad(3, { axes: [0, 1] }));
  expect(padDirection()).toEqual({ x: 0, y: 1 });
});

test("a pad that is gone, empty places and devices without the standard mapping are neutral", () => {
  plugIn(null, undefined, pad(2, { axes: [1, 0], connected: false }), pad(3, { axes: [-1, -1], mapping: "" }));
  expect(readPads()).toEqual([]);
  expect(padDirection()).toEqual({ x: 0, y: 0 });
});

test("a page that may not read pads has none", () => {
  vi.stubGlobal("navigator", {});
  expect(readPads()).toEqual([]);
  vi.stubGlobal("navigator", {
    getGamepads() {
      throw new DOMException("blocked by a permissions policy", "SecurityError");
    },
  });
  expect(readPads()).toEqual([]);
});
