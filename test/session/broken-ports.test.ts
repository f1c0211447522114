// Games that keep the port's shape and break its contract: the fault is the game's, and the run stands as it was.

import { createSession } from "@tickbridge/bridge/session";
import { expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { ask, exported, nodeHost } from "../support/toy-session.js";

const unsayable = { ignored: Object.create(null) };

test("a reason that is no text is a throw of the game's tick, also when it comes out of a replay", async () => {
  let breaks = true;
  const toy = createToyGame({ duringTick: ({ tick }) => (breaks && tick === 5 ? unsayable : undefined) });
  const session = createSession(toy, nodeHost);
  await ask(session, "startRun", {});
  const broken = { ok: false, tick: 4, stepped: 4, restored: true, error: { code: "GAME_THREW" } };
  expect(await ask(session, "step", 10)).toMatchObject(broken);
  const replay = await exported(session);
  breaks = false;
  await ask(session, "step", 100);
  const before = await ask(session, "hash");
  breaks = true;
  expect(await ask(session, "loadReplay", replay)).toMatchObject({ ok: true, verdict: "identical" });
  breaks = false;
  expect((await ask(session, "hash")).hash).toBe(before.hash);
});
