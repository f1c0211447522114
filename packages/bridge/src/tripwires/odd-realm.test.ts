// A realm with parts that are unlike all others: what can be watched there is, and what cannot is told by its name.

import { expect, test } from "vitest";
import { installTripwires } from "./install.js";
import { tripwiresHere } from "./realm.js";

test("a getter that throws, a frozen function and an odd prototype leave the rest watched, and are told", () => {
  const odd = () => {
    throw new Error("odd");
  };
  const { localeCompare } = String.prototype;
  const { sin } = Math;
  Object.defineProperty(Math, "sin", { value: sin, writable: false, configurable: false });
  Object.defineProperty(globalThis, "scheduler", { get: odd, configurable: true });
  Object.defineProperty(Intl, "Collator", {
    configurable: true,
    value: new Proxy(Intl.Collator, { getOwnPropertyDescriptor: odd }),
  });
  const clock = new Proxy(performance, {
    getOwnPropertyDescriptor: (target, name) =>
      name === "now" ? odd() : Reflect.getOwnPropertyDescriptor(target, name),
  });
  Object.defineProperty(globalThis, "performance", { value: clock, configurable: true, writable: true });

  const tripwires = installTripwires("with-bridge");
  expect(tripwires).toBe(tripwiresHere());
  expect(tripwires.installed).toBe("with-bridge");
  expect(tripwires.untrapped.sort()).toEqual([
    "Intl.Collator.prototype",
    "Math.sin",
    "performance.now",
    "scheduler postTask",
  ]);
  expect(Math.sin).toBe(sin);
  // What is watched behind the odd one of its kind.
  expect(String.prototype.localeCompare).not.toBe(localeCompare);
  const heard: string[] = [];
  tripwires.hear = (api) => heard.push(api);
  Math.tan(1);
  new Intl.NumberFormat();
  "a".localeCompare("b");
  tripwires.hear = undefined;
  expect(heard).toEqual(["Math.tan", "Intl.NumberFormat", "String.prototype.localeCompare"]);
});
