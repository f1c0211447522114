// The page of the benchmark: one game behind the bridge, and a second one of the same code that is ticked bare.

import { mount } from "@tickbridge/bridge";
import { createSession } from "@tickbridge/bridge/session";
import { hashState } from "@tickbridge/replay/core";
import { type Candyrush, createCandyrush } from "../examples/candyrush-mock/src/game.js";
import type { SavedWorld } from "../examples/candyrush-mock/src/save.js";

type Exchange = (commands: string, timeoutMs: number, aloud: boolean) => Promise<string>;
interface Reply {
  readonly ok: boolean;
  readonly stepped?: number;
}
interface PageGlobals {
  readonly [symbol: symbol]: {
    readonly __candy?: Exchange;
    readonly modes?: { readonly __candy: (mode: string) => void };
  };
}

const bridged = createCandyrush();
const bare = createCandyrush();
const batchStates = 20;
/** A state with several hundred enemies from which no choice opens for 600 ticks; the bridged run has it as `bench`. */
let benchState: unknown;

// With `?idle` the page has nothing to do in its turns, so that what they cost is not its own drawing.
if (!location.search.includes("idle")) mount(bridged, { autoStart: false });
Object.assign(window, {
  bench: { prepare, bareTicks, hashedMs, bridgedTicks, bareDecision, turnShare, setTripwires, sines },
});

function load(game: Candyrush): void {
  game.load?.(structuredClone(benchState) as never);
}

async function give(...commands: readonly (readonly [cmd: string, ...args: unknown[]])[]): Promise<readonly Reply[]> {
  const exchange = (window as unknown as PageGlobals)[Symbol.for("tickbridge.exchange")]?.__candy;
  const list = commands.map(([cmd, ...args]) => ({ cmd, args }));
  const { replies } = JSON.parse((await exchange?.(JSON.stringify(list), 60_000, false)) ?? "{}");
  if (!replies.every(({ ok }: Reply) => ok)) throw new Error(JSON.stringify(replies));
  return replies;
}

/** Plays until there are that many enemies and a stretch of 600 ticks without a choice; says how many. */
async function prepare(enemiesWanted: number): Promise<number> {
  await (window as unknown as { readonly __candyReady: Promise<unknown> }).__candyReady;
  const pick = { action: "Pick", index: 0 };
  await give(["pinSeed", 777001], ["startRun", {}], ["cheat", "setInvulnerable", { on: true }]);
  for (let stretch = 0; stretch < 100; stretch++) {
    const maxTicks = 600;
    const input = { moveX: [1, 0, -1, 0][stretch % 4] ?? 0, moveY: [0, 1, 0, -1][stretch % 4] ?? 0 };
    await give(["input", input], ["stepUntil", { maxTicks, onChoice: { startingWeapon: pick, levelup: pick } }]);
    const { enemiesTotal } = bridged.snapshot({ maxEntities: 0, since: 0 }) as { enemiesTotal: number };
    if (enemiesTotal < enemiesWanted || bridged.choices?.open() !== undefined) continue;
    await give(["input", { moveX: 0, moveY: 0 }], ["save", "bench"]);
    benchState = bridged.save?.();
    load(bare);
    const [step] = await give(["step", 600]);
    if (step?.stepped === 600) return enemiesTotal;
  }
  throw new Error("no quiet stretch of 600 ticks was found");
}

/** Milliseconds for bare ticks from the bench state. */
function bareTicks(ticks: number): number {
  load(bare);
  const input = { moveX: 0, moveY: 0 };
  const startMs = performance.now();
  for (let tick = 0; tick < ticks; tick++) bare.tick(input);
  return performance.now() - startMs;
}

/**
 * Milliseconds that hashing takes among as many ticks, every so many of them. Hashes are taken by the batch, of states that
 * were saved on the way: the clock of a page is too coarse for one.
 */
function hashedMs(ticks: number, every: number, form: "tables" | "objects"): number {
  load(bare);
  let states: unknown[] = [];
  let tookMs = 0;
  const flush = () => {
    const startMs = performance.now();
    for (const state of states) hashState(state);
    tookMs += performance.now() - startMs;
    states = [];
  };
  for (let tick = 1; tick <= ticks; tick++) {
    bare.tick({ moveX: 0, moveY: 0 });
    if (tick % every !== 0) continue;
    const saved = bare.save?.() as SavedWorld;
    states.push(form === "tables" ? saved : { ...saved, enemies: objectsOf(saved.enemies) });
    if (states.length === batchStates) flush();
  }
  flush();
  return tookMs;
}

/** The table as a list of entities, as most games have them. */
function objectsOf(table: SavedWorld["enemies"]): object[] {
  return Array.from({ length: table.count }, (_, row) => ({
    id: table.id[row],
    kind: table.kind[row],
    x: table.x[row],
    y: table.y[row],
    vx: table.vx[row],
    vy: table.vy[row],
    hp: table.hp[row],
    damageReadyTick: table.damageReadyTick[row],
    markedUntilTick: table.markedUntilTick[row],
    mode: table.mode[row],
    modeEndTick: table.modeEndTick[row],
    aimX: table.aimX[row],
    aimY: table.aimY[row],
  }));
}

/** Milliseconds for as many ticks through the bridge, from the command to its reply, by the way that a driver takes. */
async function bridgedTicks(ticks: number): Promise<number> {
  await give(["restore", "bench"]);
  const startMs = performance.now();
  await give(["step", ticks]);
  return performance.now() - startMs;
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

function setTripwires(mode: string): void {
  (window as unknown as PageGlobals)[Symbol.for("tickbridge.tripwires")]?.modes?.__candy(mode);
}

/** Milliseconds for so many calls of `Math.sin`, as a page makes them that draws. */
function sines(calls: number): number {
  let sum = 0;
  const startMs = performance.now();
  for (let call = 0; call < calls; call++) sum += Math.sin(call / 7);
  const tookMs = performance.now() - startMs;
  if (Number.isNaN(sum)) throw new Error("no sines");
  return tookMs;
}
