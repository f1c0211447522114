// The place of a call, from stacks as each engine writes them.

import { expect, test } from "vitest";
import { callSite } from "./call-site.js";

const stacks: readonly [engine: string, stack: string, site: string, first: string][] = [
  [
    "Chromium, a function of Math",
    `Error: a call
    at stackHere (http://x/chunk.js:1:10)
    at Sentinel.disarmed (http://x/chunk.js:1:20)
    at Object.tickbridgeTripwire (http://x/chunk.js:1:30)
    at http://x/chunk.js:1:40
    at wander (http://x/main.js:7:21)
    at Object.tick (http://x/main.js:9:3)
    at http://x/core.js:1:5
    at e.armed (http://x/core.js:1:6)`,
    "http://x/main.js:7:21",
    "at wander (http://x/main.js:7:21)\nat Object.tick (http://x/main.js:9:3)",
  ],
  [
    "Node, a file with a space and a callback of a native function",
    `Error: a call
    at Object.tickbridgeTripwire (file:///b/realm.js:1:30)
    at Object.apply (file:///b/wrap.js:1:40)
    at Array.map (<anonymous>)
    at wander (/my games/main.js:7:21)`,
    "/my games/main.js:7:21",
    "at Array.map (<anonymous>)\nat wander (/my games/main.js:7:21)",
  ],
  [
    "Firefox",
    `disarmed@http://x/chunk.js:1:20
tickbridgeTripwire@http://x/chunk.js:1:30
apply@http://x/chunk.js:1:40
wander@http://x/main.js:7:21
tick@http://x/main.js:9:3
#play/</<@http://x/core.js:1:5
armed@http://x/core.js:1:6`,
    "http://x/main.js:7:21",
    "wander@http://x/main.js:7:21\ntick@http://x/main.js:9:3",
  ],
  [
    "WebKit, in code of the page itself",
    `tickbridgeTripwire@http://x/chunk.js:1:30
@http://x/chunk.js:1:40
sin@[native code]
http://x/main.js:7:21`,
    "http://x/main.js:7:21",
    "sin@[native code]\nhttp://x/main.js:7:21",
  ],
];

test.each(stacks)("%s", (_engine, text, site, stack) => {
  expect(callSite(text)).toEqual({ site, stack });
});

test.each([undefined, 5, "", "Error: a call"])("a stack that tells nothing gives no place: %j", (stack) => {
  expect(callSite(stack).site).toBeUndefined();
});
