// What a console message is called in the audit.

import { expect, test } from "vitest";
import { messageText } from "./console-text.js";

test("arguments are joined as a console shows them", () => {
  expect(messageText(["hp", 3, true, null, undefined, 7n, Symbol("s"), -0])).toBe(
    "hp 3 true null undefined 7n Symbol(s) 0",
  );
  expect(messageText([])).toBe("");
  expect(messageText([{ a: 1, b: "x", c: [1, "y"] }])).toBe('{a: 1, b: "x", c: [1, "y"]}');
  expect(messageText(["at", new Map([[1, 2]]), new Uint8Array(3), () => 1])).toBe("at Map Uint8Array (function)");
});

test("format signs are filled in, and colours left out", () => {
  expect(messageText(["%s has %d of %i", "Ada", 3, 4, "left"])).toBe("Ada has 3 of 4 left");
  expect(messageText(["%c[net]%c late", "color: red", ""])).toBe("[net] late");
  expect(messageText(["100% of %s"])).toBe("100% of %s");
  expect(messageText(["50%% of %s", "x"])).toBe("50% of x");
});

test("an error is its name, its message and the place where it was thrown", () => {
  const text = messageText([new TypeError("no texture")]);
  expect(text).toMatch(/^TypeError: no texture \(at .*console-text\.test\.ts:\d+:\d+\)?\)$/);
  const bare = new Error("x");
  bare.stack = "Error: x";
  expect(messageText([bare])).toBe("Error: x");
});

test("cycles, depth, length and many arguments are cut", () => {
  const cycle: unknown[] = [1];
  cycle.push(cycle);
  expect(messageText([cycle])).toBe("[1, (cycle)]");
  expect(messageText([{ a: { b: { c: 1 } } }])).toBe("{a: {b: {…}}}");
  expect(messageText([Array.from({ length: 1_000_000 }, (_none, at) => at)])).toBe("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …]");
  const long = messageText(["x".repeat(10_000)]);
  expect(long).toHaveLength(300);
  expect(long.endsWith("…")).toBe(true);
  expect(messageText(Array.from({ length: 10_000 }, () => "y"))).toHaveLength(300);
});

test("no getter is read, and what throws when it is looked at does no harm", () => {
  let read = 0;
  const guarded = {
    plain: 1,
    get costly() {
      read++;
      return 2;
    },
  };
  expect(messageText([guarded])).toBe("{plain: 1, costly: (…)}");
  expect(read).toBe(0);
  const hostile = new Proxy(
    {},
    {
      getPrototypeOf() {
        throw new Error("no");
      },
    },
  );
  expect(messageText(["look:", hostile, 1])).toBe("look: (cannot be shown) 1");
  const error = new Error("x");
  Object.defineProperty(error, "message", {
    get() {
      throw new Error("no");
    },
  });
  expect(messageText([error])).toBe("(cannot be shown)");
});
