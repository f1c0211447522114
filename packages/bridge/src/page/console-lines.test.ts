// What a line may hold and how long it may be, without a page; test/browser/console-lines.test.ts has them in one.

import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import type { Session } from "../session/session.js";
import { consoleLines, fittingSnapshot } from "./console-lines.js";

const bytes = (text: string) => new TextEncoder().encode(text).length;
const lineBytesMax = 65_536;
/** Every character at which some reader of lines breaks a line (JavaScript, Python, Unicode). */
const lineBreaks = [..."\n\r\v\f\u001c\u001d\u001e\u0085\u2028\u2029"];
const lineBreaksIn = (text: string) => lineBreaks.filter((character) => text.includes(character));

afterEach(() => vi.restoreAllMocks());

/** What is printed by `print`, as kind and JSON. */
function printed(prefix: string, print: (lines: ReturnType<typeof consoleLines>) => void) {
  const texts: string[] = [];
  const spy = vi.spyOn(console, "log").mockImplementation((text: string) => void texts.push(text));
  print(consoleLines(prefix));
  spy.mockRestore();
  for (const text of texts) {
    expect(bytes(text)).toBeLessThanOrEqual(lineBytesMax);
    expect(lineBreaksIn(text)).toEqual([]);
  }
  return texts.map((text) => {
    const [, kind, json] = /^\S*?_((?:RUN_|REPLAY_)?[A-Z]+) (\{.*)$/s.exec(text) ?? [];
    return { text, kind, data: JSON.parse(json as string) };
  });
}

const nasty = '\ud800 \u2028\u2029\u0085\u007f\u0000\n\r\t"\\ é漢😀 \udfff';

test("any character survives a line, and none breaks it", () => {
  const state = { snap: 1, runState: "InRun", pauseOwners: [], [nasty]: nasty } as const;
  const reply = { ok: true, cmd: "step", seq: 1, tick: 0, nasty } as const;
  const lines = printed("__candy", ({ replied }) => replied(reply, state));
  expect(lines.map(({ kind }) => kind)).toEqual(["RESULT", "STATE"]);
  expect(lines[0]?.data).toEqual(reply);
  expect(lines[1]?.data).toEqual(state);
});

test.each(["x", "é", "漢", "😀", '"', "\\", "\u0000", "\u2028", "\ud800", nasty])(
  "a long reply made of %j comes whole in parts of 64 KiB at most, under any prefix",
  (character) => {
    const reply = { ok: true, cmd: "dump", seq: 7, tick: 0, long: character.repeat(150_000) } as const;
    for (const prefix of ["__candy", "__größe漢字"]) {
      const lines = printed(prefix, ({ replied }) => replied(reply, { snap: 1, runState: "Menu", pauseOwners: [] }));
      const parts = lines.filter(({ kind }) => kind === "PART").map(({ data }) => data);
      expect(parts.length).toBeGreaterThan(1);
      expect(parts.map(({ seq, part, of }) => ({ seq, part, of }))).toEqual(
        parts.map((_, index) => ({ seq: 7, part: index + 1, of: parts.length })),
      );
      expect(JSON.parse(parts.map(({ data }) => data).join(""))).toEqual(reply);
      expect(lines.at(-1)?.kind).toBe("STATE");
    }
  },
);

test("a description that is too long for a line comes in parts with seq 0", () => {
  const description = { protocol: 1, long: "漢".repeat(100_000) };
  const lines = printed("__candy", ({ ready }) => ready(description));
  expect(new Set(lines.map(({ kind, data }) => `${kind} ${data.seq}`))).toEqual(new Set(["PART 0"]));
  expect(JSON.parse(lines.map(({ data }) => data.data).join(""))).toEqual(description);
});

test("a run's end and a replay's end are cut like a snapshot", () => {
  const huge = "x".repeat(100_000);
  const session = { state: { result: huge }, game: { evaluate: () => ({ done: true }) } } as unknown as Session;
  const [end] = printed("__candy", ({ runEnded }) => runEnded(session, { tick: 9, seed: 5 } as never));
  expect(end).toMatchObject({
    kind: "RUN_END",
    data: { tick: 9, seed: 5, evaluation: { done: true }, cut: { result: 0 } },
  });
  const verdict = { verdict: "diverged", evidence: "state", ticks: 9, hashesCompared: 1, cheated: false } as const;
  const divergence = { kind: "choice", tick: 9, actual: huge, message: "no" } as const;
  const [replayEnd] = printed("__candy", ({ replayEnded }) => replayEnded({ ...verdict, divergence }));
  expect(replayEnd).toMatchObject({ kind: "REPLAY_END", data: { ...verdict, cut: { divergence: 0 } } });
});

const frame = { tick: 5, snap: 3, runState: "InRun", pauseOwners: ["agent"], seed: 1 };

test("one huge field is left out and named", () => {
  const snapshot = { ...frame, small: [1], huge: "x".repeat(1_000_000) };
  expect(JSON.parse(fittingSnapshot(snapshot, lineBytesMax))).toEqual({ ...frame, small: [1], cut: { huge: 0 } });
});

test("of very many small fields as many as fit are kept, the frame first; those without room for a name are counted", () => {
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`field${index}`, index]));
  const text = fittingSnapshot({ ...many, ...frame }, lineBytesMax);
  expect(bytes(text)).toBeLessThanOrEqual(lineBytesMax);
  expect(bytes(text)).toBeGreaterThan(lineBytesMax - 2000);
  const { cut, cutMore, ...kept } = JSON.parse(text);
  expect(kept).toMatchObject(frame);
  expect(Object.keys(cut).length).toBeGreaterThan(100);
  expect(Object.keys(cut).every((field) => field in many && !(field in kept))).toBe(true);
  expect(Object.keys(kept).length + Object.keys(cut).length + cutMore).toBe(50_000 + Object.keys(frame).length);
});

