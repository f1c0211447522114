// Where in a stack the call of a tripwire stands. Engines write stacks differently; a wrapper's name is in all of them.

import { tripwireName } from "../tripwires/realm.js";

/** The frames of ours are the first of a stack. */
const ownFramesMax = 8;
const framesMax = 10;

/** The place of the call as `address:line:column`, and the stack from there on; what a stack does not tell is left out. */
export function callSite(stack: unknown): { readonly site?: string; readonly stack?: string } {
  if (typeof stack !== "string") return {};
  const lines = stack.split("\n").filter((line) => line.trim() !== "");
  const named = lines.slice(0, ownFramesMax).findLastIndex((line) => line.includes(tripwireName));
  // Behind the one that is named stands the wrapper.
  const behind = named === -1 ? lines : lines.slice(named + 2);
  const armed = behind.findIndex((line) => /(^|[\s.])armed(@| \()/.test(line));
  // What called the game is ours again; the last of it before `armed` is the call itself.
  const frames = armed < 2 ? behind : behind.slice(0, armed - 1);
  const site = frames.map(placeOf).find((place) => place !== undefined);
  const text = frames
    .slice(0, framesMax)
    .map((line) => line.trim())
    .join("\n");
  return { ...(site === undefined ? {} : { site }), ...(text === "" ? {} : { stack: text }) };
}

/** `at name (place)` and `at place` as V8 writes it, `name@place` and `place` as others do. A place may hold an `@`. */
function placeOf(line: string): string | undefined {
  const [, place] =
    /\(([^()]+:\d+:\d+)\)\s*$/.exec(line) ??
    /^\s*at (?:async )?([^\s(].*:\d+:\d+)\s*$/.exec(line) ??
    /^(?:(?!\w+:\/\/)[^@]*@)?(\S.*:\d+:\d+)$/.exec(line.trim()) ??
    [];
  return place;
}
