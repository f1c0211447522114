// What becomes of calls when the page or the game does not come back: lost pages, frozen ones, limits, aborts.

import { type GameSession, launch } from "@tickbridge/driver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { browsersBelow, haveEnded, killAll } from "./browser-processes.js";
import { servePages, type TestPages, toyPage } from "./test-pages.js";

const ticksForEver = 2 ** 31 - 1;
let pages: TestPages;

beforeAll(async () => {
  const [immortal, leaving, reloading, looping] = await Promise.all([
    toyPage("{ duringTick(state) { state.hp = 100; } }"),
    toyPage("{ duringTick(state) { state.hp = 100; if (state.tick === 5) location.href = '/elsewhere'; } }"),
    toyPage("{ duringTick(state) { state.hp = 100; if (state.tick === 5) location.reload(); } }"),
    toyPage("{ duringTick(state) { if (state.tick === 5) for (;;); } }"),
  ]);
  pages = await servePages({
    "/immortal": immortal,
    "/leaving": leaving,
    "/reloading": reloading,
    "/looping": looping,
    "/elsewhere": "<title>elsewhere</title>",
  });
});
afterAll(() => pages.close());

/** Runs `use` with a game of this path and closes it, whatever happens. */
async function withGame(path: string, use: (game: GameSession) => Promise<void>): Promise<void> {
  const game = await launch<never>({ url: pages.url + path });
  try {
    await game.startRun();
    await use(game as GameSession);
  } finally {
    await game.close();
  }
}

/** A call's failure, kept so that nothing counts as unhandled meanwhile. */
function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (reply) => ({ reply }),
    (thrown: unknown) => thrown,
  );
}

const lost = { name: "DriverError", code: "PAGE_LOST", exitCode: 3 };

test("a page that navigates rejects the pending call with PAGE_LOST", async () => {
  await withGame("/leaving", async (game) => {
    const pending = failure(game.step(ticksForEver, { timeoutMs: 0 }));
    expect(await pending).toMatchObject({
      ...lost,
      message: expect.stringMatching(/navigated.*: launch the game again/),
    });
  });
});

test("a page that reloads rejects later calls with PAGE_LOST, not with the replies of another run", async () => {
  await withGame("/reloading", async (game) => {
    expect(await failure(game.step(ticksForEver, { timeoutMs: 0 }))).toMatchObject(lost);
    expect(await failure(game.state())).toMatchObject(lost);
    expect(await failure(game.startRun())).toMatchObject(lost);
  });
});

test("a page that crashes rejects pending and later calls with PAGE_LOST", async () => {
  await withGame("/immortal", async (game) => {
    const pending = [failure(game.step(ticksForEver, { timeoutMs: 0 })), failure(game.hash())];
    killAll(await browsersBelow(process.pid, "--type=renderer"));
    for (const thrown of await Promise.all(pending)) {
      expect(thrown).toMatchObject({ ...lost, message: expect.stringMatching(/crashed: launch the game again/) });
    }
    expect(await failure(game.state())).toMatchObject(lost);
  });
});

test("a browser that is killed rejects the pending call with PAGE_LOST, and close still resolves", async () => {
  await withGame("/immortal", async (game) => {
    const pending = failure(game.step(ticksForEver, { timeoutMs: 0 }));
    killAll(await browsersBelow(process.pid));
    expect(await pending).toMatchObject(lost);
  });
});

test("close rejects pending calls with PAGE_LOST, later ones too, and leaves no browser", async () => {
  await withGame("/immortal", async (game) => {
    const pending = failure(game.step(ticksForEver, { timeoutMs: 0 }));
    const browsers = await browsersBelow(process.pid);
    expect(browsers.length).toBeGreaterThan(0);
    await game.close();
    expect(await pending).toMatchObject({ ...lost, message: expect.stringContaining("the session was closed") });
    expect(await failure(game.step(1))).toMatchObject(lost);
    expect(await haveEnded(browsers)).toBe(true);
  });
});

test.each([
  ["a limit", 100],
  ["no limit", 0],
])("an endless loop in a tick gives TIMEOUT that names the freeze, with %s on the call", async (_, timeoutMs) => {
  await withGame("/looping", async (game) => {
    const thrown = await failure(game.step(100, { timeoutMs }));
    expect(thrown).toMatchObject({ name: "DriverError", code: "TIMEOUT", exitCode: 3 });
    expect(thrown).toMatchObject({
      message: expect.stringMatching(/has not answered for \d+ ms: it is frozen \(an endless loop/),
    });
  });
});

const links = [
  { link: "page", open: () => launch<never>({ url: `${pages.url}/immortal` }) },
  {
    link: "Node",
    open: () =>
      launch<never>({
        game: createToyGame({
          duringTick(state) {
            state.hp = 100;
          },
        }) as never,
      }),
  },
] as const;

describe.each(links)("over the $link link", ({ open }) => {
  test("a call that takes longer than its limit rejects with TIMEOUT, and the session goes on", async () => {
    const game = await open();
    try {
      await game.startRun();
      const thrown = await failure(game.step(ticksForEver, { timeoutMs: 50 }));
      expect(thrown).toMatchObject({
        name: "DriverError",
        code: "TIMEOUT",
        message: expect.stringContaining("longer than 50 ms"),
      });
      expect(await game.startRun()).toMatchObject({ tick: 0 });
      expect(await game.step(3)).toMatchObject({ tick: 3 });
    } finally {
      await game.close();
    }
  });

  test("abort acts at once: the step that it stops rejects with ABORTED at a whole tick", async () => {
    const game = await open();
    try {
      await game.startRun();
      const pending = failure(game.step(ticksForEver, { timeoutMs: 0 }));
      // Until the step is running there is nothing to stop.
      while ((await failure(game.abort())) instanceof Error);
      const thrown = await pending;
      expect(thrown).toMatchObject({ name: "CommandError", code: "ABORTED" });
      const { reply } = thrown as { reply: { tick: number } };
      expect((await game.state()).tick).toBe(reply.tick);
      expect(await game.step(1)).toMatchObject({ tick: reply.tick + 1 });
    } finally {
      await game.close();
    }
  });
});
