// Random sequences of all commands: mostly such as make sense, now and then such as cannot be taken.

import type { JsonValue } from "@tickbridge/bridge";
import fc, { type Arbitrary } from "fast-check";
import type { Plan } from "./given.js";
import type { GivenCommand } from "./real.js";
import type { Subject } from "./subjects.js";

export interface PlanOptions {
  /** Wall time drives by itself, so that no tick of it can be told beforehand. */
  readonly inPage?: boolean;
}

/** Every kind of command that a sequence may hold. */
export function plans(subject: Subject, { inPage = false }: PlanOptions = {}): Arbitrary<Plan> {
  const { answers, cheats, inputs, options, wrong, ticks } = subject;
  const give = (cmd: string, ...args: Arbitrary<JsonValue>[]): Arbitrary<Plan> =>
    fc.tuple(...args).map((values) => ({ kind: "give", cmd, args: values }));
  const hold = fc.oneof(
    fc.integer({ min: 0, max: 8 }).map((held) => ({ ticks: held })),
    fc.constant({}),
  );
  const seeds = fc.constantFrom(777001, 5, 0, 2 ** 32 - 1);
  const percent = fc.oneof(fc.integer({ min: 60, max: 100 }), fc.integer({ min: 0, max: 101 }), fc.constant(0));
  const load = (mode: "verify" | "watch" | "seek") =>
    fc.record({
      kind: fc.constant("load" as const),
      which: fc.nat(20),
      mode: fc.constant(mode),
      percent: fc.integer({ min: 0, max: 100 }),
      spoilt: fc.boolean(),
    });
  const labels = fc.constantFrom("a", "b");
  const reads = fc.constantFrom("describe", "dump", "actions", "evaluate", "vfxAudit", "hash", "exportReplay");
  const weighted: [weight: number, arbitrary: Arbitrary<Plan>][] = [
    [2, give("startRun", options)],
    [18, give("step", ticks)],
    [10, stepUntil(subject).map((command) => ({ kind: "give", ...command }))],
    [8, sequence(subject).map((command) => ({ kind: "give", ...command }))],
    [12, give("input", inputs, hold)],
    [2, give("input", fc.constant(null))],
    [8, cheats.map(([name, args]) => ({ kind: "give", cmd: "cheat", args: [name, args] }))],
    [
      12,
      fc.record({
        kind: fc.constant("choose" as const),
        answer: answers,
        id: fc.constantFrom("open", "none", "stale"),
      }),
    ],
    [
      6,
      answers.map(({ action, index }) => ({
        kind: "give",
        cmd: "levelUp",
        args: index === undefined ? [action] : [action, index],
      })),
    ],
    [14, fc.record({ kind: fc.constant("answer" as const), pick: fc.nat(11) })],
    [2, give("pause")],
    [2, give("pinSeed", fc.oneof(seeds, fc.constant(null)))],
    [4, reads.map((cmd) => ({ kind: "give", cmd, args: [] }))],
    [1, give("audit", fc.constant("vfx"))],
    [1, give("setMaxEntities", fc.nat(3))],
    [1, give("dump", fc.record({ maxEntities: fc.nat(3) }))],
    [2, give("abort")],
    [
      3,
      fc
        .tuple(fc.constantFrom("step", "stepUntil", "sequence"), ticks, inputs)
        .map(([cmd, n, input]) => abortedStep(cmd, n, input)),
    ],
    [12, fc.record({ kind: fc.constant("back" as const), cmd: fc.constant("rewind" as const), percent })],
    [3, fc.record({ kind: fc.constant("back" as const), cmd: fc.constant("selfCheck" as const), percent })],
    [5, give("rewind", fc.nat(3))],
    [8, give("save", labels)],
    [9, give("restore", labels)],
    [4, fork(subject)],
    [3, load("verify")],
    [1, load("seek")],
    [
      2,
      fc
        .constantFrom(...wrong, ...wrongBranches)
        .map(([cmd, ...args]) => ({ kind: "wrong", cmd, args, by: "by the game" })),
    ],
    [2, fc.constantFrom(...wrongForAll).map(([cmd, ...args]) => ({ kind: "wrong", cmd, args, by: "by the manifest" }))],
  ];
  const realTime: [number, Arbitrary<Plan>][] = [
    [3, fc.constant({ kind: "recover" as const })],
    [4, give("resume")],
    [1, load("watch")],
    [
      8,
      fc.record({
        kind: fc.constant("real time" as const),
        ticks: fc.oneof(fc.nat(12), fc.constant(200)),
        hardware: inputs,
      }),
    ],
  ];
  return fc.oneof(...[...weighted, ...(inPage ? [] : realTime)].map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Wrong whatever the game and the moment. */
const wrongForAll: readonly (readonly [cmd: string, ...args: JsonValue[]])[] = [
  ["step", -1],
  ["step", 1.5],
  ["step"],
  ["rewind", "all"],
  ["save", ""],
  ["restore"],
  ["selfCheck", -1],
  ["fork", []],
  ["sequence", []],
  ["sequence", [{ ticks: 0, input: {} }]],
  ["stepUntil", { maxTicks: 2, observeEvery: 0 }],
  ["pinSeed", -1],
  ["setMaxEntities", null],
  ["loadReplay", 7, { mode: "fly" }],
  ["input"],
  ["choose", { index: 0 }],
];

const wrongBranches: readonly (readonly [cmd: string, ...args: JsonValue[]])[] = [
  ["fork", [[{ cmd: "rewind", args: [1] }]]],
  ["fork", [[{ cmd: "step", args: ["x"] }]]],
];

function abortedStep(cmd: string, ticks: number, input: JsonValue): Plan {
  if (cmd === "step") return { kind: "aborted", cmd, args: [ticks] };
  if (cmd === "stepUntil") return { kind: "aborted", cmd, args: [{ maxTicks: ticks }] };
  return { kind: "aborted", cmd, args: [[{ ticks: ticks + 1, input }]] };
}

function stepUntil({ stops, onChoice, ticks }: Subject): Arbitrary<GivenCommand> {
  const given = fc.record(
    {
      maxTicks: ticks,
      stopOn: fc.uniqueArray(stops, { maxLength: 3 }),
      observeEvery: fc.integer({ min: 1, max: 5 }),
      onChoice,
    },
    { requiredKeys: ["maxTicks"] },
  );
  return given.map((options) => ({ cmd: "stepUntil", args: [options as JsonValue] }));
}

function sequence({ inputs, stops, onChoice }: Subject): Arbitrary<GivenCommand> {
  const entry = fc.record({ ticks: fc.integer({ min: 1, max: 6 }), input: inputs });
  const options = fc.record(
    {
      observeAt: fc.array(fc.nat(12), { maxLength: 3 }),
      stopOn: fc.uniqueArray(stops, { maxLength: 2 }),
      onChoice,
    },
    { requiredKeys: [] },
  );
  return fc
    .tuple(fc.array(entry, { minLength: 1, maxLength: 4 }), options)
    .map(([entries, given]) => ({ cmd: "sequence", args: [entries as JsonValue, given as JsonValue] }));
}

function fork(subject: Subject): Arbitrary<Plan> {
  const { answers, cheats, inputs, ticks } = subject;
  const command: Arbitrary<GivenCommand> = fc.oneof(
    ticks.map((n) => ({ cmd: "step", args: [n] })),
    inputs.map((input) => ({ cmd: "input", args: [input, { ticks: 2 }] })),
    cheats.map(([name, args]) => ({ cmd: "cheat", args: [name, args] })),
    answers.map((answer) => ({ cmd: "choose", args: [answer as JsonValue] })),
    stepUntil(subject),
    sequence(subject),
    fc.constantFrom("hash", "evaluate").map((cmd) => ({ cmd, args: [] })),
  );
  const branches = fc.array(fc.array(command, { maxLength: 4 }), { minLength: 1, maxLength: 3 });
  return branches.map((lists) => ({ kind: "give", cmd: "fork", args: [lists as unknown as JsonValue] }));
}
