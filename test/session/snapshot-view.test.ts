// Parts of a snapshot: chosen fields, only the news since an earlier one, and the events since the previous look.

import type { OkReply } from "@tickbridge/bridge/protocol";
import { createSession, type Session } from "@tickbridge/bridge/session";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { ask, nodeHost } from "../support/toy-session.js";

type Fields = { [name: string]: unknown };
interface News {
  readonly since: number;
  readonly snap: number;
  readonly set: Fields;
  readonly gone: readonly string[];
}

const schema = { type: "object", properties: { x: { type: "number" }, shown: {}, lookedAt: { type: "integer" } } };

/** A session whose game shows what `show` gives, and the boundary that it was told of as the previous look. */
async function showing(show: () => unknown): Promise<Session> {
  const toy = createToyGame();
  const snapshot = ({ since }: { readonly since: number }) => ({ shown: show(), lookedAt: since });
  const session = createSession({ ...toy, snapshot, snapshotSchema: schema } as never, nodeHost);
  await ask(session, "startRun", {});
  return session;
}

async function dump(session: Session, view: object = {}): Promise<Fields & Partial<News>> {
  const reply = await ask(session, "dump", view);
  expect(reply).toMatchObject({ ok: true });
  return (reply as OkReply).state as Fields;
}

/** `base` with `news` put into it, by what docs/agents.md says of them. */
function updated(base: Fields, { set, gone, snap }: News): Fields {
  const whole = structuredClone(base);
  const place = (pointer: string) => {
    const names = pointer.split("/").slice(1);
    const last = names.pop() as string;
    const holder = names.reduce<unknown>((value, name) => member(value, name), whole);
    return { holder, last };
  };
  const member = (value: unknown, name: string): unknown =>
    Array.isArray(value)
      ? value.find((entry: { readonly id: unknown }) => String(entry.id) === name)
      : (value as Fields)[name];
  for (const pointer of gone) {
    const { holder, last } = place(pointer);
    if (!Array.isArray(holder)) delete (holder as Fields)[last];
    else holder.splice(holder.indexOf(member(holder, last)), 1);
  }
  for (const [pointer, value] of Object.entries(set)) {
    const { holder, last } = place(pointer);
    if (!Array.isArray(holder)) (holder as Fields)[last] = value;
    else if (member(holder, last) === undefined) holder.push(value);
    else holder[holder.indexOf(member(holder, last))] = value;
  }
  return { ...whole, snap };
}

/** Lists of entities in the order of their ids: news do not tell of their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const entries = value.map(sorted);
    const id = (entry: unknown) => Number((entry as { readonly id?: unknown } | null)?.id);
    return entries.every((entry) => id(entry) >= 0) ? entries.sort((left, right) => id(left) - id(right)) : entries;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, sorted(part)]));
}

const entity = fc.record({ id: fc.nat(5), x: fc.nat(2), tags: fc.array(fc.nat(1), { maxLength: 2 }) });
const shown = fc.record(
  {
    enemies: fc.uniqueArray(entity, { selector: ({ id }) => id, maxLength: 5 }),
    path: fc.array(fc.nat(2), { maxLength: 3 }),
    player: fc.record({ hp: fc.nat(2), boss: fc.option(entity, { nil: null }) }),
  },
  { requiredKeys: [] },
);

test("an earlier snapshot and the news since it give the newest one, whatever has changed", async () => {
  let now: unknown = {};
  const session = await showing(() => now);
  await fc.assert(
    fc.asyncProperty(shown, shown, async (before, after) => {
      now = before;
      const base = await dump(session);
      now = after;
      const news = (await dump(session, { since: base.snap as number })) as unknown as News;
      expect(news.since).toBe(base.snap);
      expect(sorted(updated(base, news))).toEqual(sorted({ ...base, snap: news.snap, shown: after }));
    }),
    { seed: 3, numRuns: 200 },
  );
});

test("a since that is unknown or older than 32 snapshots gives the whole, and the 32nd still gives news", async () => {
  const session = await showing(() => 1);
  const first = (await dump(session)).snap as number;
  for (let count = 0; count < 30; count++) await dump(session);
  expect(await dump(session, { since: first })).toHaveProperty("set");
  expect(await dump(session, { since: first })).toMatchObject({ shown: 1, tick: 0 });
  expect(await dump(session, { since: 1_000_000 })).toMatchObject({ shown: 1, tick: 0 });
});

test("fields shows these and which snapshot it is; one that the schema does not know is refused with those it does", async () => {
  const session = await showing(() => 1);
  expect(await dump(session, { fields: ["shown"] })).toEqual({ tick: 0, snap: expect.any(Number), shown: 1 });
  expect(await ask(session, "dump", { fields: ["shown", "hp"] })).toMatchObject({
    error: { code: "BAD_ARGS", path: "/0/fields/1", expected: expect.stringContaining("shown, lookedAt") },
  });
});

test("a snapshot tells of the boundary of the look before: of the commands before, and of an observation", async () => {
  const session = await showing(() => 1);
  const lookedAt = () => session.state.lookedAt;
  expect(lookedAt()).toBe(0);
  await ask(session, "step", 5);
  expect(lookedAt()).toBe(0);
  await ask(session, "step", 3);
  expect(lookedAt()).toBe(5);
  await ask(session, "pause");
  expect(lookedAt()).toBe(8);
  const { observations } = (await ask(session, "stepUntil", { maxTicks: 6, observeEvery: 2 })) as unknown as {
    readonly observations: readonly { readonly state: Fields }[];
  };
  expect(observations.map(({ state }) => state.lookedAt)).toEqual([8, 10, 12]);
  await ask(session, "rewind", 4);
  expect(lookedAt()).toBe(10);
});

test("what happened in real time is told by the next look", async () => {
  const session = await showing(() => 1);
  await ask(session, "step", 5);
  await ask(session, "resume");
  for (let tick = 0; tick < 7; tick++) session.realTimeTick();
  await ask(session, "pause");
  expect(session.state).toMatchObject({ tick: 12, lookedAt: 5 });
});
