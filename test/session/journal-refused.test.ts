// Journals that cannot be used: each is refused with a code and a path, and the run before stands as it was.

import type { ErrorReply } from "@tickbridge/bridge/protocol";
import { type JournalEntry, JournalWriter, type Session } from "@tickbridge/bridge/session";
import { stringifyReplay } from "@tickbridge/replay";
import { beforeAll, describe, expect, test } from "vitest";
import { ask, exported, playToy, toySession } from "../support/toy-session.js";

type Loose = { [field: string]: unknown };

/** The journal of a toy run of 150 ticks with everything in it. */
let entries: Loose[];

beforeAll(async () => {
  const session = toySession();
  await playToy(session);
  await ask(session, "save", "here");
  await ask(session, "cheat", "setHp", { hp: 50 });
  entries = journalOf(session) as unknown as Loose[];
});

function journalOf(session: Session): JournalEntry[] {
  const { game, pinnedSeed, lastReply, run } = session;
  const { maxEntities, newest } = session.snapshots;
  const source = { game, pinnedSeed, maxEntities, snap: newest, seq: lastReply?.seq ?? 0, run };
  return JSON.parse(JSON.stringify(new JournalWriter().take(source))) as JournalEntry[];
}

/** The entries, changed. */
function changed(change: (all: Loose[]) => unknown): Loose[] {
  const all = structuredClone(entries);
  change(all);
  return all;
}

