// The exact JSON of each kind of reply, pinned: one line a reply in goldens/replies.jsonl.

import { commandNames, errorCodes, type Reply } from "@tickbridge/bridge/protocol";
import { createSession } from "@tickbridge/bridge/session";
import { expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { ask, exported, nodeHost, playToy, toySession } from "../support/toy-session.js";

async function collect(): Promise<Reply[]> {
  const replies: Reply[] = [];
  const listener = { replied: (reply: Reply) => void replies.push(reply) };
  const session = toySession({}, listener);
  const give = (cmd: string, ...args: unknown[]) => ask(session, cmd, ...args);
  await give("describe");
  await give("setMaxEntities", 5);
  await give("step", 1);
  await give("dump", { maxEntities: 1 });
  await playToy(session);
  for (const cmd of ["dump", "evaluate", "actions", "hash", "pause", "resume"]) await give(cmd);
  await give("audit", "vfx");
  await give("vfxAudit");
  await give("input", null);
  await give("input", { move: 0 }, { ticks: 0 });
  await give("input", { move: 1 }, { ticks: 2 });
  await give("input", { move: "left" });
  await give("stepUntil", { maxTicks: 5, stopOn: ["rich", "hpBelow:2"] });
  await give("stepUntil", { maxTicks: 5, stopOn: ["hpbelow:2"] });
  await give("cheat", "setHp", { hp: -1 });
  await give("step", 2);
  await give("choose", { action: "Skip" });
  await give("save", "before");
  await give(
    "sequence",
    [
      { ticks: 2, input: { move: 1 } },
      { ticks: 3, input: { move: -1 } },
    ],
    { observeAt: [2] },
  );
  await give("stepUntil", { maxTicks: 4, observeEvery: 2 });
  await give("fork", [
    [{ cmd: "step", args: [2] }],
    [
      { cmd: "input", args: [{ move: 1 }] },
      { cmd: "step", args: [2] },
    ],
  ]);
  await give("fork", [[{ cmd: "startRun" }]]);
  await give("selfCheck", 5);
  await give("rewind", 3);
  await give("rewind", 1000);
  await give("rewind", 0);
  await give("restore", "before");
  await give("restore", "after");
  await give("dump", { fields: ["x"], maxChars: 100 });
  await give("exportReplay");
  const replay = await exported(session);
  await give("loadReplay", replay);
  await give("loadReplay", { ...replay, final: "0000000000000000" });
  await give("loadReplay", replay, { mode: "seek", tick: 100 });
  await give("loadReplay", { ...replay, seed: 1 }, { mode: "seek", tick: 100 });
  await give("loadReplay", { ...replay, game: { id: "toy", build: "older" } });
  await give("loadReplay", { ...replay, game: { id: "chess", build: "toy-1" } });
  await give("loadReplay", { ...replay, version: 99 });
  await give("loadReplay", { ...replay, ticks: -1 });
  await give("loadReplay", " ".repeat(64 * 1024 * 1024 + 1));
  await give("fly");
  await give("abort");
  await give("pinSeed", null);
  await give("pinSeed", 777001);
  await give("startRun", { asks: [2] });
  await give("step", 5);
  await give("step", 5);
  await give("choose", { action: "Pick", index: 0, id: 77 });
  await give("levelUp", "Reroll");
  await give("levelUp", "Reroll");
  await give("levelUp", "Pick", 1);
  await give("stepUntil", { maxTicks: 10_000, stopOn: ["hpBelow:3"] });
  await give("step", 1000);
  await give("step", 1);
  await give("startRun");
  session.issue("step", [10]);
  session.issue("abort");
  await session.wait();
  await give("loadReplay", replay, { mode: "watch" });
  await give("step", 1);
  await give("abort");
  return [...replies, ...(await collectFaults())];
}

/** Replies of games that misbehave. */
async function collectFaults(): Promise<Reply[]> {
  const replies: Reply[] = [];
  const listener = { replied: (reply: Reply) => void replies.push(reply) };
  const throwing = toySession(
    {
      duringTick: (toy) => {
        if (toy.tick === 3) throw new Error("tripped");
      },
    },
    listener,
  );
  await ask(throwing, "startRun");
  await ask(throwing, "step", 5);
  const promising = toySession({ duringTick: () => Promise.resolve() }, listener);
  await ask(promising, "startRun");
  await ask(promising, "step", 5);
  const unkept = toySession({ duringTick: (toy) => void Object.assign(toy, { when: new Date(0) }) }, listener);
  await ask(unkept, "startRun");
  await ask(unkept, "step", 60);
  let walks = 0;
  const drifting = toySession(
    {
      withoutLoad: true,
      duringTick: (toy) => {
        if (toy.tick === 1) toy.x = ++walks;
        if (toy.tick === 61) throw new Error("tripped");
      },
    },
    listener,
  );
  await ask(drifting, "startRun");
  await ask(drifting, "step", 100);
  await ask(drifting, "step", 1);
  const failing = createSession(
    { ...createToyGame(), start: () => Promise.reject(new Error("no level")) },
    nodeHost,
    listener,
  );
  await ask(failing, "startRun");
  return replies;
}

test("every kind of reply has the pinned JSON", async () => {
  const replies = await collect();
  const lines = replies.map((reply) => JSON.stringify(reply, (key, value) => (key === "stack" ? "…" : value)));
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../goldens/replies.jsonl");
});

test("the pinned replies hold an ok of every command that the toy offers, and every code", async () => {
  const replies = await collect();
  const succeeded = new Set(replies.filter((reply) => reply.ok).map((reply) => reply.cmd));
  const offered = commandNames.filter((cmd) => !["actions", "audit", "vfxAudit"].includes(cmd));
  expect(offered.filter((cmd) => !succeeded.has(cmd))).toEqual([]);
  const codes = new Set(replies.flatMap((reply) => (reply.ok ? [] : [reply.error.code])));
  // Only a page says BAD_SCRIPT of its address, and BAD_GAME in a wait when its bridge could not start; INTERNAL is a fault of ours, and no input is
  // known that brings it.
  expect(errorCodes.filter((code) => !codes.has(code))).toEqual(["BAD_SCRIPT", "BAD_GAME", "INTERNAL"]);
});
