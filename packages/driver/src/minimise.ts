// Shrinks a replay that ends in a throw, a stop or a divergence to the fewest inputs, cheats and answers that still show
// it. Each question is a run of the game: the same replay on the same game asks the same questions.

import { createHash } from "node:crypto";
import { setImmediate as macrotask } from "node:timers/promises";
import type { JsonValue } from "@tickbridge/bridge";
import { parseReplay, type Replay } from "@tickbridge/replay";
import { DriverError } from "./errors.js";
import { type Candidate, candidateOf, cutAfter, type Given, waitsOf, withoutWait } from "./minimiser/candidate.js";
import { fewestParts, smallerNumber } from "./minimiser/delta-debugging.js";
import { isSame, simplerInputs } from "./minimiser/simpler-inputs.js";
import { type Aim, type Shown, Stage } from "./minimiser/stage.js";
import type { Side } from "./side.js";

export type { Given } from "./minimiser/candidate.js";
export type { Aim, Shown } from "./minimiser/stage.js";

export interface MinimiseOptions {
  /** What the replay shows; its throw unless named. */
  readonly shows?: Aim;
  /** For `diverged`: the other side. Without it, a fresh run of the same one. */
  readonly against?: Side;
  /** How many runs may be tried; 2,000 unless named. */
  readonly runsMax?: number;
  /** Told in words what is going on. */
  readonly onProgress?: (words: string) => void;
}

/** How much a replay gives to the game. */
export interface GivenCount {
  /** Inputs that are not neutral, each for one stretch of ticks; and the sum of these ticks. */
  readonly inputs: number;
  readonly inputTicks: number;
  readonly cheats: number;
  /** Answers to choices that stand as they were recorded. */
  readonly answers: number;
  readonly ticks: number;
}

export interface Minimised {
  /** Recorded anew. It is identical where it was recorded, and shows what was asked for. */
  readonly replay: Replay;
  readonly shown: Shown;
  /** What is left of what the replay gave. Other choices are answered by the first answer that the game offers. */
  readonly given: readonly Given[];
  readonly before: GivenCount;
  readonly after: GivenCount;
  /**
   * Whether no run showed it with anything more left out, shortened by a tick or made simpler alone; false when the runs were
   * used up. These runs followed one another in one session, unless a fresh one came out otherwise: a game in which a run
   * leaves something to the next may do with less where it is fresh.
   */
  readonly minimal: boolean;
  readonly runs: number;
}

export const runsMaxDefault = 2000;

/**
 * The smallest replay found that shows on `side` what `replay` shows. Runs are tried one after another in one session, and
 * the result is shown to hold on fresh ones; where it does not, all is done again with a fresh session a run.
 * @throws {DriverError} NOT_SHOWN when the replay does not show it there, or not each time.
 * @throws {CommandError} for a stop condition that the game does not have.
 */
export async function minimise(replay: Replay | string, side: Side, options: MinimiseOptions = {}): Promise<Minimised> {
  const parsed = parseReplay(replay);
  const { shows = { kind: "throw" }, against = side, runsMax = runsMaxDefault, onProgress = () => undefined } = options;
  let runs = 0;
  for (const isFreshEachTime of [false, true]) {
    const stage = new Stage(parsed, { side, against, isFreshEachTime }, shows);
    try {
      const minimiser = new Minimiser(parsed, stage, runsMax - runs, onProgress);
      const found = await minimiser.run();
      runs += minimiser.runs;
      const confirmed = await stage.record(found.candidate);
      if (confirmed !== undefined) {
        const { candidate, ...rest } = found;
        return { ...rest, ...confirmed, given: candidate.given, after: countOf(candidate), runs };
      }
    } finally {
      await stage.close();
    }
    onProgress("on a fresh page it does not show it: trying again, each run on a fresh one");
  }
  throw new DriverError(
    "NOT_SHOWN",
    "the replay shows it sometimes and sometimes not: the game does not repeat itself (tickbridge localise says where)",
  );
}

function countOf({ given, ticks }: Candidate): GivenCount {
  const inputs = given.filter((part) => part.kind === "input");
  return {
    inputs: inputs.length,
    inputTicks: inputs.reduce((sum, part) => sum + part.ticks, 0),
    cheats: given.filter(({ kind }) => kind === "cheat").length,
    answers: given.filter(({ kind }) => kind === "answer").length,
    ticks,
  };
}

/** One search, from the whole replay to a candidate of which nothing can be left out. */
class Minimiser {
  readonly #replay: Replay;
  readonly #stage: Stage;
  readonly #runsMax: number;
  readonly #tell: (words: string) => void;
  /** Candidates that were tried, by their digest, with what is left of them. */
  readonly #tried = new Map<string, Candidate | undefined>();
  #best!: Candidate;
  #usedUp = false;
  runs = 0;

  constructor(replay: Replay, stage: Stage, runsMax: number, tell: (words: string) => void) {
    this.#replay = replay;
    this.#stage = stage;
    this.#runsMax = runsMax;
    this.#tell = tell;
  }

