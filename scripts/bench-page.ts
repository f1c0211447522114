// The page of the benchmark: one game behind the bridge, and a second one of the same code that is ticked bare.

import { mount } from "@tickbridge/bridge";
import { createSession } from "@tickbridge/bridge/session";
import { type Candyrush, createCandyrush } from "../examples/candyrush-mock/src/game.js";

interface PageGlobals {
  __candyStartRun(options: object): void;
  __candyStep(n: number): void;
  __candyWait(timeoutMs: number): Promise<{ readonly ok: boolean; readonly results: readonly unknown[] }>;
}

type Exchange = (commands: string, timeoutMs: number, aloud: boolean) => Promise<string>;

const bridged = createCandyrush();
const bare = createCandyrush();
/** A state with several hundred enemies from which no choice opens for 600 ticks. */
let benchState: unknown;

// With `?idle` the page has nothing to do in its turns, so that what they cost is not its own drawing.
if (!location.search.includes("idle")) mount(bridged, { autoStart: false });
Object.assign(window, { bench: { prepare, bareTicks, bridgedTicks, bareDecision, turnShare } });

function load(game: Candyrush): void {
  game.load?.(structuredClone(benchState) as never);
}

/** Plays the bare game until it has that many enemies and finds a stretch of 600 ticks without a choice; says how many. */
async function prepare(enemiesWanted: number): Promise<number> {
  await bare.start(777001, { characterId: 0, arcId: 0 });
  tickBare(0);
  bare.cheats?.setInvulnerable?.apply({ on: true });
  let tick = 1;
  while (tick < 60_000) {
    for (const until = tick + 600; tick < until; tick++) tickBare(tick);
    const { enemiesTotal } = bare.snapshot({ maxEntities: 0, since: 0 }) as { enemiesTotal: number };
    if (enemiesTotal < enemiesWanted) continue;
    benchState = bare.save?.();
    if (await isQuiet()) return enemiesTotal;
  }
  throw new Error("no quiet stretch of 600 ticks was found");
}

/** One tick of a walk in circles; choices are answered by their first option. */
function tickBare(tick: number): boolean {
  const turn = Math.floor(tick / 90) % 4;
  bare.tick({ moveX: [1, 0, -1, 0][turn] ?? 0, moveY: [0, 1, 0, -1][turn] ?? 0 });
  const asked = bare.choices?.open() !== undefined;
  while (bare.choices?.open() !== undefined) bare.choices.resolve("Pick", 0);
  return asked;
}

/** Whether the bridged game, standing still, runs 600 ticks from the bench state. Leaves it there. */
async function isQuiet(): Promise<boolean> {
  const page = window as unknown as PageGlobals;
  page.__candyStartRun({});
  await page.__candyWait(60_000);
  load(bridged);
  page.__candyStep(600);
  const { results } = await page.__candyWait(60_000);
  load(bridged);
  return (results[0] as { stepped?: number }).stepped === 600;
}

/** Milliseconds for bare ticks from the bench state. */
function bareTicks(ticks: number): number {
  load(bare);
  const input = { moveX: 0, moveY: 0 };
  const startMs = performance.now();
  for (let tick = 0; tick < ticks; tick++) bare.tick(input);
  return performance.now() - startMs;
}

/** Milliseconds for as many ticks through the bridge, from the command to its reply, by the way that a driver takes. */
async function bridgedTicks(ticks: number): Promise<number> {
  const exchanges = (window as unknown as { readonly [symbol: symbol]: { readonly __candy: Exchange } })[
    Symbol.for("tickbridge.exchange")
  ];
  load(bridged);
  const startMs = performance.now();
  const text = await exchanges?.__candy(JSON.stringify([{ cmd: "step", args: [ticks] }]), 60_000, false);
  const tookMs = performance.now() - startMs;
  if (text?.includes('"ok":true') !== true) throw new Error(text);
  return tookMs;
}

/** Six bare ticks with an input, and the snapshot as a string. */
function bareDecision(input: { moveX: number; moveY: number }): string {
  for (let tick = 0; tick < 6; tick++) {
    bare.tick(input);
    if (bare.choices?.open() !== undefined) bare.choices?.resolve("Pick", 0);
  }
  return JSON.stringify(bare.snapshot({ maxEntities: 15, since: 0 }));
}

/** The part of a long step's time that goes to the page's turns, 0 to 1, and how many there were. */
async function turnShare(ticks: number): Promise<{ readonly share: number; readonly turns: number }> {
  const channel = new MessageChannel();
  let turns = 0;
  let turnsMs = 0;
  const host = {
    now: () => performance.now(),
    // As pageHost takes them, and timed.
    turn: () =>
      new Promise<void>((resolve) => {
        const startMs = performance.now();
        channel.port1.onmessage = () => {
          turns++;
          turnsMs += performance.now() - startMs;
          resolve();
        };
        channel.port2.postMessage(null);
      }),
    after: () => () => undefined,
    drawSeed: () => 777001,
  };
  const session = createSession(createCandyrush(), host);
  session.issue("startRun", [{}]);
  session.issue("step", [1]);
  session.issue("choose", [{ action: "Pick", index: 0 }]);
  session.issue("cheat", ["setInvulnerable", { on: true }]);
  const answers = { levelup: { action: "Pick", index: 0 }, startingWeapon: { action: "Pick", index: 0 } };
  await session.wait(60_000);
  turns = turnsMs = 0;
  const startMs = performance.now();
  session.issue("stepUntil", [{ maxTicks: ticks, onChoice: answers }]);
  const { ok } = await session.wait(600_000);
  const tookMs = performance.now() - startMs;
  if (!ok) throw new Error("the long step failed");
  return { share: turnsMs / tookMs, turns };
}
