// The console lines of a page as a stream of typed events: long lines that came in parts are whole again.

import type { ReadableStream } from "node:stream/web";
import {
  type ConsoleLine,
  type ConsoleOptions,
  type ConsolePart,
  contentOfParts,
  parseConsoleLine,
  withPrefix,
} from "./parse-console-line.js";
import { readLines } from "./read-lines.js";

/** What a line says, or that some parts of one never came. */
export type ConsoleEvent = Exclude<ConsoleLine, { readonly kind: "part" }> | IncompleteEvent;

export interface IncompleteEvent {
  readonly kind: "incomplete";
  readonly prefix: string;
  readonly seq: number;
  /** How many parts there are, and how many of them came. */
  readonly of: number;
  readonly received: number;
}

/** Lines, one an item; or a whole text, or a stream of bytes or text, which are broken into lines. */
export type LineSource =
  | string
  | Iterable<string>
  | AsyncIterable<string>
  | NodeJS.ReadableStream
  | ReadableStream<Uint8Array | string>;

/**
 * The events of a source of console lines, in order; lines that are not a bridge's are left out. Ends with its source and
 * throws what that throws. Leaving the loop early closes the source.
 */
export async function* consoleEvents(
  source: LineSource,
  options: ConsoleOptions = {},
): AsyncGenerator<ConsoleEvent, void> {
  const joiner = new PartJoiner();
  for await (const text of linesOf(source)) {
    const line = parseConsoleLine(text, options);
    if (line === undefined) continue;
    if (line.kind === "part") yield* joiner.add(line.prefix, line.part);
    else {
      // A page that loads anew counts from 1 again; what the page before had not finished will not come.
      if (line.kind === "ready") yield* joiner.giveUp(line.prefix);
      yield line;
    }
  }
  yield* joiner.giveUp();
}

function linesOf(source: LineSource): Iterable<string> | AsyncIterable<string> {
  if (typeof source === "string") return readLines([source]);
  const isChunked = "getReader" in source || ("pipe" in source && !isObjectStream(source));
  return isChunked ? readLines(source as AsyncIterable<Uint8Array | string>) : (source as AsyncIterable<string>);
}

/** Whether a Node stream's items are lines, as those of `Readable.from(lines)`. */
function isObjectStream(stream: object): boolean {
  return (stream as { readonly readableObjectMode?: boolean }).readableObjectMode === true;
}

interface Series {
  readonly prefix: string;
  readonly seq: number;
  readonly of: number;
  readonly parts: Map<number, string>;
  characters: number;
}

/** Bounds what lines that are never finished can hold. A replay has at most 16 Mi characters. */
const openSeriesMax = 64;
const openCharactersMax = 64 * 1024 * 1024;

class PartJoiner {
  /** By prefix and seq, the oldest first. */
  readonly #open = new Map<string, Series>();
  #characters = 0;

  *add(prefix: string, { seq, part, of, data }: ConsolePart): Generator<ConsoleEvent> {
    const key = `${prefix} ${seq}`;
    let series = this.#open.get(key);
    const known = series?.parts.get(part);
    if (series !== undefined && (series.of !== of || (known !== undefined && known !== data))) {
      yield this.#drop(key, series);
      series = undefined;
    }
    if (series === undefined) {
      series = { prefix, seq, of, parts: new Map(), characters: 0 };
      this.#open.set(key, series);
    }
    if (!series.parts.has(part)) {
      series.parts.set(part, data);
      series.characters += data.length;
      this.#characters += data.length;
    }
    if (series.parts.size === of) {
      this.#forget(key, series);
      yield* this.#joined(series);
    }
    yield* this.#keepWithinBounds();
  }

  /** Gives up what is open, of one prefix or of all. */
  *giveUp(prefix?: string): Generator<IncompleteEvent> {
    for (const [key, series] of this.#open) {
      if (prefix === undefined || series.prefix === prefix) yield this.#drop(key, series);
    }
  }

  *#joined({ prefix, parts, of }: Series): Generator<ConsoleEvent> {
    const json = Array.from({ length: of }, (_, index) => parts.get(index + 1)).join("");
    const content = contentOfParts(json);
    if (content === undefined) {
      yield { kind: "malformed", prefix, reason: "its parts make no reply", text: json.slice(0, 200) };
      return;
    }
    if (content.kind === "ready") yield* this.giveUp(prefix);
    yield withPrefix(prefix, content) as ConsoleEvent;
  }

  *#keepWithinBounds(): Generator<IncompleteEvent> {
    for (const [key, series] of this.#open) {
      if (this.#open.size <= openSeriesMax && this.#characters <= openCharactersMax) return;
      yield this.#drop(key, series);
    }
  }

  #drop(key: string, series: Series): IncompleteEvent {
    this.#forget(key, series);
    const { prefix, seq, of, parts } = series;
    return { kind: "incomplete", prefix, seq, of, received: parts.size };
  }

  #forget(key: string, { characters }: Series): void {
    this.#open.delete(key);
    this.#characters -= characters;
  }
}