test("a long list loses no more of its far end than it must, and the fields beside it nothing", () => {
  const enemies = Array.from({ length: 5000 }, (_, id) => ({ id, type: "größe", x: id / 3 }));
  const obstacles = Array.from({ length: 300 }, (_, id) => ({ id }));
  const text = fittingSnapshot({ enemies, obstacles, ...frame }, lineBytesMax);
  expect(bytes(text)).toBeLessThanOrEqual(lineBytesMax);
  expect(bytes(text)).toBeGreaterThan(lineBytesMax - 150);
  const { cut, enemies: shown, ...rest } = JSON.parse(text);
  expect(rest).toEqual({ obstacles, ...frame });
  expect(shown).toEqual(enemies.slice(0, shown.length));
  expect(cut).toEqual({ enemies: shown.length });
});

test("names too long for the list of what was left out are counted, and a game's own `cut` makes room", () => {
  const snapshot = { ...frame, ["n".repeat(100_000)]: 1, cut: "the game's" };
  expect(JSON.parse(fittingSnapshot(snapshot, lineBytesMax))).toEqual({ ...frame, cut: { cut: 0 }, cutMore: 1 });
});

test("any snapshot fits any limit that its frame fits, as JSON in which each field is kept, named or counted", () => {
  const anyFields = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue(), { maxKeys: 40 });
  fc.assert(
    fc.property(anyFields, fc.integer({ min: 200, max: 2000 }), (fields, bytesMax) => {
      const snapshot = { ...fields, ...frame };
      const text = fittingSnapshot(snapshot, bytesMax);
      expect(bytes(text)).toBeLessThanOrEqual(bytesMax);
      expect(lineBreaksIn(text)).toEqual([]);
      const parsed = JSON.parse(text);
      if (bytes(JSON.stringify(snapshot)) + 500 < bytesMax)
        expect(parsed).toEqual(JSON.parse(JSON.stringify(snapshot)));
      const { cut = {}, cutMore = 0, ...kept } = parsed;
      if (bytes(JSON.stringify(snapshot)) <= bytesMax) return;
      expect(kept).toMatchObject(frame);
      const gone = Object.keys(cut).filter((field) => cut[field] === 0);
      expect(Object.keys(kept).length + gone.length + cutMore).toBe(Object.keys(snapshot).length);
      for (const [field, left] of Object.entries(cut)) {
        if (left !== 0) expect(kept[field]).toHaveLength(left as number);
      }
    }),
  );
});

test("a console that throws stops nothing", () => {
  const spy = vi.spyOn(console, "log").mockImplementation(() => {
    throw new Error("no console for you");
  });
  const lines = consoleLines("__candy");
  expect(() => lines.ready({ protocol: 1 })).not.toThrow();
  expect(() => lines.replayEnded({ verdict: "identical" } as never)).not.toThrow();
  expect(spy).toHaveBeenCalledTimes(2);
});
