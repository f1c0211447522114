// Addresses with the gate switched on and off.

import { expect, test } from "vitest";
import { unreachable, withGateOn, withoutAgent } from "./address.js";

test.each([
  ["http://a.b", "http://a.b/?agent=1"],
  ["http://a.b/play/?x=1#menu", "http://a.b/play/?x=1&agent=1#menu"],
  ["http://a.b/?name=a%20b+c&flag", "http://a.b/?name=a%20b+c&flag&agent=1"],
  ["http://a.b/?agent=1", "http://a.b/?agent=1"],
  ["http://a.b/?agent", "http://a.b/?agent"],
  ["http://a.b/?agent=true#x", "http://a.b/?agent=true#x"],
  ["http://a.b/?agent=2", "http://a.b/?agent=2&agent=1"],
  ["http://a.b/#agent=1", "http://a.b/?agent=1#agent=1"],
  ["http://a.b/agent-mode/", "http://a.b/agent-mode/?agent=1"],
  ["file:///game/index.html", "file:///game/index.html?agent=1"],
])("%s is opened as %s", (address, opened) => {
  expect(withGateOn(address)).toBe(opened);
});

test.each(["http://a.b/?agent=0", "http://a.b/?agent=1&agent=false", "http://a.b/agent-mode/?agent=0"])(
  "%s is refused, since it says no",
  (address) => {
    expect(() => withGateOn(address)).toThrow(expect.objectContaining({ code: "GATE_OFF" }));
  },
);

test.each(["", "game", "127.0.0.1:8080", "localhost:8080", "ftp://a.b/", "javascript:alert(1)", "about:blank"])(
  '"%s" is no address',
  (address) => {
    expect(() => withGateOn(address)).toThrow(expect.objectContaining({ code: "BAD_ADDRESS" }));
  },
);

test.each([
  ["http://a.b/?agent=1", "http://a.b/"],
  ["http://a.b/?x=a%20b&agent=1&y#z", "http://a.b/?x=a%20b&y#z"],
  ["http://a.b/agent-mode/?agent", "http://a.b/agent-mode/?agent=0"],
])("a player opens %s as %s", (address, opened) => {
  expect(withoutAgent(address)).toBe(opened);
});

test.each([
  ["page.goto: net::ERR_CONNECTION_REFUSED at http://a.b/", "is its server running"],
  ["page.goto: net::ERR_NAME_NOT_RESOLVED at http://a.b/", "check the host's name"],
  ["page.goto: Timeout 10ms exceeded.", "readyTimeoutMs"],
  ["page.goto: something else", "check the address"],
])("of %s a person is told what to do", (words, advice) => {
  expect(unreachable("http://a.b/", new Error(`${words}\nCall log: …`)).message).toContain(advice);
});
