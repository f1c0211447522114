// A journal's entries, applied in order, are the session's run exactly; and a run brought back from them goes on as if
// nothing had happened. What comes from outside is refused with a code and leaves everything as it was.

import type { Reply } from "@tickbridge/bridge/protocol";
import { Journal, type JournalEntry, JournalWriter, type Session } from "@tickbridge/bridge/session";
import { stringifyReplay } from "@tickbridge/replay";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ToyParts } from "../fixtures/toy-game.js";
import { ask, exported, toySession } from "../support/toy-session.js";

type Given = readonly [cmd: string, ...args: unknown[]];

const move = fc.constantFrom(-1, -0.5, 0, 0.5, 1);
const label = fc.constantFrom("here", "there", "elsewhere");
const ticks = fc.integer({ min: 1, max: 90 });
/** Commands as a restless agent would give them; many are refused, and those change nothing. */
const command: fc.Arbitrary<Given> = fc.oneof(
  { weight: 6, arbitrary: ticks.map((n): Given => ["step", n]) },
  { weight: 4, arbitrary: fc.tuple(move, ticks).map(([by, n]): Given => ["input", { move: by }, { ticks: n }]) },
  { weight: 2, arbitrary: move.map((by): Given => ["input", { move: by }]) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Given[]>(["levelUp", "Pick", 0], ["levelUp", "Skip"], ["levelUp", "Reroll"]),
  },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 150 }).map((k): Given => ["rewind", k]) },
  { weight: 3, arbitrary: label.map((name): Given => ["save", name]) },
  { weight: 3, arbitrary: label.map((name): Given => ["restore", name]) },
  fc.integer({ min: -5, max: 80 }).map((hp): Given => ["cheat", "setHp", { hp }]),
  fc.tuple(move, ticks).map(
    ([by, n]): Given => [
      "sequence",
      [
        { ticks: n, input: { move: by } },
        { ticks: 3, input: { move: 1 } },
      ],
    ],
  ),
  ticks.map((n): Given => ["fork", [[{ cmd: "step", args: [n] }], [{ cmd: "input", args: [{ move: 1 }] }]]]),
  ticks.map((k): Given => ["selfCheck", k]),
  fc.constantFrom<Given[]>(["input", null], ["setMaxEntities", 3], ["setMaxEntities", 15], ["hash"], ["describe"]),
  fc.constantFrom<Given[]>(["pinSeed", 5], ["pinSeed", null]),
  fc.constant<Given>(["startRun", { asks: [30, 30] }]),
  // Wall time drives for a while, and the agent takes the run back.
  ticks.map((n): Given => ["play", n]),
);
const games: readonly (readonly [name: string, parts: ToyParts])[] = [
  ["a game that can load", {}],
  ["a game that can only save", { withoutLoad: true }],
  ["a game that gives no state", { withoutSave: true }],
  ["a game that throws now and then", { duringTick: throwFarOut }],
];

function throwFarOut({ tick, x }: { tick: number; x: number }): void {
  if (tick % 7 === 0 && x > 3) throw new Error(`too far out in tick ${tick}`);
}

async function give(session: Session, [cmd, ...args]: Given): Promise<Reply | undefined> {
  if (cmd !== "play") return ask(session, cmd, ...args);
  await ask(session, "resume");
  for (let tick = 0; tick < (args[0] as number) && session.runsInRealTime; tick++) session.realTimeTick();
  return ask(session, "pause");
}

function sourceOf(session: Session) {
  const { game, pinnedSeed, lastReply, run } = session;
  const { maxEntities, newest } = session.snapshots;
  return { game, pinnedSeed, maxEntities, snap: newest, seq: lastReply?.seq ?? 0, run };
}

/** A run as plain data, whoever holds it. */
function plain(run: Session["run"] | Journal["run"]): unknown {
  if (run === undefined) return undefined;
  const { seed, options, tick, inputs, cheats, choices, holds, hashes, pendingCheats, fault, labels } = run;
  const places = [...labels].map(([name, { record, kept }]) => [name, record, kept.hash]);
  return JSON.parse(
    JSON.stringify({ seed, options, tick, inputs, cheats, choices, holds, hashes, pendingCheats, fault, places }),
  );
}