function entry(all: Loose[], kind: string): Loose {
  const found = all.find((candidate) => candidate.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
}

async function fingerprint(session: Session): Promise<string> {
  const { pinnedSeed, agentHolds, run } = session;
  const own = {
    pinnedSeed,
    agentHolds,
    waits: [run?.agentInput, run?.pendingCheats],
    labels: [...(run?.labels ?? [])],
  };
  return JSON.stringify([own, await ask(session, "hash"), stringifyReplay(await exported(session))], (key, value) =>
    key === "seq" || key === "snap" ? 0 : value,
  );
}

test("the journal that the others are made of is taken", async () => {
  const session = toySession();
  expect(await ask(session, "recover", entries)).toMatchObject({ ok: true, tick: 150, recovered: { seed: 777001 } });
  expect([...(session.run?.labels.keys() ?? [])]).toEqual(["here"]);
  expect(session.pinnedSeed).toBe(777001);
});

const rows = (all: Loose[], name: string) => entry(all, "tail")[name] as unknown[][];
const broken: readonly (readonly [what: string, journal: () => unknown, code: string, path: string])[] = [
  ["no JSON", () => "{", "BAD_JOURNAL", "/0"],
  ["no list", () => ({}), "BAD_JOURNAL", "/0"],
  ["a list of other things", () => [1, null], "BAD_JOURNAL", "/0/0/kind"],
  ["an entry of no known kind", () => changed((all) => all.push({ kind: "leap" })), "BAD_JOURNAL", "/0/6/kind"],
  ["an entry that is named like a part of every object", () => [{ kind: "toString" }], "BAD_JOURNAL", "/0/0/kind"],
  ["no head", () => entries.slice(1), "BAD_JOURNAL", "/0/0"],
  ["rows before a run", () => changed((all) => all.splice(1, 1)), "BAD_JOURNAL", "/0/2"],
  [
    "a version from the future",
    () => changed(([head]) => Object.assign(head ?? {}, { version: 2 })),
    "BAD_JOURNAL",
    "/0/0/version",
  ],
  [
    "a field too many",
    () => changed((all) => Object.assign(entry(all, "run"), { more: 1 })),
    "BAD_JOURNAL",
    "/0/1/more",
  ],
  [
    "a cut of more than there is",
    () => changed((all) => all.push({ kind: "cut", inputs: 99, cheats: 0, choices: 0, holds: 0, hashes: 0 })),
    "BAD_JOURNAL",
    "/0/6/inputs",
  ],
  [
    "a tick that the hashes do not reach",
    () => changed((all) => Object.assign(entry(all, "tail"), { tick: 300 })),
    "BAD_JOURNAL",
    "/run/labels/here/hashes/values",
  ],
  ["rows out of order", () => changed((all) => rows(all, "inputs").reverse()), "BAD_JOURNAL", "/run/inputs/1/0"],
  [
    "a hold of no ticks",
    () => changed((all) => rows(all, "holds")[0]?.splice(3, 1, 0)),
    "BAD_JOURNAL",
    "/run/holds/0/3",
  ],
  [
    "a hold from the far future",
    () => changed((all) => rows(all, "holds")[1]?.splice(0, 1, 900)),
    "BAD_JOURNAL",
    "/run/holds/1/0",
  ],
  [
    "a hash that is none",
    () => changed((all) => Object.assign(entry(all, "save"), { hash: "x" })),
    "BAD_JOURNAL",
    "/0/4/hash",
  ],
  [
    "a waiting cheat without a name",
    () => changed((all) => Object.assign(all.at(-1) ?? {}, { waiting: [[1, 2, 3]] })),
    "BAD_JOURNAL",
    "/run/waiting/0/1",
  ],
  [
    "a fault without words",
    () => changed((all) => Object.assign(all.at(-1) ?? {}, { fault: {} })),
    "BAD_JOURNAL",
    "/run/fault/tick",
  ],
  [
    "prototype keys",
    () => JSON.stringify(entries).replace('"options":{', '"options":{"__proto__":{"x":1},'),
    "BAD_JOURNAL",
    "/0/1/options/__proto__",
  ],
];

describe.each([
  ["with a run before", true],
  ["without one", false],
])("%s", (_, hasRun) => {
  async function sessionBefore(): Promise<Session> {
    const session = toySession();
    if (!hasRun) return session;
    await ask(session, "startRun", {});
    await ask(session, "input", { move: 1 }, { ticks: 40 });
    await ask(session, "step", 30);
    await ask(session, "save", "mine");
    await ask(session, "cheat", "setHp", { hp: 7 });
    return session;
  }

  async function refused(journal: unknown): Promise<ErrorReply> {
    const session = await sessionBefore();
    const before = hasRun ? await fingerprint(session) : undefined;
    const reply = await ask(session, "recover", journal);
    expect(reply.ok).toBe(false);
    if (hasRun) expect(await fingerprint(session)).toBe(before);
    else expect(await ask(session, "step", 1)).toMatchObject({ error: { code: "NO_RUN" } });
    expect(await ask(session, "startRun", {})).toMatchObject({ ok: true });
    return reply as ErrorReply;
  }

  test.each(broken)("%s is refused", async (_what, journal, code, path) => {
    expect(await refused(journal())).toMatchObject({ error: { code, path } });
  });

  test("another game or another build is WRONG_GAME", async () => {
    for (const game of [
      { id: "other", build: "toy-1" },
      { id: "toy", build: "toy-2" },
    ]) {
      const journal = changed(([head]) => Object.assign(head ?? {}, { game }));
      expect(await refused(journal)).toMatchObject({ error: { code: "WRONG_GAME" } });
    }
  });

  test("a hash that the game does not meet is JOURNAL_DIVERGED, and so is an input that was changed", async () => {
    const otherHash = changed((all) => (entry(all, "tail").hashes as string[]).splice(1, 1, "0".repeat(16)));
    expect(await refused(otherHash)).toMatchObject({
      error: { code: "JOURNAL_DIVERGED" },
      divergence: { kind: "hash", tick: 60 },
    });
    const otherInput = changed((all) => rows(all, "inputs")[0]?.splice(1, 1, { move: -0.25 }));
    expect(await refused(otherInput)).toMatchObject({ error: { code: "JOURNAL_DIVERGED" } });
    const otherChoice = changed((all) => rows(all, "choices").pop());
    expect(await refused(otherChoice)).toMatchObject({
      error: { code: "JOURNAL_DIVERGED" },
      divergence: { kind: "choice" },
    });
  });

  test("an empty journal, and none at all, are NO_JOURNAL", async () => {
    expect(await refused([])).toMatchObject({ error: { code: "NO_JOURNAL" } });
    expect(await refused(undefined)).toMatchObject({ error: { code: "NO_JOURNAL" } });
  });
});

test("a game that throws where it did not before is JOURNAL_DIVERGED", async () => {
  const session = toySession({
    duringTick({ tick }) {
      if (tick === 90) throw new Error("tick 90 is cursed");
    },
  });
  expect(await ask(session, "recover", entries)).toMatchObject({
    error: { code: "JOURNAL_DIVERGED" },
    divergence: { kind: "threw", tick: 90 },
  });
});

test("abort stops a recovery between two ticks, and there is no run then", async () => {
  const session: Session = toySession({
    duringTick({ tick }) {
      if (tick === 30) session.issue("abort");
      // Longer than the page may be without a turn.
      if (tick === 30) for (const end = performance.now() + 60; performance.now() < end; );
    },
  });
  expect(await ask(session, "recover", entries)).toMatchObject({ error: { code: "ABORTED" }, restored: false });
  expect(await ask(session, "step", 1)).toMatchObject({ error: { code: "NO_RUN" } });
});

test("a journal without a run gives the pinned seed back, and nothing more", async () => {
  const first = toySession();
  await ask(first, "pinSeed", 31);
  const session = toySession();
  expect(await ask(session, "recover", journalOf(first))).toMatchObject({ ok: true, source: "given" });
  expect(await ask(session, "startRun", {})).toMatchObject({ seed: 31, seedSource: "pinned" });
});
