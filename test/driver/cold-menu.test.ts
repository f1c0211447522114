// A whole run in one program: from the cold main menu to death, with no `resume` and no click.

import { launch, type RunningServer, serveDirectory, verify } from "@tickbridge/driver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleDist } from "../support/example-page.js";

let server: RunningServer;

beforeAll(async () => {
  server = await serveDirectory(exampleDist);
});
afterAll(() => server.close());

test("a run goes from the cold menu to death with no resume and no click, and its replay is identical", async () => {
  const game = await launch({ url: server.url });
  try {
    expect(await game.state()).toMatchObject({ runState: "Menu" });
    await game.pinSeed(777001);
    await game.startRun();
    const onChoice = { startingWeapon: { action: "Pick", index: 0 }, levelup: { action: "Pick", index: 0 } };
    const { stopped, state, resolved = [] } = await game.stepUntil({ maxTicks: 200_000, onChoice }, { timeoutMs: 0 });
    expect(stopped).toBe("gameover");
    expect(state).toMatchObject({ runState: "Over", player: { hp: 0 }, result: expect.anything() });
    expect(resolved.length).toBeGreaterThan(1);
    expect(await game.evaluate()).toMatchObject({ done: true });
    expect(await verify(await game.exportReplay(), { url: server.url })).toMatchObject({ verdict: "identical" });
  } finally {
    await game.close();
  }
});
