// A look at JSON text before JSON.parse sees it: depth, number of values and keys, keys that come twice, truncation. JSON.parse
// would take the memory of the machine for some of these and hide others. Whether the text is JSON at all is left to it.

import { pointer, type Token } from "./pointer.js";
import { unexpected } from "./replay-error.js";

const quote = 34;
const comma = 44;
const colon = 58;
const backslash = 92;

// Objects of ever new keys cost an engine a hundred times as much as objects of one form.
const nameCountMax = 65_536;

/** The end of the string that starts at `start`, or -1. */
function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    let escapeStart = end;
    while (text.charCodeAt(escapeStart - 1) === backslash) escapeStart--;
    if (end < 0 || (end - escapeStart) % 2 === 0) return end;
  }
}

/** The key in `source` (with its quotes), escapes resolved: two spellings of one key are one key. */
function readKey(source: string): string {
  if (!source.includes("\\")) return source.slice(1, -1);
  try {
    return JSON.parse(source) as string;
  } catch {
    return source;
  }
}

/** @throws {ReplayError} naming the path of the first flaw. */
export function scanJson(text: string, levelsMax: number, countMax: number): void {
  const tokens: Token[] = [];
  const keySets: (Set<string> | undefined)[] = [];
  const names = new Set<string>();
  const fail = (expected: string): never => {
    throw unexpected(pointer(tokens), expected);
  };
  const failAsLarge = (expected: string): never => {
    throw unexpected(pointer(tokens), expected, "REPLAY_TOO_LARGE");
  };
  let count = 0;
  let stringStart = 0;
  let stringEnd = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const level = tokens.length - 1;
    if (unit === quote) {
      stringStart = index;
      stringEnd = endOfString(text, index);
      if (stringEnd < 0) fail("the rest of the text: it is cut off");
      index = stringEnd;
    } else if (unit === comma || unit === 0x5b || unit === 0x7b) {
      if (++count > countMax) failAsLarge(`at most ${countMax} values`);
      if (unit !== comma) {
        if (tokens.length >= levelsMax) fail(`at most ${levelsMax} levels`);
        keySets[tokens.length] = unit === 0x7b ? new Set() : undefined;
        tokens.push(unit === 0x7b ? "" : 0);
      } else if (keySets[level] === undefined && level >= 0) {
        tokens[level] = (tokens[level] as number) + 1;
      }
    } else if (unit === colon) {
      const keys = keySets[level];
      if (keys === undefined || level < 0) continue;
      const key = readKey(text.slice(stringStart, stringEnd + 1));
      tokens[level] = key;
      if (keys.size === keys.add(key).size) fail("a key that comes once");
      if (names.add(key).size > nameCountMax) failAsLarge(`at most ${nameCountMax} different keys`);
    } else if (unit === 0x5d || unit === 0x7d) {
      tokens.pop();
    }
  }
  if (tokens.length > 0) fail("the rest of the text: it is cut off");
}
