// The console protocol of SPEC section 4, for agents that can read only the console.

import type { Reply, Snapshot, Verdict } from "../protocol.js";
import type { Run } from "../session/run.js";
import { safeJson } from "../session/safe-json.js";
import type { Session } from "../session/session.js";

const lineBytesMax = 65536;
/** One character can take six in a JSON string; a part of this many always fits on a line. */
const partCharactersMax = 10_000;
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
  const print = (kind: string, json: string) => console.log(`${word}_${kind} ${json}`);

  function printState(state: Snapshot): void {
    print("STATE", fittingSnapshot(state, lineBytesMax - word.length - 7));
  }

  function printLarge(kind: string, seq: number, value: unknown): void {
    const json = JSON.stringify(value);
    if (byteLength(json) + word.length + kind.length + 2 <= lineBytesMax) {
      print(kind, json);
      return;
    }
    const of = Math.ceil(json.length / partCharactersMax);
    for (let part = 1; part <= of; part++) {
      const data = json.slice((part - 1) * partCharactersMax, part * partCharactersMax);
      print("PART", JSON.stringify({ seq, part, of, data }));
    }
  }

  return {
    ready: (description) => printLarge("READY", 0, description),
    replied(reply, state) {
      printLarge("RESULT", reply.seq, reply);
      printState(state);
    },
    runEnded({ state, game }, { tick, seed }) {
      let evaluation: unknown;
      try {
        evaluation = game.evaluate();
      } catch (thrown) {
        console.error(thrown);
      }
      print("RUN_END", JSON.stringify(safeJson({ tick, seed, result: state.result, evaluation }).value));
    },
    replayEnded: (verdict) => print("REPLAY_END", JSON.stringify(verdict)),
    ticked(session, { tick }) {
      if (tick % realTimeStateTicks === 0) printState(session.state);
    },
  };
}

/** The snapshot as JSON of at most `bytesMax` bytes: the largest fields go first, and `cut` names them. */
function fittingSnapshot(state: Snapshot, bytesMax: number): string {
  let json = JSON.stringify(state);
  if (json.length * 3 <= bytesMax || byteLength(json) <= bytesMax) return json;
  const bySize = Object.keys(state)
    .map((field) => ({ field, size: JSON.stringify(state[field]).length }))
    .sort((left, right) => right.size - left.size);
  const cut: string[] = [];
  for (const { field } of bySize) {
    cut.push(field);
    json = JSON.stringify({ ...state, ...Object.fromEntries(cut.map((name) => [name, undefined])), cut });
    if (byteLength(json) <= bytesMax) break;
  }
  return json;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
