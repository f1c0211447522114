// Plays Candy Rush to level 5 in a real browser and proves it. Each move is chosen by trying nine with `fork`; the
// replay is verified on a fresh page. Serve the game (npm run example), then give its address:
// npx tsx examples/level-5-agent/agent.ts http://127.0.0.1:8080/

import { launch, verify } from "@tickbridge/driver";

const goal = 5;
const ticksPerMove = 120;

const [url] = process.argv.slice(2);
if (url === undefined) {
  console.error("usage: npx tsx examples/level-5-agent/agent.ts <address of the game>");
  process.exit(2);
}

/** The fields of the game's snapshot that this agent reads; `describe` lists them all. */
function playerOf(state: object) {
  return (state as { player: { level: number; xp: number; xpToNext: number; hp: number } }).player;
}

/** How good a state is: levels first, then the way to the next one, then health. */
function worth(state: object) {
  const { level, xp, xpToNext, hp } = playerOf(state);
  return hp > 0 ? 1000 * (level + xp / xpToNext) + hp : Number.NEGATIVE_INFINITY;
}

const stay = { moveX: 0, moveY: 0 };
const moves = [-1, 0, 1].flatMap((moveX) => [-1, 0, 1].map((moveY) => ({ moveX, moveY })));
const pick = { action: "Pick", index: 0 };
const onChoice = { startingWeapon: pick, levelup: pick };

const game = await launch({ url });
try {
  await game.setMaxEntities(0); // The lists of a snapshot are not read here, and short states travel faster.
  await game.pinSeed(777001);
  let { state } = await game.startRun({ characterId: 0 });

  while (state.runState !== "Over" && playerOf(state).level < goal) {
    // Try every move from here, which changes nothing. Then make the best one.
    const { branches } = await game.fork(
      moves.map((move) => [
        { cmd: "input", args: [move] },
        { cmd: "stepUntil", args: [{ maxTicks: ticksPerMove, onChoice }] },
      ]),
    );
    const worths = branches.map((branch) => worth(branch.state));
    await game.input(moves[worths.indexOf(Math.max(...worths))] ?? stay);
    ({ state } = await game.stepUntil({ maxTicks: ticksPerMove, stopOn: [`levelReached:${goal}`], onChoice }));
  }

  const { verdict } = await verify(await game.exportReplay(), { url });
  const { level } = playerOf(state);
  console.log(`level ${level}, tick ${state.tick}, ${verdict}`);
  process.exitCode = level >= goal && verdict === "identical" ? 0 : 1;
} finally {
  await game.close();
}