/** What a reply says, but for the numbers of snapshots. */
function said(reply: Reply | undefined): unknown {
  return JSON.parse(JSON.stringify(reply, (key, value) => (key === "snap" ? 0 : value)));
}

function overJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

test.each(games)("of %s, entries give the run exactly, whenever they are taken", async (_, parts) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(command, fc.boolean()), { minLength: 5, maxLength: 40 }), async (steps) => {
      const session = toySession(parts);
      const often = { writer: new JournalWriter(), journal: new Journal() };
      const seldom = { writer: new JournalWriter(), journal: new Journal() };
      await ask(session, "startRun", { asks: [100, 100, 170] });
      for (const [given, isTaken] of steps) {
        await give(session, given);
        for (const { writer, journal } of isTaken ? [often, seldom] : [often]) {
          journal.apply(overJson(writer.take(sourceOf(session))));
          expect(plain(journal.run)).toEqual(plain(session.run));
          expect(journal.pinnedSeed).toBe(session.pinnedSeed);
          expect(journal.maxEntities ?? 15).toBe(session.snapshots.maxEntities);
        }
      }
      often.journal.checkRun(60, session.game.evidence);
    }),
    { numRuns: 60 },
  );
});

test.each(games)("of %s, a run brought back goes on as the run itself would", async (_, parts) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: 3, maxLength: 25 }),
      fc.array(command, { minLength: 1, maxLength: 12 }),
      async (before, after) => {
        const session = toySession(parts);
        const writer = new JournalWriter();
        const entries: JournalEntry[] = [];
        await ask(session, "startRun", { asks: [100, 100, 170] });
        for (const given of before) {
          await give(session, given);
          entries.push(...overJson(writer.take(sourceOf(session))));
        }
        await ask(session, "pause");
        const second = toySession(parts);
        const ticksBefore = session.run?.tick ?? 0;
        expect(await ask(second, "recover", JSON.stringify(entries))).toMatchObject({
          ok: true,
          tick: ticksBefore,
          recovered: { ticks: ticksBefore },
          source: "given",
        });
        expect(plain(second.run)).toEqual(plain(session.run));
        expect(second.state.pauseOwners).toContain("agent");
        // One command that both number alike, whatever was read since the last entry.
        session.continueBehind(10_000);
        second.continueBehind(10_000);
        for (const given of after) expect(said(await give(second, given))).toEqual(said(await give(session, given)));
        expect(stringifyReplay(await exported(second))).toBe(stringifyReplay(await exported(session)));
      },
    ),
    { numRuns: 40 },
  );
});

test("a run that went back and came as far again by new rows alone has its new hashes in the journal", async () => {
  const session = toySession();
  const writer = new JournalWriter();
  const journal = new Journal();
  await ask(session, "startRun");
  await ask(session, "step", 119);
  await ask(session, "step", 1);
  journal.apply(overJson(writer.take(sourceOf(session))));
  await ask(session, "rewind", 3);
  await ask(session, "input", { move: 1 });
  await ask(session, "step", 3);
  journal.apply(overJson(writer.take(sourceOf(session))));
  expect(plain(journal.run)).toEqual(plain(session.run));
});

test("a batch that a driver never got is told again, as a whole", async () => {
  const session = toySession();
  await ask(session, "startRun");
  const kinds = async (batchesKept: number, ticks: number) => {
    const { journal } = await session.exchange([{ cmd: "step", args: [ticks] }], 1000, false, batchesKept);
    return { batch: journal?.batch, kinds: journal?.entries.map(({ kind }) => kind) };
  };
  expect(await kinds(0, 1)).toEqual({ batch: 1, kinds: ["head", "run", "tail"] });
  expect(await kinds(1, 1)).toEqual({ batch: 2, kinds: ["tail"] });
  expect(await kinds(2, 0)).toEqual({ batch: undefined, kinds: undefined });
  // The second and the first are as good as lost.
  expect(await kinds(1, 1)).toEqual({ batch: 3, kinds: ["head", "run", "tail"] });
  expect(await kinds(3, 1)).toEqual({ batch: 4, kinds: ["tail"] });
  expect(await session.exchange([{ cmd: "step", args: [1] }], 1000, false)).not.toHaveProperty("journal");
});
