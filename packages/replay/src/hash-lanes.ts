// The arithmetic of the state hash: two lanes of 32 bits and a finaliser. Each step is a bijection of a lane for a
// given word and of the word for a given lane, so one changed word can never be lost on the way.
// Set in stone: a changed constant makes every recorded replay diverge.

// Primes of xxHash32 (Collet, https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md). Lane 0 takes the round
// of its main loop, lane 1 the step of its tail.
const prime1 = 0x9e3779b1;
const prime2 = 0x85ebca77;
const prime3 = 0xc2b2ae3d;
const prime4 = 0x27d4eb2f;
const prime5 = 0x165667b1;

const lanes = new Int32Array(2);

export type Lanes = readonly [lane0: number, lane1: number];

/** The lanes before the first word. */
export const seedLanes: Lanes = [prime5, prime1 ^ prime4];

/** Which of the two words of a float is the low one: 0 where memory is little-endian. */
export const lowWord = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 0 : 1;

export function readLanes(): Lanes {
  return [lanes[0] as number, lanes[1] as number];
}

export function writeLanes(from: Lanes): void {
  lanes[0] = from[0];
  lanes[1] = from[1];
}

/**
 * Takes in one word. `kind` (0..31) says what the word is; two pairs of word and kind never act alike on both lanes,
 * since that would need a difference of kinds that prime2^-1 - prime3^-1 multiplies to 0 (mod 2^32).
 */
export function mix(word: number, kind: number): void {
  // Each sum is cut to 32 bits at once: else engines add in floating point, at four times the cost.
  const lane0 = ((lanes[0] as number) + ((Math.imul(word, prime2) + kind) | 0)) | 0;
  const lane1 = ((lanes[1] as number) + ((Math.imul(word, prime3) + kind) | 0)) | 0;
  lanes[0] = Math.imul((lane0 << 13) | (lane0 >>> 19), prime1);
  lanes[1] = Math.imul((lane1 << 17) | (lane1 >>> 15), prime4);
}

/** `mix` of two words, kept apart from it for speed: the lanes stay in registers in between. */
export function mixPair(first: number, second: number, kind: number): void {
  let lane0 = ((lanes[0] as number) + ((Math.imul(first, prime2) + kind) | 0)) | 0;
  let lane1 = ((lanes[1] as number) + ((Math.imul(first, prime3) + kind) | 0)) | 0;
  lane0 = (Math.imul((lane0 << 13) | (lane0 >>> 19), prime1) + ((Math.imul(second, prime2) + kind) | 0)) | 0;
  lane1 = (Math.imul((lane1 << 17) | (lane1 >>> 15), prime4) + ((Math.imul(second, prime3) + kind) | 0)) | 0;
  lanes[0] = Math.imul((lane0 << 13) | (lane0 >>> 19), prime1);
  lanes[1] = Math.imul((lane1 << 17) | (lane1 >>> 15), prime4);
}

/**
 * `mix` of each of `words`, for typed arrays: the lanes stay in registers. `nan` is the one form of a single float's NaN,
 * or 0 where the words are no floats.
 */
export function mixWords(words: Int32Array, kind: number, nan: number): void {
  let lane0 = lanes[0] as number;
  let lane1 = lanes[1] as number;
  for (let index = 0; index < words.length; index++) {
    let word = words[index] as number;
    if (nan !== 0 && (word & 0x7fffffff) > 0x7f800000) word = nan;
    lane0 = (lane0 + ((Math.imul(word, prime2) + kind) | 0)) | 0;
    lane1 = (lane1 + ((Math.imul(word, prime3) + kind) | 0)) | 0;
    lane0 = Math.imul((lane0 << 13) | (lane0 >>> 19), prime1);
    lane1 = Math.imul((lane1 << 17) | (lane1 >>> 15), prime4);
  }
  lanes[0] = lane0;
  lanes[1] = lane1;
}

/** `mixPair` of each two of `words`, the halves of double floats as memory holds them; NaN in its one form, `nan` its high half. */
export function mixDoubles(words: Int32Array, kind: number, nan: number): void {
  let lane0 = lanes[0] as number;
  let lane1 = lanes[1] as number;
  for (let index = 0; index < words.length; index += 2) {
    let low = words[index + lowWord] as number;
    let high = words[index + 1 - lowWord] as number;
    const exponent = high & 0x7fffffff;
    if (exponent >= 0x7ff00000 && (exponent > 0x7ff00000 || low !== 0)) {
      low = 0;
      high = nan;
    }
    lane0 = (lane0 + ((Math.imul(low, prime2) + kind) | 0)) | 0;
    lane1 = (lane1 + ((Math.imul(low, prime3) + kind) | 0)) | 0;
    lane0 = Math.imul((lane0 << 13) | (lane0 >>> 19), prime1);
    lane1 = Math.imul((lane1 << 17) | (lane1 >>> 15), prime4);
    lane0 = (lane0 + ((Math.imul(high, prime2) + kind) | 0)) | 0;
    lane1 = (lane1 + ((Math.imul(high, prime3) + kind) | 0)) | 0;
    lane0 = Math.imul((lane0 << 13) | (lane0 >>> 19), prime1);
    lane1 = Math.imul((lane1 << 17) | (lane1 >>> 15), prime4);
  }
  lanes[0] = lane0;
  lanes[1] = lane1;
}

/** Takes in the length of a text and its UTF-16 units, two to a word. */
export function mixText(text: string, kind: number): void {
  const length = text.length;
  mix(length, kind);
  for (let index = 0; index < length; index += 2) {
    // Past the end `charCodeAt` gives NaN, which counts as 0 here; the length tells it from a real 0.
    mix(text.charCodeAt(index) | (text.charCodeAt(index + 1) << 16), kind);
  }
}

/** The finaliser of MurmurHash3 for 32 bits (Appleby, public domain): every bit of `lane` reaches every bit. */
function avalanche(lane: number): number {
  let mixed = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

const hex = (lane: number): string => (lane >>> 0).toString(16).padStart(8, "0");

/** The lanes as 16 hexadecimal digits, joined as MurmurHash3_x86_128 joins its lanes. */
export function digest(): string {
  let [lane0, lane1] = readLanes();
  lane0 = (lane0 + lane1) | 0;
  lane1 = (lane1 + lane0) | 0;
  lane0 = avalanche(lane0);
  lane1 = avalanche(lane1);
  lane0 = (lane0 + lane1) | 0;
  lane1 = (lane1 + lane0) | 0;
  return hex(lane0) + hex(lane1);
}
