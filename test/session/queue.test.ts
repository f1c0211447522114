// Tickets, order, waiting and aborting.

import { createSession, type Host, type Session } from "@tickbridge/bridge/session";
import { expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { ask, exported, nodeHost, toySession } from "../support/toy-session.js";

test("a command returns its ticket at once and is carried out later, in order", async () => {
  const session = toySession();
  expect(session.issue("startRun")).toEqual({ cmd: "startRun", seq: 1 });
  expect(session.issue("step", [2])).toEqual({ cmd: "step", seq: 2 });
  expect(session.state).toMatchObject({ runState: "Menu" });
  const waited = await session.wait();
  expect(waited.results.map((reply) => reply.seq)).toEqual([1, 2]);
  expect(waited).toMatchObject({ ok: true, timedOut: false, result: { seq: 2, stepped: 2 }, state: { tick: 2 } });
});

test("wait covers only what was queued when it was called, and gives replies once", async () => {
  const session = toySession();
  session.issue("startRun");
  const first = session.wait();
  session.issue("step", [1]);
  expect((await first).results.map((reply) => reply.cmd)).toEqual(["startRun"]);
  expect((await session.wait()).results.map((reply) => reply.cmd)).toEqual(["step"]);
  expect((await session.wait()).results).toEqual([]);
});

test("wait is not ok when a command that it covers failed", async () => {
  const session = toySession();
  session.issue("step", [1]);
  session.issue("describe");
  expect(await session.wait()).toMatchObject({ ok: false, timedOut: false, result: { ok: true } });
});

test("a wait for one reply gives that reply", async () => {
  const session = toySession();
  session.issue("startRun");
  const { seq } = session.issue("hash");
  session.issue("step", [5]);
  expect(await session.wait({ seq })).toMatchObject({ ok: true, result: { cmd: "hash", seq } });
});

test("a wait with a limit says that it timed out, and the reply comes all the same", async () => {
  let release = (): void => undefined;
  const game = createToyGame();
  const slow = {
    ...game,
    start: async (seed: number, options: never) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return game.start(seed, options);
    },
  };
  const session = createSession(slow, nodeHost);
  session.issue("startRun");
  expect(await session.wait(5)).toMatchObject({
    ok: false,
    timedOut: true,
    results: [],
    state: { runState: "Loading" },
  });
  release();
  expect(await session.wait()).toMatchObject({ ok: true, result: { cmd: "startRun" } });
});

test("a wait with wrong arguments resolves with the error", async () => {
  const session = toySession();
  for (const wrong of [-1, 1.5, "soon", { seq: 9 }, { seq: 0 }, { later: 1 }, Number.NaN, null]) {
    expect(await session.wait(wrong)).toMatchObject({ ok: false, error: { code: "BAD_ARGS" } });
  }
});

test("256 replies are kept for a wait, and the rest are counted", async () => {
  const session = toySession();
  for (let command = 0; command < 300; command++) session.issue("pause");
  const waited = await session.wait();
  expect(waited.results).toHaveLength(256);
  expect(waited.dropped).toBe(44);
  expect(waited.results[0]?.seq).toBe(45);
});

/** A host on which every tick ends a slice; `onTurn` runs at the turn after the tick that many ticks from now. */
function turningHost(turns: number, onTurn: () => void): Host {
  let nowMs = 0;
  let turnsLeft = turns;
  return {
    ...nodeHost,
    now: () => (nowMs += 50),
    async turn() {
      if (--turnsLeft === 0) onTurn();
    },
  };
}

test("abort stops a running step between two ticks, and the aborted command replies first", async () => {
  const session: Session = createSession(
    createToyGame(),
    turningHost(3, () => {
      session.issue("pause");
      session.issue("abort");
    }),
  );
  await ask(session, "startRun");
  session.issue("step", [2_000_000_000]);
  await session.wait();
  const { results } = await session.wait();
  const replies = [...results];
  expect(await ask(session, "hash")).toMatchObject({ tick: 3 });
  expect(session.lastReply).toMatchObject({ cmd: "hash" });
  expect(replies.map((reply) => reply.cmd)).toEqual(["abort", "pause"]);
  expect(replies[0]).toMatchObject({ ok: true, aborted: 2 });
  expect(await ask(session, "step", 1)).toMatchObject({ ok: true, stepped: 1 });
});