  async run(): Promise<{ readonly candidate: Candidate; readonly before: GivenCount; readonly minimal: boolean }> {
    const neutral = await this.#stage.neutralInput();
    const whole = candidateOf(this.#replay, neutral);
    this.runs++;
    const { ending, ...first } = await this.#stage.showFirst(whole);
    this.#best = cutAfter(whole, ending.tick, ending.answers);
    if (first.kind === "diverged") await this.#shortenEnd(first.tick);
    for (let before: Candidate | undefined; before !== this.#best && !this.#usedUp; ) {
      before = this.#best;
      await this.#leaveOut();
      await this.#shortenHolds();
      await this.#simplify(neutral);
      await this.#shortenWaits();
      // A throw and a stop end their run: any shorter one is its beginning, without them.
      if (first.kind === "diverged") await this.#shortenEnd(this.#best.ticks);
    }
    return { candidate: this.#best, before: countOf(whole), minimal: !this.#usedUp };
  }

  /** What is left of a candidate that shows it, which is then the best; undefined when it does not. */
  async #try(candidate: Candidate): Promise<Candidate | undefined> {
    // A game in this process, and all that was tried before, would leave no turn for anything else, an interrupt least.
    await macrotask();
    const digest = digestOf(candidate);
    if (!this.#tried.has(digest)) {
      if (this.runs >= this.#runsMax) {
        this.#usedUp = true;
        return undefined;
      }
      this.runs++;
      const shown = await this.#stage.show(candidate);
      const left = shown && cutAfter(candidate, shown.ending.tick, shown.ending.answers);
      this.#tried.set(digest, left);
      const { given, ticks } = left ?? this.#best;
      this.#tell(
        `run ${this.runs} of at most ${this.#runsMax}: ${given.length} inputs, cheats and answers, ${ticks} ticks`,
      );
    }
    const left = this.#tried.get(digest);
    if (left !== undefined && digestOf(left) !== digestOf(this.#best)) this.#best = left;
    return left;
  }

  async #leaveOut(): Promise<void> {
    await fewestParts(this.#best.given, async (given) => (await this.#try({ ...this.#best, given }))?.given);
  }

  /** Each input as short as it can be, from its end and from its beginning. */
  async #shortenHolds(): Promise<void> {
    for (let place = 0; place < this.#best.given.length; place++) {
      const held = (): Extract<Given, { kind: "input" }> | undefined => {
        const part = this.#best.given[place];
        return part?.kind === "input" ? part : undefined;
      };
      const whole = held();
      if (whole === undefined) continue;
      await smallerNumber(1, whole.ticks, (ticks) => this.#tryAt(place, { ...whole, ticks }));
      const cut = held();
      if (cut === undefined) continue;
      const end = cut.tick + cut.ticks;
      await smallerNumber(1, cut.ticks, (ticks) => this.#tryAt(place, { ...cut, tick: end - ticks, ticks }));
    }
  }

  async #simplify(neutral: JsonValue): Promise<void> {
    for (let place = 0; place < this.#best.given.length; place++) {
      for (let isSimpler = true; isSimpler; ) {
        isSimpler = false;
        const part = this.#best.given[place];
        if (part?.kind !== "input") break;
        for (const input of simplerInputs(part.input, neutral)) {
          // That would be to leave it out.
          if (isSame(input, neutral)) continue;
          isSimpler = await this.#tryAt(place, { ...part, input });
          if (isSimpler) break;
        }
      }
    }
  }

  /** Leaves out ticks in which nothing is given, before something is. */
  async #shortenWaits(): Promise<void> {
    for (let place = 0; place < waitsOf(this.#best).length; place++) {
      const whole = this.#best;
      const wait = waitsOf(whole)[place];
      if (wait === undefined) break;
      const shown = (ticks: number) => this.#try(withoutWait(whole, wait.tick, wait.ticks - ticks));
      const left = await smallerNumber(0, wait.ticks, async (ticks) => (await shown(ticks)) !== undefined);
      // Nothing is left of the wait, so that the next one has its place.
      if (left === 0) place--;
    }
  }

  /** Leaves out the last ticks. `seenAt` is where the difference was seen, most likely the last tick that is needed. */
  async #shortenEnd(seenAt: number): Promise<void> {
    const whole = this.#best;
    const shows = async (ticks: number) =>
      (await this.#try(cutAfter(whole, ticks, Number.POSITIVE_INFINITY))) !== undefined;
    const isEnough = seenAt < whole.ticks && (await shows(seenAt));
    await smallerNumber(0, isEnough ? seenAt : whole.ticks, shows);
  }

  async #tryAt(place: number, part: Given): Promise<boolean> {
    const given = this.#best.given.with(place, part);
    return (await this.#try({ ...this.#best, given })) !== undefined;
  }
}

function digestOf({ given, ticks }: Candidate): string {
  return createHash("sha256")
    .update(JSON.stringify([ticks, given]))
    .digest("base64");
}
