// The streams are set in stone: a changed draw makes every recorded replay diverge.

import { expect, test } from "vitest";
import { drawChance, drawFloat, drawInteger, type RandomStream, randomStream } from "./random.js";

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

test("a thousand draws of several seeds and names are pinned, to the last bit", () => {
  const sums = [0, 1, 777001, 4294967295].flatMap((seed) =>
    ["", "cosmetics"].map((name) => {
      const stream = randomStream(seed, name);
      let sum = 0;
      for (let draw = 0; draw < 1000; draw++) sum = Math.imul(sum, 31) + drawInteger(stream, -0x8000_0000, 0x7fff_ffff);
      return [seed, name, sum >>> 0, stream.draws];
    }),
  );
  expect(sums).toMatchInlineSnapshot(`
    [
      [
        0,
        "",
        2082268442,
        1000,
      ],
      [
        0,
        "cosmetics",
        3077884799,
        1000,
      ],
      [
        1,
        "",
        2514094987,
        1000,
      ],
      [
        1,
        "cosmetics",
        1977308826,
        1000,
      ],
      [
        777001,
        "",
        4018785977,
        1000,
      ],
      [
        777001,
        "cosmetics",
        3572288564,
        1000,
      ],
      [
        4294967295,
        "",
        1358974886,
        1000,
      ],
      [
        4294967295,
        "cosmetics",
        3082449845,
        1000,
      ],
    ]
  `);
});

test("an integer comes from any range of up to 2^32 values, at the ends of what is exact too", () => {
  const stream = randomStream(11);
  const ends = Number.MAX_SAFE_INTEGER;
  for (const [min, max] of [
    [5, 5],
    [-3, 3],
    [0, 0xffff_ffff],
    [ends - 1, ends],
    [-ends, -ends + 0xffff_ffff],
  ] as const) {
    for (let draw = 0; draw < 200; draw++) {
      const drawn = drawInteger(stream, min, max);
      expect(Number.isInteger(drawn) && drawn >= min && drawn <= max).toBe(true);
    }
  }
});

test.each([
  [3, 2],
  [0.5, 3],
  [0, 2.5],
  [0, 0x1_0000_0000],
  [Number.NaN, 1],
  [0, Number.POSITIVE_INFINITY],
  [0, 2 ** 53],
])("nothing is drawn from %d to %d", (min, max) => {
  const stream = randomStream(1);
  const before = structuredClone(stream);
  expect(() => drawInteger(stream, min, max)).toThrow(RangeError);
  expect(stream).toEqual(before);
});

/** The chi-squared statistic of `count` draws in `cells` equal parts; its mean is `cells - 1`. */
function chiSquared(cells: number, count: number, draw: (index: number) => number): number {
  const counts = new Array<number>(cells).fill(0);
  for (let index = 0; index < count; index++) {
    const cell = Math.floor(draw(index) * cells);
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  const expected = count / cells;
  return counts.reduce((sum, seen) => sum + (seen - expected) ** 2 / expected, 0);
}

/** How much the draws of two streams go along with each other: 0 for none, 1 for the same. */
function correlation(first: RandomStream, second: RandomStream, count: number): number {
  let sum = 0;
  for (let draw = 0; draw < count; draw++) sum += (drawFloat(first) - 0.5) * (drawFloat(second) - 0.5);
  return (sum / count) * 12;
}

test("the draws of a stream are even, also by pairs", () => {
  for (const seed of [0, 1, 2, 777001]) {
    const stream = randomStream(seed);
    // 99 and 399 in the mean; beyond the limits in less than one of a million series.
    expect(chiSquared(100, 100_000, () => drawFloat(stream))).toBeLessThan(180);
    const inPair = () => (Math.floor(drawFloat(stream) * 20) + drawFloat(stream)) / 20;
    expect(chiSquared(400, 100_000, inPair)).toBeLessThan(550);
  }
});

test("streams of neighbouring seeds, and of one seed under two names, do not go along with each other", () => {
  // The standard deviation is 0.003.
  for (let seed = 0; seed < 20; seed++) {
    expect(Math.abs(correlation(randomStream(seed), randomStream(seed + 1), 100_000))).toBeLessThan(0.02);
    expect(Math.abs(correlation(randomStream(seed), randomStream(seed, "loot"), 100_000))).toBeLessThan(0.02);
  }
});
