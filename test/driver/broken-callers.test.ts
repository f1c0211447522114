// Callers and files that break every promise: each gets an error of the driver's that says so.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DriverError, launch, PolicyError } from "@tickbridge/driver";
import { expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";

const journal = { directory: mkdtempSync(join(tmpdir(), "tickbridge-broken-")) };

test("whatever a policy throws, and whatever throws in its memory, is a PolicyError, and the run goes on", async () => {
  const game = await launch({ game: createToyGame() }, { journal: false });
  await game.startRun();
  const policies = [
    () => {
      throw Object.create(null);
    },
    () => {
      throw Object.assign(new Error("x"), { message: Symbol("no text") });
    },
    (_state: unknown, memory: { toJSON?: () => never }) => {
      memory.toJSON = () => {
        throw Object.create(null);
      };
      return { done: true } as const;
    },
  ];
  for (const policy of policies) {
    await expect(game.play(policy, { ticks: 5 })).rejects.toThrow(PolicyError);
  }
  expect(await game.step(1)).toMatchObject({ tick: 1 });
  await game.close();
});

test("a journal file with a row that is none is refused as a file, with its line", async () => {
  const game = await launch({ game: createToyGame() }, { journal });
  await game.startRun();
  await game.input({ move: 1 });
  await game.step(3);
  const { path = "" } = game.journal;
  await game.close();
  const broken = join(journal.directory, "broken.jsonl");
  writeFileSync(broken, readFileSync(path, "utf8").replaceAll('"inputs":[[', '"inputs":[null,['));
  const error = await launch({ game: createToyGame() }, { journal, recover: broken }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(DriverError);
  expect(error).toMatchObject({ code: "BAD_FILE", message: expect.stringMatching(/broken\.jsonl, line \d+/) });
});

test("a run whose snapshots have large numbers, after very many recoveries, is journalled on", async () => {
  const game = await launch({ game: createToyGame() }, { journal });
  await game.startRun();
  await game.step(3);
  const { path = "" } = game.journal;
  await game.close();
  const old = join(journal.directory, "old.jsonl");
  writeFileSync(old, readFileSync(path, "utf8").replaceAll(/"snap":\d+/g, '"snap":2147483647'));
  const again = await launch({ game: createToyGame() }, { journal, recover: old });
  await again.step(4);
  expect(await again.recover()).toMatchObject({ recovered: { ticks: 7 } });
  expect(again.journal.error).toBeUndefined();
  await again.close();
});

test("a journal to recover that is no path is refused, rather than read as an open file's number", async () => {
  const launched = launch({ game: createToyGame() }, { journal, recover: 99999 as never });
  await expect(launched).rejects.toMatchObject({ code: "USAGE" });
});

test("options that are none are refused as such, and not where they are used", async () => {
  const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: "USAGE" });
  await refused(launch(undefined as never));
  await refused(launch({ game: createToyGame() }, null as never));
  await refused(launch({ game: createToyGame() }, { journal: null as never }));
  const game = await launch({ game: createToyGame() }, { journal: false });
  await refused((game.play as (policy: unknown) => Promise<unknown>)(() => undefined));
  await game.close();
});
