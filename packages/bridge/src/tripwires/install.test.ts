// What is wrapped stays what it was: to itself, to code that looks at it, and to classes made of it.

import { expect, test } from "vitest";
import { inexactMath } from "./watched-apis.js";
import { isLocalTime } from "./watched-date.js";

const before = {
  math: Object.getOwnPropertyDescriptors(Math),
  date: Object.getOwnPropertyDescriptors(Date),
  datePrototype: Object.getOwnPropertyDescriptors(Date.prototype),
  realm: Object.getOwnPropertyDescriptors(globalThis) as Record<string, PropertyDescriptor>,
};
const NativeDate = Date;
const { installTripwires } = await import("./install.js");
const tripwires = installTripwires("with-bridge");

test("installed once, whoever comes later", () => {
  expect(installTripwires("loader")).toBe(tripwires);
  expect(tripwires.installed).toBe("with-bridge");
  expect(tripwires.untrapped).toEqual([]);
});

test("attributes, names, lengths and the order of properties are as before", () => {
  const outline = (descriptors: Record<string, PropertyDescriptor>) =>
    Object.entries(descriptors).map(([name, { value, get, set, ...attributes }]) => [
      name,
      attributes,
      typeof value === "function" ? [value.name, value.length] : typeof value,
      get?.name,
      set?.name,
    ]);
  expect(outline(Object.getOwnPropertyDescriptors(Math))).toEqual(outline(before.math));
  expect(outline(Object.getOwnPropertyDescriptors(Date))).toEqual(outline(before.date));
  expect(outline(Object.getOwnPropertyDescriptors(Date.prototype))).toEqual(outline(before.datePrototype));
});

test("wrappers look native", () => {
  const watched = [Math.sin, Date, Date.now, Date.prototype.getHours, setTimeout, Intl.NumberFormat, [].sort, fetch];
  for (const each of watched) expect(Function.prototype.toString.call(each)).toMatch(/\{\s*\[native code\]\s*\}$/);
  expect(Math.sin).not.toBe(before.math.sin.value);
});

test.each(inexactMath)("Math.%s gives what it gave, for any number of arguments", (name) => {
  const [native, watched] = [before.math, Object.getOwnPropertyDescriptors(Math)].map(
    (of) => (of as Record<string, PropertyDescriptor>)[name]?.value as (...values: unknown[]) => number,
  );
  for (const args of [
    [],
    [0.5],
    [0.5, 3],
    [3, 4, 12],
    [-0],
    [Number.NaN],
    ["0.25", "2"],
    [null],
    [{ valueOf: () => 2 }],
  ]) {
    expect(watched?.(...args)).toBe(native?.(...args));
  }
  expect(() => new (watched as never as new () => object)()).toThrow(TypeError);
});

test("dates are dates: made, called, subclassed, reflected", () => {
  expect(new Date(5)).toBeInstanceOf(NativeDate);
  expect(new NativeDate(5)).toBeInstanceOf(Date);
  expect(new Date(5).constructor).toBe(Date);
  expect(typeof Date()).toBe("string");
  expect(Date.UTC(2020, 1)).toBe(NativeDate.UTC(2020, 1));
  class Birthday extends Date {
    readonly age = this.getUTCFullYear() - 1970;
  }
  const birthday = new Birthday(2020, 5);
  expect([birthday instanceof Birthday, birthday instanceof Date, birthday.age]).toEqual([true, true, 50]);
  expect(Object.getPrototypeOf(Reflect.construct(Date, [5], Map))).toBe(Map.prototype);
  expect(Reflect.construct(Date, [5], Map)).not.toBeInstanceOf(Date);
  expect(structuredClone(new Date(5)).getTime()).toBe(5);
});

test("a method called on the wrong object throws as before, and sorts are sorted by the very comparator", () => {
  expect(() => Date.prototype.getHours.call({} as Date)).toThrow(TypeError);
  const given: unknown[] = [];
  const list = [3, 1, 2];
  const isSelf = list.sort(function (this: unknown, left, right) {
    given.push(this);
    return left - right;
  });
  expect(isSelf).toBe(list);
  expect(new Set(given)).toEqual(new Set([undefined]));
  expect(() => list.sort("no" as never)).toThrow(TypeError);
  expect(Object.getOwnPropertyNames(before.realm.setTimeout?.value)).toEqual(Object.getOwnPropertyNames(setTimeout));
});

test.each([
  ["2020-02-03", false],
  ["2020-02-03T10:00:00Z", false],
  ["2020-02-03T10:00:00+02:00", false],
  ["Tue, 01 Dec 2026 13:00:00 GMT", false],
  ["2020", false],
  ["2020-02-03T10:00:00", true],
  ["1 January 2020", true],
  ["12/24/2020", true],
  ["01-01-2024", true],
  ["Jan-01-2024", true],
  ["  2024-01-01", true],
  ["2024-1-1", true],
  ["1 Jan 2024 10:00", true],
  ["", false],
  ["foo", false],
  ["1 Jan 2024 EST", false],
  ["1 Jan 2024 10:00 PDT", false],
  ["1 Jan 2024 10:00 +0200", false],
  ["1 Jan 2024 +0200", false],
  ["2024-01-01T10:00:00.123+02:00", false],
  ["2024-01", false],
  ["+002024-01-01", false],
  ["Tue Dec 01 2026 13:00:00 GMT+0100 (Central European Standard Time)", false],
  [5, false],
])("%s is a local time: %s", (text, isLocal) => {
  expect(isLocalTime(text)).toBe(isLocal);
});
