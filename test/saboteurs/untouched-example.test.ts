// The whole example, for 100,000 ticks with inputs, cheats and choices: nothing trips, and nothing changes its state unseen.

import { launch } from "@tickbridge/driver";
import { expect, test } from "vitest";
import { createCandyrush } from "../../examples/candyrush-mock/src/game.js";

const ticks = 100_000;
const sliceTicks = 500;
const entryTicks = 20;
const onChoice = { startingWeapon: { action: "Pick", index: 0 }, levelup: { action: "Pick", index: 0 } };

test(`the untouched example trips nothing in ${ticks} ticks`, async () => {
  const game = await launch<never>({ game: createCandyrush() as never }, { journal: false });
  try {
    await game.pinSeed(777001);
    await game.startRun({ characterId: 0 } as never);
    await game.batch([{ cmd: "cheat", args: ["setInvulnerable", { on: true }] }]);
    for (let tick = 0; tick < ticks; tick += sliceTicks) {
      const entries = Array.from({ length: sliceTicks / entryTicks }, (_, place) => ({
        ticks: entryTicks,
        input: { moveX: (place % 3) - 1, moveY: ((tick / sliceTicks + place) % 3) - 1 },
      }));
      const { replies } = await game.batch([
        { cmd: "sequence", args: [entries, { onChoice }] },
        { cmd: "audit", args: ["vfx"] },
        { cmd: "hash" },
      ]);
      for (const reply of replies) expect(reply).not.toHaveProperty("warnings");
      expect(replies.at(-1)?.tick).toBe(tick + sliceTicks);
    }
    const { replies } = await game.batch([{ cmd: "audit", args: ["determinism"] }]);
    expect(replies[0]?.report).toMatchObject({ tripwires: "report", warnings: [], dropped: 0 });
  } finally {
    await game.close();
  }
}, 3_600_000);
