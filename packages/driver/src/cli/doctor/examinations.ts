// What a game is examined for: a row says how the game is opened and how its run is played again there, and what it means
// when that comes out differently.

import type { PageEnvironment } from "../../browser.js";
import type { OpenGame, Way } from "./playing.js";
import { tickByTick, withFrames, withLoads, withReads, withRewinds } from "./ways.js";

/** How a page is opened. */
export interface PageOpening extends PageEnvironment {
  /** Another run is played first: in the same page, or in one that is then loaded again. */
  readonly after?: "run" | "reload";
  /** Scripts that run before the page's own. */
  readonly scripts?: readonly string[];
}

/** How a game is opened in this process. */
export interface ModuleOpening {
  readonly after?: "run";
  readonly timezone?: string;
}

/** Opens games of one kind. */
export type Open<Opening> = (opening: Opening) => Promise<OpenGame>;

export interface Examination<Opening> {
  /** For programs. */
  readonly name: string;
  /** Where or how, in words. */
  readonly words: string;
  readonly opening?: Opening;
  readonly way?: Way;
  /** A capability of the game that it needs. */
  readonly needs?: string;
  /** Its parts, each of which is examined when the whole comes out differently. */
  readonly apart?: readonly Examination<Opening>[];
  /** What it may be, and what to do, when the run comes out differently. */
  readonly advice: string;
}

const contract = "docs/determinism-contract.md, What is yours";

const outlives =
  "a variable of a module, a cache or a kept input outlives the run before it: start must set everything";
const surroundings = `the state depends on where the game runs, and a replay from here diverges there (${contract})`;
const reading = "what only looks must not change: draw what decorates from a random stream of its own";
const loading =
  "save leaves something out, or load does not bring it back: derived caches, contacts of a physics engine, the order of keys " +
  "(without load, going back simulates again from the start, and is always exact)";
const timed = "a promise, a timer or an event listener of the game changes the state between two ticks: do it in tick";

/** Takes from the page every frame that it would draw. */
const noFrames = `globalThis.requestAnimationFrame = () => 0;
  Object.defineProperty(Document.prototype, "visibilityState", { get: () => "hidden" });
  Object.defineProperty(Document.prototype, "hidden", { get: () => true });`;

/** Far from each other and from most machines: an odd quarter of an hour, and another date for most of the day. */
const timezones = ["Pacific/Chatham", "America/St_Johns"] as const;
/** Turkish writes I in its own way and a comma for a point, Egyptian Arabic its own digits. */
const places = [
  { timezone: timezones[0], locale: "tr-TR", width: 360, height: 640, devicePixelRatio: 3 },
  { timezone: timezones[1], locale: "ar-EG", width: 2560, height: 1440, devicePixelRatio: 2 },
] as const;

const anywhere = {
  again: { name: "again", opening: { after: "run" }, advice: outlives },
  ticks: { name: "macrotasks", words: "with one macrotask a tick", way: tickByTick, advice: timed },
  reads: { name: "reads", words: "with reads between ticks", way: withReads, advice: reading },
  loads: {
    name: "loads",
    words: "with its state saved and loaded in place",
    way: withLoads,
    needs: "load",
    advice: loading,
  },
  rewinds: { name: "rewinds", words: "with rewinds at random ticks", way: withRewinds, advice: loading },
} as const;

export const pageExaminations: readonly Examination<PageOpening>[] = [
  { ...anywhere.again, words: "again on the same page" },
  {
    name: "reload",
    words: "after a reload",
    opening: { after: "reload" },
    advice: `what a run leaves in the browser's storage must not reach the next: ${contract}`,
  },
  anywhere.ticks,
  {
    name: "frames",
    words: "with frames drawn between ticks",
    way: withFrames,
    advice: `${reading}; render gets the state and leaves it alone`,
  },
  {
    name: "no-frames",
    words: "hidden, with no frame drawn",
    opening: { scripts: [noFrames] },
    advice: `${reading}; nothing of the simulation may wait for a frame`,
  },
  anywhere.reads,
  anywhere.loads,
  anywhere.rewinds,
  ...places.map(examinationOf),
];

export const moduleExaminations: readonly Examination<ModuleOpening>[] = [
  { ...anywhere.again, words: "again in the same session" },
  anywhere.ticks,
  anywhere.reads,
  anywhere.loads,
  anywhere.rewinds,
  ...timezones.map((timezone) => ({
    name: "time-zone",
    words: `in the time zone ${timezone}, its module imported anew (and nothing that it imports)`,
    opening: { timezone },
    advice: surroundings,
  })),
];

/** One page for all that a place says of its machine; what does not repeat there is looked for part by part. */
function examinationOf({
  timezone,
  locale,
  width,
  height,
  devicePixelRatio,
}: (typeof places)[number]): Examination<PageOpening> {
  const words = {
    timezone: `in the time zone ${timezone}`,
    locale: `in the locale ${locale}`,
    window: `in a window of ${width} by ${height} with ${devicePixelRatio} device pixels to a pixel`,
  };
  const window = { viewport: { width, height }, devicePixelRatio };
  return {
    name: "surroundings",
    words: Object.values(words).join(", "),
    opening: { timezone, locale, ...window },
    advice: surroundings,
    apart: [
      { name: "time-zone", words: words.timezone, opening: { timezone }, advice: surroundings },
      { name: "locale", words: words.locale, opening: { locale }, advice: surroundings },
      {
        name: "window",
        words: words.window,
        opening: window,
        advice: `${surroundings}; make the size an input or an option of the run if it must count`,
      },
    ],
  };
}

/** Of the run itself, before all others. */
export const freshAdvice = `the game does not repeat its own run: a clock, Math.random, a timer, a promise or (in Node) a variable of a module is in it (${contract})`;
export const selfCheckAdvice = loading;
/** Of a state that the bridge saw change in a look, or between two ticks, whatever was examined. */
export const readDetails = { examination: anywhere.reads.name, advice: reading };
export const timedDetails = { examination: anywhere.ticks.name, advice: timed };
/** Of the run in Node against the run in the page. */
export const nodeAdvice =
  "the state depends on the page, or on the engine: native maths and ** differ between engines, so use " +
  "@tickbridge/bridge/math (docs/embedding.md, Maths)";
