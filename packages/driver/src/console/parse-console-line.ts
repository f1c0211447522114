// What one console line of a game's bridge says. Lines come from a page's console or from Chromium's own log.

import type { Reply, Snapshot, Verdict } from "@tickbridge/bridge/protocol";
import type { Description } from "../game-session.js";

/** How a run ended: `result` is the snapshot's, `evaluation` the game's verdict. */
export interface RunEnd {
  readonly tick: number;
  readonly seed: number;
  readonly result?: unknown;
  readonly evaluation?: unknown;
  /** How many entries are left of each field that made the line too long, 0 where nothing is. */
  readonly cut?: { readonly [field: string]: number };
}

/** A piece of a line that would have been longer than 64 KiB; `part` counts from 1. */
export interface ConsolePart {
  /** The reply's; 0 for what `describe` says. */
  readonly seq: number;
  readonly part: number;
  readonly of: number;
  readonly data: string;
}

/** A console line, by `kind`. `prefix` is the word that it begins with, such as `CANDY`. */
export type ConsoleLine = { readonly prefix: string } & (
  | { readonly kind: "ready"; readonly description: Description }
  | { readonly kind: "state"; readonly state: Snapshot }
  | { readonly kind: "result"; readonly reply: Reply }
  | { readonly kind: "run-end"; readonly end: RunEnd }
  | { readonly kind: "replay-end"; readonly verdict: Verdict }
  | { readonly kind: "part"; readonly part: ConsolePart }
  | MalformedLine
);

/** A line that begins like one of a bridge and is none: cut off, or another program's. */
export interface MalformedLine {
  readonly kind: "malformed";
  readonly reason: string;
  /** Its beginning. */
  readonly text: string;
}

export interface ConsoleOptions {
  /** The game's prefix (`__myGame`), or what its lines begin with (`MYGAME`). Lines of any prefix are taken unless named. */
  readonly prefix?: string;
}

type Fields = { readonly [field: string]: unknown };

const linePattern = /^(\S*?)_(READY|STATE|RESULT|RUN_END|REPLAY_END|PART) (\{.*)$/s;
/** The log of `--enable-logging=stderr`: the text stands in quotes, none inside it escaped; an address holds no quote. */
const chromiumPattern = /^\[[\d:/.]+:[A-Z]+:CONSOLE(?::\d+|\(\d+\))\] "(.*)", source: [^"]* \(\d+\)$/s;
const shownCharactersMax = 200;

/**
 * Reads one console line: as the page printed it, or as Chromium's log wraps it. Undefined for a line that is not a
 * bridge's: anything may stand between them, but a line with other text before its word is no line of a bridge. Never throws.
 */
export function parseConsoleLine(line: string, { prefix }: ConsoleOptions = {}): ConsoleLine | undefined {
  const ended = line.replace(/\r?\n$/, "");
  const text = chromiumPattern.exec(ended)?.[1] ?? ended;
  const [, word = "", kind = "", json = ""] = linePattern.exec(text) ?? [];
  if (kind === "" || !(prefix === undefined ? isPlainWord(word) : names(prefix, word))) return undefined;
  const malformed = (reason: string) =>
    ({ kind: "malformed", prefix: word, reason, text: text.slice(0, shownCharactersMax) }) as const;
  const value = parseObject(json);
  if (value === undefined) return malformed("what follows the word is no whole JSON");
  const content = contentOf(kind, value);
  return content === undefined ? malformed(`it has not the fields of ${kind}`) : withPrefix(word, content);
}

/** A line of a game, its kind first. */
export function withPrefix(prefix: string, content: Content): ConsoleLine {
  const { kind, ...fields } = content;
  return { kind, prefix, ...fields } as ConsoleLine;
}

/** What a line that came in parts says, once they are joined; undefined for what no bridge sends so. */
export function contentOfParts(json: string): Content | undefined {
  const value = parseObject(json);
  return value && (contentOf("RESULT", value) ?? contentOf("READY", value));
}

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;
/** What a line says, whoever says it. */
type Content = DistributiveOmit<Exclude<ConsoleLine, MalformedLine>, "prefix">;

/** Whether a game with an ordinary prefix may print such a word: a name in JavaScript, in capitals. */
function isPlainWord(word: string): boolean {
  return word === word.toUpperCase() && /^[\p{L}\p{N}_$]*$/u.test(word);
}

/** Whether lines of a game with this prefix begin with the word; `MYGAME_` will do for `MYGAME`. */
function names(prefix: string, word: string): boolean {
  const wanted = prefix.replace(/^_+/, "").toUpperCase();
  return wanted === word || wanted === `${word}_`;
}

function parseObject(json: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** The fields that tell a bridge's line from another program's; the rest is the bridge's own affair. */
function contentOf(kind: string, value: Fields): Content | undefined {
  switch (kind) {
    case "READY":
      return typeof value.protocol === "number"
        ? { kind: "ready", description: value as unknown as Description }
        : undefined;
    case "STATE":
      return Number.isInteger(value.snap) && typeof value.runState === "string"
        ? { kind: "state", state: value as unknown as Snapshot }
        : undefined;
    case "RESULT":
      return isReply(value) ? { kind: "result", reply: value as unknown as Reply } : undefined;
    case "RUN_END":
      return Number.isInteger(value.tick) && Number.isInteger(value.seed)
        ? { kind: "run-end", end: value as unknown as RunEnd }
        : undefined;
    case "REPLAY_END":
      return typeof value.verdict === "string"
        ? { kind: "replay-end", verdict: value as unknown as Verdict }
        : undefined;
    case "PART":
      return isPart(value) ? { kind: "part", part: value as unknown as ConsolePart } : undefined;
  }
  return undefined;
}

function isReply({ ok, cmd, seq, tick, error }: Fields): boolean {
  if (typeof cmd !== "string" || !Number.isInteger(seq) || !Number.isInteger(tick)) return false;
  return ok === true || (ok === false && typeof error === "object" && error !== null && "code" in error);
}

function isPart({ seq, part, of, data }: Fields): boolean {
  if (!Number.isInteger(seq) || typeof data !== "string") return false;
  return Number.isInteger(part) && Number.isInteger(of) && Number(part) >= 1 && Number(part) <= Number(of);
}
