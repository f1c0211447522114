// SPEC section 2, as a table; what the page does by it is tested in a browser.

import { expect, test } from "vitest";
import { isBridgeOn } from "./gate.js";

const on = [
  "/?agent=1",
  "/?agent=true",
  "/?agent",
  "/?agent=",
  "/agent-mode",
  "/agent-mode/",
  "/games/agent-mode/index.html",
  "/?a=b&agent=1",
];
const off = [
  "/",
  "/?agent=0",
  "/?agent=false",
  "/?agent=1&agent=0",
  "/?agent=0&agent=1",
  "/agent-mode/?agent=0",
  "/agent-mode/?agent=false",
  "/#agent=1",
  "/#/agent-mode/",
  "/my-agent-mode/",
  "/agent-mode.html",
  "/?agent=2",
  "/?agent=TRUE",
  "/?Agent=1",
  "/?agents=1",
  "/?path=/agent-mode/",
];

test.each(on)("%s is on", (path) => expect(isBridgeOn(`https://game.example${path}`)).toBe(true));
test.each(off)("%s is off", (path) => expect(isBridgeOn(`https://game.example${path}`)).toBe(false));
test("a file's address goes by the same rules", () => {
  expect(isBridgeOn("file:///games/paddle/index.html?agent=1")).toBe(true);
  expect(isBridgeOn("file:///games/paddle/index.html")).toBe(false);
});
test("no page at all is on", () => expect(isBridgeOn(undefined)).toBe(true));
test("a document without a usable address is off", () => {
  expect(isBridgeOn("about:srcdoc")).toBe(false);
  expect(isBridgeOn("about:blank")).toBe(false);
});
