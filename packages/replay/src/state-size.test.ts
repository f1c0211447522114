import { expect, test } from "vitest";
import { estimateBytes } from "./state-size.js";

test("a buffer counts its bytes once, however many views look at it", () => {
  const buffer = new ArrayBuffer(1_000_000);
  const bytes = estimateBytes({ left: new Uint8Array(buffer), right: new Float64Array(buffer), buffer });
  expect(bytes).toBeGreaterThanOrEqual(1_000_000);
  expect(bytes).toBeLessThan(1_001_000);
});

test("a list of objects counts in proportion to its length", () => {
  const list = (length: number) => Array.from({ length }, (_, id) => ({ id, x: id / 3, name: "gumdrop" }));
  const ratio = estimateBytes(list(1000)) / estimateBytes(list(100));
  expect(ratio).toBeGreaterThan(9.5);
  expect(ratio).toBeLessThan(10.5);
});

test("cycles, Maps and Sets end", () => {
  const state: { self?: unknown; map: unknown; set: unknown } = {
    map: new Map([["a", "bcd"]]),
    set: new Set([1, "x"]),
  };
  state.self = state;
  expect(estimateBytes(state)).toBeGreaterThan(100);
});
