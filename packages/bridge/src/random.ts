// Seeded random streams whose whole state is plain data, so that `save()` can copy a stream like any other part
// of the world. The generator underneath is xoroshiro128+ of pure-rand.

import { xoroshiro128plus, xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

/** A random stream. Plain data: copy, save and compare it as you like; change it only by drawing. */
export interface RandomStream {
  /** The generator's four 32-bit words. */
  state: readonly number[];
  /** How many 32-bit words have been drawn. It is part of the state, so a stray draw shows in the hash. */
  draws: number;
}

const warmUpDraws = 16;

/**
 * A stream for `seed` (an integer, 0 to 2^32-1). Draws from one name take nothing from another: keep one for the
 * simulation and another for what only decorates (particles, sounds). Along a stream numbers are even and independent;
 * across neighbouring seeds, or names of one seed, the first draws are weakly correlated (0.2 to 0.4), so do not take one
 * draw each from many streams for a sample.
 */
export function randomStream(seed: number, name = ""): RandomStream {
  const generator = xoroshiro128plus(seed ^ nameHash(name));
  // The first words of neighbouring seeds resemble each other; they are thrown away.
  for (let draw = 0; draw < warmUpDraws; draw++) generator.next();
  return { state: generator.getState(), draws: 0 };
}

/** A number in [0, 1) with 32 random bits. */
export function drawFloat(stream: RandomStream): number {
  return drawWord(stream) / 0x1_0000_0000;
}

/**
 * An integer from `min` to `max`, both included; the bias is below 2^-32 of the range.
 * @throws {RangeError} unless both are safe integers and `max - min` is 0 to 2^32-1. Then nothing is drawn.
 */
export function drawInteger(stream: RandomStream, min: number, max: number): number {
  const span = max - min;
  if (!(Number.isSafeInteger(min) && Number.isSafeInteger(max) && span >= 0 && span < 0x1_0000_0000)) {
    throw new RangeError(`no integer can be drawn from ${min} to ${max}`);
  }
  return min + Math.floor(drawFloat(stream) * (span + 1));
}

/** True with the given probability (0 to 1). */
export function drawChance(stream: RandomStream, probability: number): boolean {
  return drawFloat(stream) < probability;
}

function drawWord(stream: RandomStream): number {
  const generator = xoroshiro128plusFromState(stream.state);
  const word = generator.next() >>> 0;
  stream.state = generator.getState();
  stream.draws++;
  return word;
}

/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/); 0 for the empty name, so that it leaves the seed alone. */
function nameHash(name: string): number {
  if (name === "") return 0;
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return hash;
}
