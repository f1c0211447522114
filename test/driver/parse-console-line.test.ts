// Reading console lines: what is ours, what only looks so, and lines out of any source.

import { Readable } from "node:stream";
import { type ConsoleEvent, consoleEvents, type LineSource, parseConsoleLine } from "@tickbridge/driver";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const state = { snap: 4, runState: "InRun", pauseOwners: ["agent"], tick: 9, note: "größe 漢字 😀" };
const reply = { ok: true, cmd: "step", seq: 3, tick: 9, stepped: 9 };
const refusal = { ok: false, cmd: "step", seq: 3, tick: 9, error: { code: "RUN_OVER", message: "over" } };
const lineOf = (kind: string, value: unknown, word = "CANDY") => `${word}_${kind} ${JSON.stringify(value)}`;
const stateLine = lineOf("STATE", state);
const stateEvent = { kind: "state", prefix: "CANDY", state };

describe("a line of a bridge has its kind", () => {
  test.each([
    [lineOf("READY", { protocol: 1 }), { kind: "ready", description: { protocol: 1 } }],
    [stateLine, { kind: "state", state }],
    [lineOf("RESULT", reply), { kind: "result", reply }],
    [lineOf("RESULT", refusal), { kind: "result", reply: refusal }],
    [lineOf("RUN_END", { tick: 9, seed: 5 }), { kind: "run-end", end: { tick: 9, seed: 5 } }],
    [lineOf("REPLAY_END", { verdict: "identical" }), { kind: "replay-end", verdict: { verdict: "identical" } }],
    [
      lineOf("PART", { seq: 3, part: 1, of: 2, data: "{" }),
      { kind: "part", part: { seq: 3, part: 1, of: 2, data: "{" } },
    ],
  ])("%s", (line, content) => {
    expect(parseConsoleLine(line)).toEqual({ prefix: "CANDY", ...content });
    expect(parseConsoleLine(`${line}\r\n`)).toEqual({ prefix: "CANDY", ...content });
  });
});

describe("another line is undefined, however much it looks like one", () => {
  test.each([
    "",
    "CANDY",
    "CANDY_STATE",
    "CANDY_STATE ",
    "CANDY_STATE changed to menu",
    "CANDY_STATE [1]",
    'CANDY_STATE "{}"',
    `CANDY_STATEMENT ${JSON.stringify(state)}`,
    `CANDY_STATE_X ${JSON.stringify(state)}`,
    `CANDY_STATE  ${JSON.stringify(state)}`,
    `CANDY_STATE${JSON.stringify(state)}`,
    `CANDYSTATE ${JSON.stringify(state)}`,
    `candy_STATE ${JSON.stringify(state)}`,
    ` ${stateLine}`,
    `12:00:01 ${stateLine}`,
    `[chrome] ${stateLine}`,
    `log: ${stateLine}`,
    `LOG:${stateLine}`,
    `"${stateLine}"`,
    `first line\n${stateLine}`,
    "x".repeat(100_000),
  ])("%j", (line) => expect(parseConsoleLine(line)).toBeUndefined());
});

describe("a line that begins as ours and is none is malformed", () => {
  test.each([
    ["cut off", stateLine.slice(0, 40), /no whole JSON/],
    ["with text behind it", `${stateLine} and more`, /no whole JSON/],
    ["with a line behind it", `${stateLine}\nand more`, /no whole JSON/],
    ["with raw NaN", 'CANDY_STATE {"snap":NaN}', /no whole JSON/],
    ["with a game's own JSON", 'CANDY_STATE {"scene":"menu"}', /not the fields of STATE/],
    ["an error reply without a code", lineOf("RESULT", { ...refusal, error: "no" }), /not the fields of RESULT/],
    ["a part beyond the last", lineOf("PART", { seq: 1, part: 3, of: 2, data: "" }), /not the fields of PART/],
    ["half a part", lineOf("PART", { seq: 1, part: 0.5, of: 2, data: "" }), /not the fields of PART/],
  ])("%s", (_name, line, reason) => {
    expect(parseConsoleLine(line)).toMatchObject({
      kind: "malformed",
      prefix: "CANDY",
      reason: expect.stringMatching(reason),
    });
  });

  test("it shows no more than the beginning of a long one", () => {
    const line = parseConsoleLine(`CANDY_STATE {${"x".repeat(1_000_000)}`);
    expect(line?.kind === "malformed" && line.text.length).toBe(200);
  });
});

