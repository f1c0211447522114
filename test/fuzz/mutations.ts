// Makes broken, edited and hostile replays out of a real one. The same seed and index always give the same case.

import { drawInteger, type RandomStream, randomStream } from "@tickbridge/bridge";
import type { Replay } from "@tickbridge/replay";

/** What is given to `loadReplay`, and what was done to the replay that it was. */
export interface Mutation {
  readonly kind: string;
  readonly given: unknown;
  /** It is still the same run: only another verdict than `identical` would be a lie. */
  readonly harmless: boolean;
}

type Mutable = { [key: string]: unknown };
type Rows = unknown[][];
interface Dice {
  /** An integer from 0 to `below - 1`. */
  nat(below: number): number;
  pick<Item>(list: readonly Item[]): Item;
}

export function diceOf(seed: number, index: number): Dice {
  const stream: RandomStream = randomStream(seed, `case ${index}`);
  const nat = (below: number) => drawInteger(stream, 0, Math.max(below, 1) - 1);
  return { nat, pick: (list) => list[nat(list.length)] as (typeof list)[number] };
}

export function mutate(replay: Replay, dice: Dice): Mutation {
  const table = dice.pick([textMutations, textMutations, hostileMutations, edits, edits, edits, harmless] as const);
  const [kind, change] = dice.pick(Object.entries(table));
  const copy = structuredClone(replay) as unknown as Mutable;
  if (table === textMutations) return { kind, given: change(JSON.stringify(replay) as never, dice), harmless: false };
  const changed = change(copy as never, dice) ?? copy;
  if (table === edits && dice.nat(5) > 0) settle(copy);
  const asText = typeof changed === "object" && table !== hostileMutations && dice.nat(2) === 0;
  return { kind, given: asText ? JSON.stringify(changed) : changed, harmless: table === harmless };
}

/** After an edit: what follows from the streams is made to fit, so that the edit itself is what is judged. */
function settle(replay: Mutable): void {
  const fault = replay.fault as { cheats: Rows; tick: number } | undefined;
  replay.cheated = (replay.cheats as Rows).length > 0 || (fault?.cheats.length ?? 0) > 0;
  for (const stream of ["inputs", "cheats", "choices"]) {
    (replay[stream] as Rows).sort((left, right) => Number(left[0]) - Number(right[0]));
  }
  if (fault !== undefined) fault.tick = Number(replay.ticks) + 1;
}

const pieces = [
  "[",
  "{",
  "}",
  "]",
  ",",
  ":",
  '"',
  "\\",
  "-",
  "0",
  "1e999",
  "null",
  "__proto__",
  '"__proto__":{"polluted":1},',
  '"constructor":{"prototype":{"polluted":1}},',
  "9".repeat(400),
  "[".repeat(70),
  "\u0000",
  "\ud800",
];

