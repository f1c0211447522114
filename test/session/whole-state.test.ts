// `hash({state: true})`: the whole state in a form that loses nothing, for those who compare two games.

import type { OkReply } from "@tickbridge/bridge/protocol";
import { decodeState, differingParts, hashParts, hashState, type PartHashes } from "@tickbridge/replay";
import { expect, test } from "vitest";
import { ask, playToy, toySession } from "../support/toy-session.js";

test("the state that comes with a hash is the one that the hash names", async () => {
  const session = toySession();
  await playToy(session);
  const reply = (await ask(session, "hash", { state: true })) as OkReply;
  const state = decodeState(reply.state as string);
  expect(state).toMatchObject({ asks: [5, 5, 90], toy: { tick: 150 } });
  expect(hashState(state)).toBe(reply.hash);
  expect(reply).toMatchObject({ evidence: "state", hash: (await ask(session, "hash")).hash });
});

test("a hash for each top-level part tells which of them differ", async () => {
  const session = toySession();
  await playToy(session);
  const before = (await ask(session, "hash", { parts: true })) as OkReply;
  await ask(session, "step", 1);
  const after = (await ask(session, "hash", { parts: true, state: true })) as OkReply;
  expect(after.parts).toEqual(hashParts(decodeState(after.state as string)));
  expect(Object.keys(after.parts as object)).toEqual(["/asks", "/toy"]);
  expect(differingParts(before.parts as PartHashes, after.parts as PartHashes)).toEqual(["/toy"]);
});

test("without save it is the unlimited snapshot, and the reply says so", async () => {
  const session = toySession({ withoutSave: true, shown: { speed: -0, far: Number.POSITIVE_INFINITY } });
  await ask(session, "startRun");
  const reply = (await ask(session, "hash", { state: true })) as OkReply;
  expect(reply.evidence).toBe("snapshot");
  expect(decodeState(reply.state as string)).toEqual({
    x: 0,
    coins: 0,
    hp: 100,
    speed: -0,
    far: Number.POSITIVE_INFINITY,
  });
});

test("a hash alone carries no state, and other words than true and false are refused", async () => {
  const session = toySession();
  await ask(session, "startRun");
  expect(await ask(session, "hash", { state: false })).not.toHaveProperty("state");
  expect(await ask(session, "hash", { state: 1 })).toMatchObject({ error: { code: "BAD_ARGS", path: "/0/state" } });
  expect(await ask(session, "hash", { states: true })).toMatchObject({ error: { code: "BAD_ARGS" } });
});