test("lines of any prefix are taken, or of the one that is named, however it is named", () => {
  const line = lineOf("STATE", state, "MYGAME");
  for (const prefix of [undefined, "__myGame", "MYGAME", "MYGAME_"]) {
    expect(parseConsoleLine(line, prefix === undefined ? {} : { prefix })).toMatchObject({ prefix: "MYGAME" });
  }
  expect(parseConsoleLine(line, { prefix: "__candy" })).toBeUndefined();
  expect(parseConsoleLine(line, { prefix: "GAME" })).toBeUndefined();
  for (const [prefix, word] of [
    ["__my_state", "MY_STATE"],
    ["__größe", "GRÖSSE"],
    ["$1", "$1"],
  ] as const) {
    expect(parseConsoleLine(lineOf("STATE", state, word), { prefix })).toMatchObject({ kind: "state", prefix: word });
    expect(parseConsoleLine(lineOf("STATE", state, word))).toMatchObject({ kind: "state", prefix: word });
  }
  // No name in JavaScript: taken only when it is named.
  expect(parseConsoleLine(lineOf("STATE", state, "A.B"), { prefix: "__a.b" })).toMatchObject({ prefix: "A.B" });
  expect(parseConsoleLine(lineOf("STATE", state, "A.B"))).toBeUndefined();
});

describe("Chromium's log is unwrapped", () => {
  const head = "[6937:6937:1201/052133.082132:INFO:CONSOLE";
  const hard = { ...state, note: '", source: http://a/ (1)' };
  test.each([
    ["of today", `${head}:12] "${stateLine}", source: http://127.0.0.1:8080/core-A1.js (12)`, state],
    ["of some years ago", `${head}(12)] "${stateLine}", source: file:///tmp/a%22b.html (12)`, state],
    ["without a source", `${head}:0] "${stateLine}", source:  (0)`, state],
    ["with its own words inside", `${head}:1] "${lineOf("STATE", hard)}", source: http://a/ (1)`, hard],
  ])("%s", (_name, line, expected) => {
    expect(parseConsoleLine(line)).toEqual({ ...stateEvent, state: expected });
  });

  test.each([
    `[1:1:1201/052133.08:ERROR:dbus/bus.cc:405] "${stateLine}", source: http://a/ (1)`,
    `${head}:12] "text before ${stateLine}", source: http://a/ (12)`,
    `x ${head}:12] "${stateLine}", source: http://a/ (12)`,
  ])("and nothing else is: %s", (line) => expect(parseConsoleLine(line)).toBeUndefined());
});

test("no text makes the parser throw, and only what begins as ours is more than undefined", () => {
  const pieces = fc.constantFrom(
    "CANDY_",
    "STATE",
    "RESULT",
    "PART",
    " ",
    "{",
    "}",
    '"',
    "snap",
    ":",
    "1",
    ",",
    "\n",
    "[1:1:0101/1.1:INFO:CONSOLE:1] ",
  );
  const lines = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(pieces).map((list) => list.join("")),
  );
  fc.assert(
    fc.property(lines, (line) => {
      const parsed = parseConsoleLine(line);
      if (parsed !== undefined) expect(line).toMatch(/_(READY|STATE|RESULT|RUN_END|REPLAY_END|PART) \{/);
    }),
    { numRuns: 2000 },
  );
});

async function eventsOf(source: LineSource, prefix?: string): Promise<ConsoleEvent[]> {
  const events: ConsoleEvent[] = [];
  for await (const event of consoleEvents(source, prefix === undefined ? {} : { prefix })) events.push(event);
  return events;
}

/** A reply in parts, as the bridge prints it. */
function parts(value: object, size: number, seq = 3, word = "CANDY"): string[] {
  const json = JSON.stringify(value);
  const of = Math.ceil(json.length / size);
  return Array.from({ length: of }, (_, index) =>
    lineOf("PART", { seq, part: index + 1, of, data: json.slice(index * size, (index + 1) * size) }, word),
  );
}

describe("events come out of any source of lines", () => {
  const lines = ["noise", stateLine, "CANDY_STATE {", lineOf("RESULT", reply)];
  const kinds = ["state", "malformed", "result"];
  const bytes = Buffer.from(lines.join("\r\n"));
  async function* later<Item>(items: Iterable<Item>) {
    for (const item of items) yield await Promise.resolve(item);
  }
  /** Each byte a chunk of its own, so that characters are broken too. */
  const singleBytes = () => [...bytes].map((byte) => Buffer.from([byte]));
  test.each<[string, () => LineSource]>([
    ["a list", () => lines],
    ["lines that come later", () => later(lines)],
    ["one text", () => lines.join("\n")],
    ["a Node stream of lines", () => Readable.from(lines)],
    ["a Node stream of bytes", () => Readable.from(singleBytes(), { objectMode: false })],
    ["a Node stream of text", () => Readable.from(singleBytes(), { objectMode: false }).setEncoding("utf8")],
    ["a web stream of bytes", () => Readable.toWeb(Readable.from(singleBytes(), { objectMode: false })) as never],
    ["the body of a response", () => new Response(bytes).body as never],
  ])("%s", async (_name, source) => {
    const events = await eventsOf(source());
    expect(events.map(({ kind }) => kind)).toEqual(kinds);
    expect(events[0]).toEqual(stateEvent);
  });

  test("an error of the source is thrown, after what came before it", async () => {
    const source = Readable.from(
      (function* () {
        yield Buffer.from(`${stateLine}\n`);
        throw new Error("the pipe broke");
      })(),
      { objectMode: false },
    );
    const seen: string[] = [];
    const reading = async () => {
      for await (const { kind } of consoleEvents(source)) seen.push(kind);
    };
    await expect(reading()).rejects.toThrow("the pipe broke");
    expect(seen).toEqual(["state"]);
  });

  test("leaving the loop closes the source", async () => {
    const source = Readable.from([`${stateLine}\n`, `${stateLine}\n`], { objectMode: false });
    for await (const event of consoleEvents(source)) if (event.kind === "state") break;
    expect(source.destroyed).toBe(true);
  });

  test("a line without an end is dropped, not kept, and the next one is read", async () => {
    const endless = Array.from({ length: 200 }, () => "x".repeat(100_000));
    const source = Readable.from([...endless, "\n", `${stateLine}\n`], { objectMode: false });
    expect(await eventsOf(source)).toEqual([stateEvent]);
  });
});

