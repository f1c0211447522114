// Where the command line writes: results to one stream, what is going on to the other.

import type { WriteStream } from "node:tty";

export interface Terminal {
  /** A line of the result, to stdout. */
  print(line: string): void;
  /** A line about what is going on or went wrong, to stderr. */
  say(line: string): void;
  /** A line that the next one replaces; where there is no terminal for that, a plain line now and then. */
  progress(line: string): void;
  /** `word` in the colour of its meaning, where colours are welcome. */
  paint(word: string, meaning: "good" | "bad" | "unsure"): string;
}

const colours = { good: 32, bad: 31, unsure: 33 } as const;
/** How often a log hears of work that takes long. */
const plainEveryMs = 10_000;
const clearLine = "\r\x1b[K";

/** This process's own streams. NO_COLOR, CI and a stream that is no terminal get plain lines. */
export function processTerminal(): Terminal {
  const { env, stdout, stderr } = process;
  const isPlain = (stream: WriteStream) => stream.isTTY !== true || env.CI !== undefined || env.TERM === "dumb";
  const coloured = !isPlain(stdout) && (env.NO_COLOR ?? "") === "";
  const live = !isPlain(stderr) && (env.NO_COLOR ?? "") === "";
  let shown = false;
  let plainMs = performance.now();
  const clear = () => {
    if (shown) stderr.write(clearLine);
    shown = false;
  };
  return {
    print(line) {
      clear();
      stdout.write(`${line}\n`);
    },
    say(line) {
      clear();
      stderr.write(`${line}\n`);
    },
    progress(line) {
      if (!live) {
        if (performance.now() - plainMs < plainEveryMs) return;
        plainMs = performance.now();
        stderr.write(`${line}\n`);
        return;
      }
      stderr.write(`${clearLine}${line.slice(0, stderr.columns - 1)}`);
      shown = true;
    },
    paint: (word, meaning) => (coloured ? `\x1b[${colours[meaning]}m${word}\x1b[0m` : word),
  };
}
