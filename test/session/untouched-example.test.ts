// The example as it is, for long: nothing that it does trips, and nothing changes its state where nothing may.

import { createSession } from "@tickbridge/bridge/session";
import { expect, test } from "vitest";
import { createCandyrush } from "../../examples/candyrush-mock/src/game.js";
import { ask, nodeHost } from "../support/toy-session.js";

const ticksWanted = 100_000;

test("100,000 ticks of the untouched example trip nothing, with choices, cheats and looks between", async () => {
  const session = createSession(createCandyrush(), nodeHost);
  const pick = { action: "Pick", index: 0 };
  let ticks = 0;
  for (let seed = 1; ticks < ticksWanted; seed++) {
    await ask(session, "pinSeed", seed);
    await ask(session, "startRun", { characterId: seed % 2 });
    await ask(session, "cheat", "setInvulnerable", { on: true });
    for (let stretch = 0, isOver = false; stretch < 40 && !isOver && ticks < ticksWanted; stretch++) {
      const input = { moveX: [1, 0, -1, 0][stretch % 4], moveY: [0, 1, 0, -1][stretch % 4] };
      await ask(session, "input", input);
      const reply = await ask(session, "stepUntil", {
        maxTicks: 500,
        onChoice: { startingWeapon: pick, levelup: pick },
      });
      expect(reply.ok).toBe(true);
      expect(reply.warnings).toBeUndefined();
      ticks += reply.stepped as number;
      isOver = reply.stopped === "gameover";
      await ask(session, "evaluate");
    }
    expect((await ask(session, "audit", "determinism")).report).toMatchObject({
      tripwires: "report",
      warnings: [],
      dropped: 0,
    });
  }
  expect(ticks).toBeGreaterThanOrEqual(ticksWanted);
}, 900_000);
