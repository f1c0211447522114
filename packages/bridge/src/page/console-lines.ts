// The console protocol of SPEC section 4, for agents that can read only the console.

import type { Reply, Snapshot, Verdict } from "../protocol.js";
import type { Run } from "../session/run.js";
import { safeJson } from "../session/safe-json.js";
import type { Session } from "../session/session.js";

const lineBytesMax = 65536;
/** A character of JSON takes at most three bytes in a JSON string, but half a pair at either end, which takes six. */
const partCharactersMax = 20_000;
const realTimeStateTicks = 6;
/** What the list of left out fields may take. */
const cutBytesMax = 4096;
/** Left out last: what an agent cannot go on without. */
const frameFields = ["tick", "snap", "runState", "pauseOwners", "seed", "choice", "choicesQueued", "faulted"];

export interface ConsoleLines {
  ready(description: unknown): void;
  replied(reply: Reply, state: Snapshot): void;
  runEnded(session: Session, run: Run): void;
  replayEnded(verdict: Verdict): void;
  /** A tick of real time has run. */
  ticked(session: Session, run: Run): void;
}

export function consoleLines(prefix: string): ConsoleLines {
  const word = prefix.replace(/^_+/, "").toUpperCase();
  // No kind is longer than REPLAY_END.
  const bytesMax = lineBytesMax - byteLength(word) - 12;

  function print(kind: string, json: string): void {
    try {
      console.log(`${word}_${kind} ${json}`);
    } catch {
      // The page has put a console of its own there: no reason to stop playing.
    }
  }

  function printWhole(kind: string, seq: number, value: unknown): void {
    const json = lineJson(value);
    if (byteLength(json) <= bytesMax) {
      print(kind, json);
      return;
    }
    const of = Math.ceil(json.length / partCharactersMax);
    for (let part = 1; part <= of; part++) {
      const data = json.slice((part - 1) * partCharactersMax, part * partCharactersMax);
      print("PART", lineJson({ seq, part, of, data }));
    }
  }

  const printFitting = (kind: string, value: object) => print(kind, fittingSnapshot(value, bytesMax));

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

/**
 * A snapshot as JSON of at most `bytesMax` bytes in UTF-8, on one line. In one that is larger the largest fields give way:
 * a list loses its far end, anything else goes. `cut` says how many entries are left of each field that was cut, 0 where
 * nothing is; `cutMore` counts the fields that have no room in `cut`.
 */
export function fittingSnapshot(snapshot: object, bytesMax: number): string {
  const whole = lineJson(snapshot);
  if (byteLength(whole) <= bytesMax) return whole;
  const fields = Object.entries(snapshot).map(([field, value]) => {
    const bytes = byteLength(lineJson({ [field]: value })) - 1;
    // A game's own field `cut` has to make room for ours.
    const rank = field === "cut" ? Number.POSITIVE_INFINITY : frameFields.includes(field) ? bytes - 1e12 : bytes;
    return { field, value, bytes, rank };
  });
  fields.sort((left, right) => right.rank - left.rank);
  const kept: Record<string, unknown> = { ...snapshot };
  const cut: Record<string, number> = {};
  let cutMore = 0;
  let cutBytesLeft = Math.min(cutBytesMax, bytesMax >> 2);
  // The braces, and the names and numbers of what is added.
  let bytesOver = fields.reduce((sum, { bytes }) => sum + bytes, 40) - bytesMax;
  for (const { field, value, bytes } of fields) {
    delete kept[field];
    bytesOver -= bytes;
    // The name, the colon, the number and a comma.
    const nameBytes = byteLength(lineJson(field)) + 12;
    const isNamed = nameBytes <= cutBytesLeft;
    if (isNamed) {
      cutBytesLeft -= nameBytes;
      bytesOver += nameBytes;
      cut[field] = 0;
    } else cutMore++;
    if (bytesOver > 0) continue;
    if (isNamed && Array.isArray(value) && field !== "cut") {
      const start = startWithin(value, -bytesOver - nameBytes);
      if (start.length > 0) kept[field] = start;
      cut[field] = start.length;
    }
    break;
  }
  return lineJson({ ...kept, cut, cutMore: cutMore || undefined });
}

/** The longest start of a list whose entries take no more bytes. */
function startWithin(list: readonly unknown[], bytesMax: number): readonly unknown[] {
  let bytesLeft = bytesMax;
  const end = list.findIndex((entry) => {
    bytesLeft -= byteLength(lineJson(entry)) + 1;
    return bytesLeft < 0;
  });
  return end < 0 ? list : list.slice(0, end);
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