const textMutations = {
  "bit flips": (text: string, { nat }: Dice) => {
    const letters = [...text];
    for (let flips = 1 + nat(3); flips > 0; flips--) {
      const at = nat(letters.length);
      letters[at] = String.fromCharCode((letters[at] ?? " ").charCodeAt(0) ^ (1 << nat(7)));
    }
    return letters.join("");
  },
  "a digit for a digit": (text: string, { nat, pick }: Dice) => {
    const places = [...text.matchAll(/\d/g)].map((match) => match.index);
    const at = pick(places);
    return text.slice(0, at) + nat(10) + text.slice(at + 1);
  },
  truncation: (text: string, { nat }: Dice) => text.slice(0, nat(text.length)),
  "a part cut out": (text: string, { nat }: Dice) => {
    const at = nat(text.length);
    return text.slice(0, at) + text.slice(at + 1 + nat(20));
  },
  "a part doubled": (text: string, { nat }: Dice) => {
    const at = nat(text.length);
    return text.slice(0, at + nat(200)) + text.slice(at);
  },
  "a piece put in": (text: string, { nat, pick }: Dice) => {
    const at = nat(text.length);
    return text.slice(0, at) + pick(pieces) + text.slice(at);
  },
  "prototype keys": (text: string, { pick }: Dice) => {
    const at = pick([...text.matchAll(/\{(?=")/g)].map((match) => match.index)) + 1;
    const key = pick(["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"]);
    return `${text.slice(0, at)}"${key}":{"polluted":1},${text.slice(at)}`;
  },
  "a huge number": (text: string, { pick }: Dice) => {
    const { index, 0: digits } = pick([...text.matchAll(/(?<=[:[,])\d+/g)]);
    const huge = pick(["1e999", "1e308", "2147483648", "4294967296", "9007199254740993", "-1", "-0", "0.5", "1e9"]);
    return text.slice(0, index) + huge + text.slice(index + digits.length);
  },
  "deep nesting": (text: string, { pick }: Dice) => {
    const { index, 0: digits } = pick([...text.matchAll(/(?<=[:[,])\d+/g)]);
    const depth = pick([3, 61, 64, 65, 70, 5000, 100_000]);
    return text.slice(0, index) + "[".repeat(depth) + "]".repeat(depth) + text.slice(index + digits.length);
  },
  // Seldom and large: it costs as much as a thousand others.
  "more than it may be": (text: string, { nat }: Dice) =>
    nat(20) > 0 ? `${text}\n{}` : `${" ".repeat(2 ** 24)}${text}`,
};

/** A random place in a value: its owner and its key. */
function placeIn(value: Mutable, { nat, pick }: Dice): [owner: Mutable, key: string] {
  let owner = value;
  for (;;) {
    const key = pick(Object.keys(owner));
    const next = owner[key];
    const goesOn = typeof next === "object" && next !== null && Object.keys(next).length > 0 && nat(4) > 0;
    if (!goesOn) return [owner, key];
    owner = next as Mutable;
  }
}

function hostileValue({ pick }: Dice): unknown {
  const cycle: Mutable = {};
  cycle.cycle = cycle;
  let deep: unknown = 0;
  for (let level = 0; level < 80; level++) deep = [deep];
  return pick<unknown>([
    undefined,
    null,
    true,
    "",
    "NaN",
    "a".repeat(1000),
    "0000000000000000",
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -0,
    -1,
    1.5,
    1e308,
    2 ** 31,
    2 ** 53,
    7n,
    Symbol("x"),
    () => 1,
    [],
    {},
    [[1, 2], [3]],
    new Date(0),
    new Map([[1, 2]]),
    new Uint8Array(8),
    Object.create({ polluted: 1 }),
    JSON.parse('{"__proto__":{"polluted":1}}'),
    new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 31 : [1, 1]) }),
    {
      get polluted(): never {
        throw new Error("no");
      },
    },
    cycle,
    deep,
  ]);
}

const hostileMutations = {
  "a hostile value": (replay: Mutable, dice: Dice) => {
    const [owner, key] = placeIn(replay, dice);
    owner[key] = hostileValue(dice);
  },
  "no replay at all": (_replay: Mutable, dice: Dice) => hostileValue(dice) ?? null,
  "a field left out": (replay: Mutable, dice: Dice) => {
    const [owner, key] = placeIn(replay, dice);
    delete owner[key];
  },
  "a field too many": (replay: Mutable, dice: Dice) => {
    const [owner] = placeIn(replay, dice);
    Object.defineProperty(owner, dice.pick(["__proto__", "extra", "then", "toJSON"]), {
      value: hostileValue(dice),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  },
  "two fields swapped": (replay: Mutable, dice: Dice) => {
    const [left, leftKey] = placeIn(replay, dice);
    const [right, rightKey] = placeIn(replay, dice);
    // One may hold the other; then the replay holds itself, and that is hostile too.
    [left[leftKey], right[rightKey]] = [right[rightKey], left[leftKey]];
  },
};

/** Edits that keep the format, so that it is the run itself that must be judged. */
const edits = {
  "another version": (replay: Mutable, { pick }: Dice) => {
    replay.version = pick([0, 2, 3, 99, -1, 1.5, "1", 2 ** 31]);
  },
  "another seed": (replay: Mutable, { nat }: Dice) => {
    replay.seed = nat(2) === 0 ? Number(replay.seed) + 1 : nat(2 ** 32);
  },
  "other options": (replay: Mutable, { pick, nat }: Dice) => {
    replay.options = pick<unknown>([
      {},
      { asks: [] },
      { asks: [5, 5, nat(100)] },
      { asks: 7 },
      { asks: "5,5,90" },
      { characterId: nat(9), arcId: 0 },
      null,
      [],
    ]);
  },
  "another identity": (replay: Mutable, { pick }: Dice) => {
    const [field, value] = pick<[string, unknown]>([
      ["game", { id: "chess", build: "toy-1" }],
      ["game", { id: "toy", build: "toy-0" }],
      ["ticksPerSecond", 30],
      ["math", "other-1"],
      ["evidence", replay.evidence === "state" ? "snapshot" : "state"],
      ["cheated", replay.cheated === false],
    ]);
    replay[field] = value;
  },
  "another tick": (replay: Mutable, dice: Dice) => {
    const row = dice.pick(rowsOf(replay, dice));
    if (row !== undefined) row[0] = Number(row[0]) + dice.pick([-1, 1, 10, -10]);
  },
  "a row left out": (replay: Mutable, dice: Dice) => {
    const rows = rowsOf(replay, dice);
    rows.splice(dice.nat(rows.length), 1);
  },
  "a row doubled": (replay: Mutable, dice: Dice) => {
    const rows = rowsOf(replay, dice);
    const at = dice.nat(rows.length);
    if (rows[at] !== undefined) rows.splice(at, 0, structuredClone(rows[at]));
  },
  "another input": (replay: Mutable, { nat, pick }: Dice) => {
    const inputs = replay.inputs as Rows;
    const input = pick<unknown>([
      { move: nat(5) / 4 },
      { move: 1 },
      { move: "1" },
      { moveX: 1, moveY: 0 },
      {},
      null,
      7,
    ]);
    if (inputs.length === 0 || nat(3) === 0) inputs.push([1 + nat(Number(replay.ticks)), input]);
    else (pick(inputs) as unknown[])[1] = input;
  },
  "another cheat": (replay: Mutable, { nat, pick }: Dice) => {
    const cheat = pick<[string, unknown]>([
      ["setHp", { hp: nat(100) }],
      ["setHp", { hp: 1 }],
      ["setHp", { hp: -1 }],
      ["setHp", {}],
      ["levelUp", { levels: 2 }],
      ["fly", {}],
      ["constructor", {}],
    ]);
    (replay.cheats as Rows).push([1 + nat(Number(replay.ticks)), ...cheat]);
  },
  "another choice": (replay: Mutable, { nat, pick }: Dice) => {
    const choices = replay.choices as Rows;
    const answer = pick<[string, unknown]>([
      ["Pick", 0],
      ["Pick", 1],
      ["Pick", 99],
      ["Pick", null],
      ["Skip", null],
      ["Skip", 0],
      ["Reroll", null],
      ["__proto__", null],
    ]);
    if (choices.length === 0 || nat(3) === 0) choices.push([nat(Number(replay.ticks) + 1), ...answer]);
    else (pick(choices) as unknown[]).splice(1, 2, ...answer);
  },
  "another hash": (replay: Mutable, { nat, pick }: Dice) => {
    const { values } = replay.hashes as { values: string[] };
    const spoil = (hash: string) => {
      const at = nat(16);
      return hash.slice(0, at) + pick([..."0123456789abcdef"]) + hash.slice(at + 1);
    };
    const at = nat(values.length + 1);
    if (at === values.length) replay.final = spoil(String(replay.final));
    else values[at] = spoil(values[at] ?? "");
  },
  "other ticks": (replay: Mutable, { nat, pick }: Dice) => {
    const { values } = replay.hashes as { values: string[] };
    replay.ticks = Math.max(0, Number(replay.ticks) + pick([-60, -1, 1, 60, 600, nat(200)]));
    const due = Math.floor(Number(replay.ticks) / 60) + 1;
    while (values.length < due) values.push(String(replay.final));
    values.length = due;
    for (const stream of ["inputs", "cheats", "choices"]) {
      replay[stream] = (replay[stream] as Rows).filter((row) => Number(row[0]) <= Number(replay.ticks));
    }
  },
  "another throw": (replay: Mutable, { nat }: Dice) => {
    if (replay.fault !== undefined && nat(2) === 0) delete replay.fault;
    else {
      const cheats = nat(2) === 0 ? [] : [["setHp", { hp: 5 }]];
      replay.fault = { tick: Number(replay.ticks) + 1, input: { move: 0 }, cheats, message: "tripped" };
    }
  },
};

function rowsOf(replay: Mutable, { pick }: Dice): Rows {
  return replay[pick(["inputs", "cheats", "choices"])] as Rows;
}

const harmless = {
  "other order of keys": (replay: Mutable, { nat }: Dice) =>
    Object.fromEntries(
      Object.entries(replay)
        .map(([key, value]) => [nat(1000), key, value] as const)
        .sort(([left], [right]) => left - right)
        .map(([, key, value]) => [key, value]),
    ),
  spaces: (replay: Mutable, { nat }: Dice) => JSON.stringify(replay, undefined, nat(8)),
  provenance: (replay: Mutable, { nat }: Dice) => {
    replay.provenance = { by: "fuzz", at: nat(1000) };
  },
  nothing: () => undefined,
};