describe("parts are joined", () => {
  const large = { ...reply, text: "größe 漢字 😀\u2028".repeat(500) };
  const event = (seq = 3, prefix = "CANDY") => ({ kind: "result", prefix, reply: { ...large, seq } });
  const partsOf = (seq: number, word = "CANDY") => parts({ ...large, seq }, 997, seq, word);

  test("in order, in reverse, twice, and cut within a character", async () => {
    const inOrder = partsOf(3);
    expect(inOrder.length).toBeGreaterThan(5);
    for (const lines of [inOrder, inOrder.toReversed(), inOrder.flatMap((line) => [line, line]).slice(0, -1)]) {
      expect(await eventsOf(lines)).toEqual([event()]);
    }
  });

  test("of several replies and games at once, with other lines between", async () => {
    const [one, two, other] = [partsOf(3), partsOf(4), partsOf(3, "MYGAME")];
    const mixed = one.flatMap((line, index) => [line, two[index] ?? "", stateLine, other[index] ?? ""]);
    const results = (await eventsOf(mixed)).filter(({ kind }) => kind === "result");
    expect(results).toEqual([event(3), event(4), event(3, "MYGAME")]);
  });

  test("a description too, which begins a page anew: what the page before left unfinished is given up", async () => {
    const description = { protocol: 1, text: "x".repeat(5000) };
    const before = partsOf(3).slice(0, 2);
    const events = await eventsOf([...before, ...parts(description, 1000, 0), ...partsOf(3)]);
    expect(events).toEqual([
      { kind: "incomplete", prefix: "CANDY", seq: 3, of: partsOf(3).length, received: 2 },
      { kind: "ready", prefix: "CANDY", description },
      event(),
    ]);
  });

  test("what never becomes whole is said: at the end, and when the same seq begins anew", async () => {
    const [first = "", second = "", ...rest] = partsOf(3);
    const of = rest.length + 2;
    expect(await eventsOf([first, ...rest])).toEqual([
      { kind: "incomplete", prefix: "CANDY", seq: 3, of, received: of - 1 },
    ]);
    const changed = first.replace('"data":"', '"data":"#');
    const events = await eventsOf([changed, second, first, second, ...rest]);
    expect(events).toEqual([{ kind: "incomplete", prefix: "CANDY", seq: 3, of, received: 2 }, event()]);
  });

  test("parts that make no reply are malformed", async () => {
    for (const value of [{ hello: "x".repeat(50) }, [1, 2, 3]]) {
      expect((await eventsOf(parts(value, 20))).map(({ kind }) => kind)).toEqual(["malformed"]);
    }
    const [first = "", ...rest] = parts(large, 997);
    expect((await eventsOf([first.replace('"data":"{', '"data":"['), ...rest])).map(({ kind }) => kind)).toEqual([
      "malformed",
    ]);
  });

  test("what is never finished is given up when it becomes too many, the oldest first", async () => {
    const unfinished = Array.from({ length: 70 }, (_, index) => partsOf(index + 1)[0] ?? "");
    const events = await eventsOf(unfinished.slice(0, 65));
    expect(events.map((item) => item.kind === "incomplete" && item.seq)).toEqual(
      Array.from({ length: 65 }, (_, index) => index + 1),
    );
    const seen: ConsoleEvent[] = [];
    for await (const item of consoleEvents([...unfinished, stateLine])) {
      if (item.kind === "state") break;
      seen.push(item);
    }
    expect(seen).toHaveLength(70 - 64);
  });

  test("what is never finished is given up when it becomes too large", async () => {
    const data = "x".repeat(1_000_000);
    const source = function* () {
      for (let part = 1; part <= 70; part++) yield lineOf("PART", { seq: 1, part, of: 1e9, data });
      yield stateLine;
    };
    const events = await eventsOf(source());
    expect(events.map(({ kind }) => kind)).toEqual(["incomplete", "state", "incomplete"]);
    expect(events[0]).toMatchObject({ received: 68 });
  });
});
