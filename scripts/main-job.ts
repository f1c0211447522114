// `npm start`: plays the example in a real browser with no pixel looked at, and proves what happened.
// With no browser to be had, the same job runs on the Node link.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { type GameSession as AnyGameSession, DriverError, launch, serveDirectory, verify } from "@tickbridge/driver";
import { firstDifference, type Replay, stringifyReplay } from "@tickbridge/replay";
import { createCandyrush } from "../examples/candyrush-mock/src/game.js";
import { decide } from "./fleeing-policy.js";

type GameSession = AnyGameSession<{ moveX: number; moveY: number }>;

const seed = 777001;
const ticksMax = 18_000;
const decisionTicks = 6;
const proofTicks = 1800;
const replayFile = join("replays", "candyrush-777001.json");

interface Link {
  readonly name: string;
  open(): Promise<GameSession>;
  verify(replay: Replay): Promise<{ verdict: string; hashesCompared: number; reason?: string }>;
}

async function main(): Promise<boolean> {
  const server = await serveDirectory("examples/candyrush-mock/dist", { port: 0 });
  try {
    const nodeLink: Link = {
      name: "in Node",
      open: () => launch({ game: createCandyrush() }),
      verify: (replay) => verify(replay, { game: createCandyrush() }),
    };
    const pageLink: Link = {
      name: "in the page",
      open: () => launch({ url: server.url }),
      verify: (replay) => verify(replay, { url: server.url }),
    };
    const link = (await browserIsThere(pageLink)) ? pageLink : nodeLink;
    return await play(link, [...new Set([link, nodeLink])]);
  } finally {
    await server.close();
  }
}

async function browserIsThere(pageLink: Link): Promise<boolean> {
  try {
    await (await pageLink.open()).close();
    return true;
  } catch (thrown) {
    if (!(thrown instanceof DriverError) || thrown.code !== "NO_BROWSER") throw thrown;
    say(`no browser: ${thrown.message}`);
    say("the job goes on over the Node link: the same simulation, with no page around it");
    return false;
  }
}

async function play(link: Link, verifiers: readonly Link[]): Promise<boolean> {
  const rows: [string, string][] = [];
  const game = await link.open();
  try {
    say(`playing seed ${seed} ${link.name}, from the cold menu`);
    await game.pinSeed(seed);
    await game.startRun({});
    const end = await playToTheEnd(game);
    const replay = await game.exportReplay();
    const text = stringifyReplay(replay);
    await mkdir("replays", { recursive: true });
    await writeFile(replayFile, text);
    rows.push(["ticks", `${end.tick} (${end.why})`], ["enemies at the end", String(end.enemies)]);
    rows.push(
      ["replay", `${text.length} bytes, ${replay.hashes.values.length + 1} hashes`],
      ["final hash", replay.final],
    );
    const verdicts = [];
    for (const verifier of verifiers) {
      const place = verifier === link ? `${verifier.name}, afresh` : verifier.name;
      say(`verifying ${place}`);
      const { verdict, hashesCompared, reason } = await verifier.verify(replay);
      verdicts.push(verdict);
      rows.push([
        `verified ${place}`,
        `${verdict}, ${hashesCompared} hashes compared${reason === undefined ? "" : `: ${reason}`}`,
      ]);
    }
    const proof = await proveTwice(link);
    rows.push([`step(600) to tick ${proofTicks}`, `${proof.step600Ms.toFixed(0)} ms`]);
    rows.push([
      `two runs to tick ${proofTicks}`,
      proof.equal ? `equal, byte for byte (${proof.hash})` : `DIFFERENT: ${proof.where}`,
    ]);
    rows.push(["replay file", replayFile]);
    printTable(rows);
    return proof.equal && verdicts.every((verdict) => verdict === "identical");
  } finally {
    await game.close();
  }
}

async function playToTheEnd(game: GameSession): Promise<{ tick: number; why: string; enemies: number }> {
  let state = await game.state();
  let nextReport = 3000;
  while (state.runState !== "Over" && tickOf(state) < ticksMax) {
    ({ state } = await game.batch(decide(state, Math.min(decisionTicks, ticksMax - tickOf(state)))));
    if (tickOf(state) >= nextReport) {
      const { level } = state.player as { level: number };
      say(`tick ${state.tick}: level ${level}, ${state.enemiesTotal} enemies`);
      nextReport += 3000;
    }
  }
  const why = state.runState === "Over" ? "game over" : "the limit";
  return { tick: tickOf(state), why, enemies: state.enemiesTotal as number };
}

/** The classic proof: two runs of one seed with no input, choices resolved by the same rule, compared byte for byte. */
async function proveTwice(link: Link): Promise<Proof> {
  say(`two runs of seed ${seed} with no input to tick ${proofTicks}`);
  const first = await runIdle(link);
  const second = await runIdle(link);
  const difference = firstDifference(first.evidence, second.evidence);
  return {
    equal: first.text === second.text && difference === undefined,
    where:
      difference === undefined
        ? "the replays' bytes"
        : `${difference.path}: ${difference.left} and ${difference.right}`,
    hash: first.hash,
    step600Ms: first.step600Ms,
  };
}

interface Proof {
  readonly equal: boolean;
  readonly where: string;
  readonly hash: string;
  readonly step600Ms: number;
}

async function runIdle(link: Link): Promise<{ text: string; evidence: unknown; hash: string; step600Ms: number }> {
  const game = await link.open();
  try {
    await game.pinSeed(seed);
    await game.startRun({});
    await stepTo(game, proofTicks - 600);
    const startMs = performance.now();
    await stepTo(game, proofTicks);
    const step600Ms = performance.now() - startMs;
    const { state } = await game.dump();
    const replay = await game.exportReplay();
    // The number of a snapshot counts looks, not ticks.
    return { text: stringifyReplay(replay), evidence: { ...state, snap: 0 }, hash: replay.final, step600Ms };
  } finally {
    await game.close();
  }
}

async function stepTo(game: GameSession, tick: number): Promise<void> {
  let state = await game.state();
  while (tickOf(state) < tick) {
    if (state.runState === "Over") throw new Error(`the idle run ended at tick ${state.tick}`);
    const next = state.choice === undefined ? [] : decide(state, 0);
    ({ state } = await game.batch(next.length > 0 ? next : [{ cmd: "step", args: [tick - tickOf(state)] }]));
  }
}

function tickOf(state: { readonly tick?: number }): number {
  return state.tick ?? 0;
}

function say(line: string): void {
  console.log(`  ${line}`);
}

function printTable(rows: readonly (readonly [string, string])[]): void {
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log();
  for (const [name, value] of rows) console.log(`  ${name.padEnd(width)}  ${value}`);
  console.log();
}

const startMs = performance.now();
const proven = await main();
say(`${proven ? "proven" : "NOT PROVEN"} in ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
process.exitCode = proven ? 0 : 1;
