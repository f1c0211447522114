// The streams are set in stone: a changed draw makes every recorded replay diverge.

import { expect, test } from "vitest";
import { drawChance, drawFloat, drawInteger, randomStream } from "./random.js";

test("the draws of a seed are pinned", () => {
  const stream = randomStream(777001);
  const drawn = Array.from({ length: 4 }, () => drawFloat(stream));
  expect(drawn).toMatchInlineSnapshot(`
    [
      0.019433443201705813,
      0.43693505763076246,
      0.1661516281310469,
      0.5765816560015082,
    ]
  `);
  expect(stream).toMatchInlineSnapshot(`
    {
      "draws": 4,
      "state": [
        -616121395,
        -1283076034,
        1889754902,
        -1023518904,
      ],
    }
  `);
});

test("streams of other seeds and other names differ from the first draw on", () => {
  const firsts = [0, 1, 2, 777001, 4294967295].flatMap((seed) =>
    ["", "cosmetics", "loot"].map((name) => drawFloat(randomStream(seed, name))),
  );
  expect(new Set(firsts).size).toBe(firsts.length);
});

test("a stream that was copied goes on as the one that it was copied from", () => {
  const stream = randomStream(5);
  drawFloat(stream);
  const copied = structuredClone(stream);
  expect(Array.from({ length: 50 }, () => drawFloat(copied))).toEqual(
    Array.from({ length: 50 }, () => drawFloat(stream)),
  );
  expect(copied).toEqual(stream);
});

test("a save shares nothing with the live stream", () => {
  const stream = randomStream(5);
  const saved = { ...stream };
  drawFloat(stream);
  expect(saved.draws).toBe(0);
  expect(drawFloat(saved)).toBe(drawFloat(randomStream(5)));
});

test("integers cover their range, both ends included, about evenly", () => {
  const stream = randomStream(9);
  const counts = [0, 0, 0, 0, 0, 0];
  for (let draw = 0; draw < 60_000; draw++) {
    const drawn = drawInteger(stream, 1, 6);
    counts[drawn - 1] = (counts[drawn - 1] ?? 0) + 1;
  }
  expect(counts).toHaveLength(6);
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
});

test("a chance of 0 never comes and a chance of 1 always does", () => {
  const stream = randomStream(3);
  for (let draw = 0; draw < 100; draw++) {
    expect(drawChance(stream, 0)).toBe(false);
    expect(drawChance(stream, 1)).toBe(true);
  }
  expect(stream.draws).toBe(200);
});
