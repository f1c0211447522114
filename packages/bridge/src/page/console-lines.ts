// The console protocol of SPEC section 4, for agents that can read only the console.

import type { Reply, Snapshot, Verdict } from "../protocol.js";
import { loadLate } from "../session/late.js";
import type { Run } from "../session/run.js";
import { safeJson } from "../session/safe-json.js";
import type { Session } from "../session/session.js";

const lineBytesMax = 65536;
/** A character of JSON takes at most three bytes in a JSON string, but half a pair at either end, which takes six. */
const partCharactersMax = 20_000;
const realTimeStateTicks = 6;

export interface ConsoleLines {
  ready(description: unknown): void;
  replied(reply: Reply, state: Snapshot): void;
  runEnded(session: Session, run: Run): void;
  replayEnded(verdict: Verdict): void;
  /** A tick of real time has run. */
  ticked(session: Session, run: Run): void;
}

/** What the lines of a prefix begin with: `__candy` gives `CANDY`. */
export function lineWord(prefix: string): string {
  return prefix.replace(/^_+/, "").toUpperCase();
}

export function consoleLines(prefix: string): ConsoleLines {
  const word = lineWord(prefix);
  // No kind is longer than REPLAY_END.
  const bytesMax = lineBytesMax - byteLength(word) - 12;
  /** From the first line on that has to be shortened: those behind it wait, so that their order stays. */
  let pending: Promise<void> | undefined;

  function log(kind: string, json: string): void {
    try {
      console.log(`${word}_${kind} ${json}`);
    } catch {
      // The page has put a console of its own there: no reason to stop playing.
    }
  }

  function print(kind: string, value: unknown, printLong: (json: string) => void | Promise<void>): void {
    const json = lineJson(value);
    const task = () => (byteLength(json) <= bytesMax ? log(kind, json) : printLong(json));
    const running = pending === undefined ? task() : pending.then(task);
    pending = running?.catch((thrown) => reportError(thrown));
  }

  function printWhole(kind: string, seq: number, value: unknown): void {
    print(kind, value, (json) => {
      const of = Math.ceil(json.length / partCharactersMax);
      for (let part = 1; part <= of; part++) {
        const data = json.slice((part - 1) * partCharactersMax, part * partCharactersMax);
        log("PART", lineJson({ seq, part, of, data }));
      }
    });
  }

  function printFitting(kind: string, value: object): void {
    print(kind, value, async () => {
      const { fitted } = await loadLate();
      log(kind, lineJson(fitted(value, bytesMax, (part) => byteLength(lineJson(part)))));
    });
  }

  return {
    ready: (description) => printWhole("READY", 0, description),
    replied(reply, state) {
      printWhole("RESULT", reply.seq, reply);
      printFitting("STATE", state);
    },
    runEnded({ state, game }, { tick, seed }) {
      let evaluation: unknown;
      try {
        evaluation = game.evaluate();
      } catch (thrown) {
        console.error(thrown);
      }
      printFitting("RUN_END", safeJson({ tick, seed, result: state.result, evaluation }).value as object);
    },
    replayEnded: (verdict) => printFitting("REPLAY_END", verdict),
    ticked(session, { tick }) {
      // Where real time stops by itself, nothing would tell of the choice or the end that stopped it.
      if (tick % realTimeStateTicks === 0 || !session.runsInRealTime) printFitting("STATE", session.state);
    },
  };
}

/** JSON with no character at which any reader of lines would break it: some break at U+2028 or U+0085 too. */
function lineJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