test("abort given in the same breath stops a step that has not begun", async () => {
  const session = toySession();
  await ask(session, "startRun");
  session.issue("input", [{ move: 1 }]);
  session.issue("step", [1000]);
  session.issue("abort");
  const { results } = await session.wait();
  expect(results.slice(-2)).toMatchObject([
    { cmd: "step", ok: false, stepped: 0, error: { code: "ABORTED" } },
    { cmd: "abort", ok: true },
  ]);
  expect(session.state.tick).toBe(0);
});

test("abort stops a verification, and the run before it is put back", async () => {
  const recorded = toySession();
  await ask(recorded, "startRun");
  await ask(recorded, "step", 50);
  const replay = await exported(recorded);
  const session: Session = createSession(
    createToyGame(),
    turningHost(28, () => session.issue("abort")),
  );
  await ask(session, "startRun");
  await ask(session, "step", 20);
  const before = await ask(session, "hash");
  const reply = await ask(session, "loadReplay", replay);
  expect(reply).toMatchObject({ ok: false, error: { code: "ABORTED" }, ticks: 8, restored: true });
  expect(await ask(session, "hash")).toMatchObject({ tick: 20, hash: before.ok && before.hash });
});

test("arguments are read when the command is given, not when it runs", async () => {
  const session = toySession();
  await ask(session, "startRun");
  const input = { move: 1 };
  session.issue("input", [input]);
  input.move = -1;
  session.issue("step", [1]);
  await session.wait();
  expect(session.state.x).toBe(1);
});

test("an unknown command gets a reply that lists the known ones", async () => {
  expect(await ask(toySession(), "stepuntil")).toMatchObject({
    ok: false,
    error: { code: "UNKNOWN_COMMAND", expected: expect.stringContaining("stepUntil") },
  });
  expect(await ask(toySession(), "__proto__")).toMatchObject({ error: { code: "UNKNOWN_COMMAND" } });
});

test("an exchange gets its own replies whoever waits at the same time, and takes none from a wait", async () => {
  const session = toySession();
  const exchange = session.exchange([{ cmd: "startRun" }, { cmd: "step", args: [4] }], 1000, false);
  const waited = session.wait();
  session.issue("abort");
  const other = session.exchange([{ cmd: "hash" }], 1000, false);
  expect((await exchange).replies.map((reply) => reply.cmd)).toEqual(["startRun", "step"]);
  expect((await other).replies.map((reply) => reply.cmd)).toEqual(["hash"]);
  expect((await waited).results.map((reply) => reply.cmd)).toEqual(["startRun", "step"]);
  expect(await session.exchange([], 1000, false)).toMatchObject({ timedOut: false, replies: [] });
});

test("receipts of real time are left for the next reply by an exchange without commands", async () => {
  const session = toySession();
  await session.exchange([{ cmd: "startRun" }, { cmd: "input", args: [{ move: 1 }] }, { cmd: "resume" }], 1000, false);
  session.realTimeTick();
  await session.exchange([], 1000, false);
  const { replies } = await session.exchange([{ cmd: "pause" }], 1000, false);
  expect(replies[0]?.receipts).toEqual([{ seq: 2, tick: 1, outcome: "applied" }]);
});

test("a listener that throws keeps nobody waiting", async () => {
  const session = toySession(
    {},
    {
      replied: () => {
        throw new Error("a console that was patched");
      },
    },
  );
  expect(await ask(session, "startRun")).toMatchObject({ ok: true });
  expect(await ask(session, "step", 3)).toMatchObject({ ok: true, stepped: 3 });
});

test("a command given while the page's Promise is broken gets its ticket and its reply, and so does the next", async () => {
  const session = toySession();
  const whole = globalThis.Promise;
  const broken = () => {
    throw new Error("no promise");
  };
  globalThis.Promise = Object.assign(broken, { resolve: broken }) as never;
  let seq: number;
  try {
    ({ seq } = session.issue("pinSeed", [5]));
  } finally {
    globalThis.Promise = whole;
  }
  expect((await session.wait({ seq })).result).toMatchObject({ ok: true, pinnedSeed: 5 });
  expect(await ask(session, "startRun", {})).toMatchObject({ ok: true, seed: 5 });
});
