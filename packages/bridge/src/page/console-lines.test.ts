// What a line may hold and how long it may be, without a page; test/browser/console-lines.test.ts has them in one.

import { afterEach, expect, test, vi } from "vitest";
import type { Session } from "../session/session.js";
import { consoleLines } from "./console-lines.js";

const bytes = (text: string) => new TextEncoder().encode(text).length;
const lineBytesMax = 65_536;
/** Every character at which some reader of lines breaks a line (JavaScript, Python, Unicode). */
const lineBreaks = [..."\n\r\v\f\u001c\u001d\u001e\u0085\u2028\u2029"];
const lineBreaksIn = (text: string) => lineBreaks.filter((character) => text.includes(character));

afterEach(() => vi.restoreAllMocks());

type Lines = ReturnType<typeof consoleLines>;

/** What is printed by `print`, as kind and JSON, in order. */
async function printed(prefix: string, print: (lines: Lines) => void) {
  const texts: string[] = [];
  await new Promise<void>((resolve) => {
    const spy = vi.spyOn(console, "log").mockImplementation((text: string) => {
      if (!text.endsWith('"the last line"}')) texts.push(text);
      else {
        spy.mockRestore();
        resolve();
      }
    });
    const lines = consoleLines(prefix);
    print(lines);
    lines.replayEnded({ verdict: "the last line" } as never);
  });
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

test("any character survives a line, and none breaks it", async () => {
  const state = { snap: 1, runState: "InRun", pauseOwners: [], [nasty]: nasty } as const;
  const reply = { ok: true, cmd: "step", seq: 1, tick: 0, nasty } as const;
  const lines = await printed("__candy", ({ replied }) => replied(reply, state));
  expect(lines.map(({ kind }) => kind)).toEqual(["RESULT", "STATE"]);
  expect(lines[0]?.data).toEqual(reply);
  expect(lines[1]?.data).toEqual(state);
});

test.each(["x", "é", "漢", "😀", '"', "\\", "\u0000", "\u2028", "\ud800", nasty])(
  "a long reply made of %j comes whole in parts of 64 KiB at most, under any prefix",
  async (character) => {
    const reply = { ok: true, cmd: "dump", seq: 7, tick: 0, long: character.repeat(150_000) } as const;
    for (const prefix of ["__candy", "__größe漢字"]) {
      const lines = await printed(prefix, ({ replied }) =>
        replied(reply, { snap: 1, runState: "Menu", pauseOwners: [] }),
      );
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

test("a description that is too long for a line comes in parts with seq 0", async () => {
  const description = { protocol: 1, long: "漢".repeat(100_000) };
  const lines = await printed("__candy", ({ ready }) => ready(description));
  expect(new Set(lines.map(({ kind, data }) => `${kind} ${data.seq}`))).toEqual(new Set(["PART 0"]));
  expect(JSON.parse(lines.map(({ data }) => data.data).join(""))).toEqual(description);
});

test("a run's end and a replay's end are cut like a snapshot", async () => {
  const huge = "x".repeat(100_000);
  const session = { state: { result: huge }, game: { evaluate: () => ({ done: true }) } } as unknown as Session;
  const [end] = await printed("__candy", ({ runEnded }) => runEnded(session, { tick: 9, seed: 5 } as never));
  expect(end).toMatchObject({
    kind: "RUN_END",
    data: { tick: 9, seed: 5, evaluation: { done: true }, cut: { result: 0 } },
  });
  const verdict = { verdict: "diverged", evidence: "state", ticks: 9, hashesCompared: 1, cheated: false } as const;
  const divergence = { kind: "choice", tick: 9, actual: huge, message: "no" } as const;
  const [replayEnd] = await printed("__candy", ({ replayEnded }) => replayEnded({ ...verdict, divergence }));
  expect(replayEnd).toMatchObject({ kind: "REPLAY_END", data: { ...verdict, cut: { divergence: 0 } } });
});

test("a state that has to be shortened keeps its place among the lines", async () => {
  const frame = { runState: "InRun", pauseOwners: [] } as const;
  const lines = await printed("__candy", ({ replied }) => {
    const reply = (seq: number) => ({ ok: true, cmd: "step", seq, tick: seq }) as const;
    replied(reply(1), { ...frame, snap: 1 });
    replied(reply(2), { ...frame, snap: 2, list: Array.from({ length: 50_000 }, (_, index) => index) });
    replied(reply(3), { ...frame, snap: 3 });
  });
  expect(lines.map(({ kind, data }) => `${kind} ${data.seq ?? data.snap}`)).toEqual([
    "RESULT 1",
    "STATE 1",
    "RESULT 2",
    "STATE 2",
    "RESULT 3",
    "STATE 3",
  ]);
  const { cut, list } = lines[3]?.data ?? {};
  expect(list.length).toBeGreaterThan(5000);
  expect(cut).toEqual({ list: list.length });
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
