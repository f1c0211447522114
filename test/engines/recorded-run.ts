// The run that every engine records: a policy that reads snapshots and steers, with level-ups of every answer, cheats and
// two bosses. Only + - * / and comparisons, so that the policy itself is the same everywhere.

import type { Command, Reply, Snapshot } from "@tickbridge/bridge/protocol";
import type { Replay } from "@tickbridge/replay";
import { flee } from "../../examples/candyrush-mock/src/testing/flee.js";

/** Gives commands to the game and resolves with their replies and the newest snapshot. */
export type Give = (
  commands: readonly Command[],
) => Promise<{ readonly replies: readonly Reply[]; readonly state: Snapshot }>;

export interface RunOrder {
  readonly seed: number;
  readonly characterId: number;
  readonly arcId: number;
  readonly ticks: number;
}

interface Seen {
  readonly tick: number;
  readonly player: { readonly x: number; readonly y: number };
  readonly enemies: readonly { readonly x: number; readonly y: number }[];
  readonly choice?: { readonly id: number; readonly actions: readonly string[]; readonly options: readonly unknown[] };
  readonly run: {
    readonly segmentIndex: number;
    readonly gates: readonly { readonly x: number; readonly y: number; readonly lockState: string }[];
  };
}

/** For how many ticks one decision holds: five inputs of six ticks each. */
const decisionTicks = 30;

/** Cheats at the first decision at or after a tick, each once. */
const cheatsByTick: readonly (readonly [tick: number, name: string, args: object])[] = [
  [1, "setInvulnerable", { on: true }],
  [900, "giveXp", { amount: 40 }],
  [1500, "levelUp", { levels: 3 }],
  [2400, "spawnEnemies", { type: "gumdrop", count: 60 }],
  [3000, "completeQuota", {}],
  [4500, "spawnBoss", {}],
  [6000, "spawnEnemies", { type: "jellybean", count: 80 }],
  [7500, "completeQuota", {}],
  [9000, "levelUp", { levels: 4 }],
  [10_000, "killAll", {}],
  [11_000, "spawnBoss", {}],
  [13_000, "setHp", { hp: 17.5 }],
  [15_000, "spawnEnemies", { type: "gumdrop", count: 200 }],
  [16_000, "levelUp", { levels: 2 }],
];

/** Turns a direction by about 0, ±37 and ±74 degrees. */
const turns = [
  [1, 0],
  [0.8, 0.6],
  [0.28, 0.96],
  [0.8, -0.6],
  [0.28, -0.96],
] as const;

const answers = [
  { action: "Pick", index: 0 },
  { action: "Reroll" },
  { action: "Pick", index: 2 },
  { action: "Banish", index: 1 },
  { action: "Pick", index: 1 },
  { action: "Skip" },
] as const;

/** Plays the run and gives its replay. Throws when a command fails that must not. */
export async function recordRun(give: Give, { seed, characterId, arcId, ticks }: RunOrder): Promise<Replay> {
  await give([
    { cmd: "pinSeed", args: [seed] },
    { cmd: "startRun", args: [{ characterId, arcId }] },
    { cmd: "step", args: [1] },
  ]);
  const waiting = [...cheatsByTick];
  let answered = 0;
  let decisions = 0;
  for (let seen = await look(give); seen.tick < ticks; seen = await look(give)) {
    if (seen.choice !== undefined) {
      await answer(give, answers[answered++ % answers.length] ?? answers[0]);
      continue;
    }
    const commands: Command[] = [];
    for (let next = waiting[0]; next !== undefined && next[0] <= seen.tick; next = waiting[0]) {
      const [, name, args] = next;
      commands.push({ cmd: "cheat", args: [name, args as never] });
      waiting.shift();
    }
    // Every second decision answers level-ups on the way, the others stop at them.
    const onChoice = decisions % 2 === 0 ? { levelup: { action: "Pick", index: decisions % 3 } } : {};
    commands.push({ cmd: "sequence", args: [inputs(seen, decisions++, ticks) as never, { onChoice }] });
    const { replies } = await give(commands);
    for (const reply of replies) if (!reply.ok) throw new Error(JSON.stringify(reply));
  }
  const { replies } = await give([{ cmd: "exportReplay" }]);
  const [exported] = replies;
  if (exported?.ok !== true) throw new Error(JSON.stringify(exported));
  return exported.replay as unknown as Replay;
}

async function look(give: Give): Promise<Seen> {
  const { state } = await give([]);
  if (state.runState === "Over") throw new Error(`the run was over after ${state.tick} ticks`);
  return state as unknown as Seen;
}

/** An answer that cannot be given now (no charges, one option only) is one to take the first option. */
async function answer(give: Give, choice: object): Promise<void> {
  const { replies } = await give([{ cmd: "choose", args: [choice as never] }]);
  if (replies[0]?.ok !== true) await give([{ cmd: "choose", args: [{ action: "Pick", index: 0 }] }]);
}

function inputs(seen: Seen, decision: number, ticks: number): readonly object[] {
  const { x, y } = direction(seen);
  const left = Math.min(decisionTicks, ticks - seen.tick);
  const entries: object[] = [];
  for (let from = 0; from < left; from += decisionTicks / turns.length) {
    const [along, across] = turns[(decision + entries.length) % turns.length] ?? turns[0];
    entries.push({
      ticks: Math.min(decisionTicks / turns.length, left - from),
      input: { moveX: bounded(x * along - y * across), moveY: bounded(x * across + y * along) },
    });
  }
  return entries;
}

/** To an open gate of the first two stages, else away from what is near. Behind the third stage's gate a run can end. */
function direction({ player, enemies, run }: Seen): { readonly x: number; readonly y: number } {
  const gate = run.segmentIndex < 2 ? run.gates.find(({ lockState }) => lockState === "unlocked") : undefined;
  if (gate === undefined) {
    const { moveX, moveY } = flee({ player, enemies });
    return { x: moveX, y: moveY };
  }
  const dx = gate.x - player.x;
  const dy = gate.y - player.y;
  const length = Math.sqrt(dx * dx + dy * dy) || 1;
  return { x: dx / length, y: dy / length };
}

/** Rounded, so that a replay stays short, and within what the game takes. */
function bounded(value: number): number {
  return Math.max(-1, Math.min(1, Math.round(value * 100) / 100));
}
