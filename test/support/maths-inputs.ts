// More than a million inputs for each function of the maths module, always the same ones: made of integers and
// + - * / alone, so that every engine makes the same bits.

export type MathsName = (typeof mathsNames)[number];

/** Every function of the maths module. */
export const mathsNames = [
  "acos",
  "acosh",
  "asin",
  "asinh",
  "atan",
  "atan2",
  "atanh",
  "cbrt",
  "cos",
  "cosh",
  "exp",
  "expm1",
  "hypot",
  "log",
  "log1p",
  "log2",
  "log10",
  "pow",
  "sin",
  "sinh",
  "tan",
  "tanh",
] as const;

/** Gives `take` the inputs of a function of one argument, always the same ones. */
export function forEachInput(name: MathsName, take: (value: number) => void): void {
  const random = new RandomWords(0x1d1e57);
  for (const value of specialValues) forNeighbours(value, 96, take);
  for (let exponent = -1074; exponent <= 1023; exponent++) forNeighbours(powerOfTwo(exponent), 2, take);
  for (let exponent = -323; exponent <= 308; exponent++) forNeighbours(Number(`1e${exponent}`), 1, take);
  for (let multiple = 1; multiple <= 4096; multiple++) forNeighbours((multiple * pi) / 4, 2, take);
  for (let integer = -20_000; integer <= 20_000; integer++) take(integer);
  for (let count = 0; count < 450_000; count++) take(random.bits());
  for (let count = 0; count < 200_000; count++) take(random.magnitude(40));
  for (const [low, high] of gameRanges[name] ?? []) {
    for (let count = 0; count < 100_000; count++) take(random.between(low, high));
  }
}

/** The same for a function of two arguments. */
export function forEachPair(take: (first: number, second: number) => void): void {
  const random = new RandomWords(0x2d1e57);
  for (const first of specialValues) {
    for (const second of specialValues) {
      take(first, second);
      take(neighbour(first, random.integer(-3, 3)), neighbour(second, random.integer(-3, 3)));
    }
  }
  for (let base = -40; base <= 40; base++) {
    for (let exponent = -400; exponent <= 400; exponent++) take(base, exponent);
    for (let part = -48; part <= 48; part++) take(base, part / 12);
  }
  for (let count = 0; count < 300_000; count++) take(random.bits(), random.bits());
  for (let count = 0; count < 100_000; count++)
    take(random.bits(), specialValues[random.below(specialValues.length)] ?? 0);
  for (let count = 0; count < 150_000; count++) take(random.magnitude(10), random.magnitude(6));
  for (let count = 0; count < 150_000; count++) take(random.magnitude(60), random.magnitude(3));
  for (let count = 0; count < 200_000; count++) take(random.between(-2000, 2000), random.between(-2000, 2000));
  // Growth and decay: bases near 1, or of a size that games use, with whole and broken exponents.
  for (let count = 0; count < 100_000; count++) take(random.between(0.5, 2), random.between(-60, 60));
  for (let count = 0; count < 100_000; count++) take(random.between(0, 100), random.integer(-40, 40) / 4);
}

/** And for the lists that `hypot` takes: none, one, three and more. */
export function forEachList(take: (values: readonly number[]) => void): void {
  const random = new RandomWords(0x3d1e57);
  for (let count = 0; count < 200_000; count++) {
    const length = (count % 5) + (count % 5 === 2 ? 4 : 0);
    const values: number[] = [];
    for (let index = 0; index < length; index++) {
      const kind = random.below(8);
      if (kind === 0) values.push(random.bits());
      else if (kind === 1) values.push(specialValues[random.below(specialValues.length)] ?? 0);
      else values.push(random.between(-2000, 2000));
    }
    take(values);
  }
}

/** Gives `take` some arguments from each range in which games call a function, and returns the ranges as words. */
export function someInGames(name: MathsName, count: number, take: (...values: number[]) => void): string {
  const random = new RandomWords(0x4d1e57);
  const pairs = pairRanges[name];
  for (const [firstRange, secondRange] of pairs ?? []) {
    for (let done = 0; done < count; done++) take(random.between(...firstRange), random.between(...secondRange));
  }
  const ranges = gameRanges[name] ?? [];
  for (const range of ranges) for (let done = 0; done < count; done++) take(random.between(...range));
  const words = ([low, high]: Range) => `${Number(low.toPrecision(6))} to ${Number(high.toPrecision(6))}`;
  return [...new Set([...ranges.map(words), ...(pairs ?? []).map((pair) => pair.map(words).join(" and "))])].join("; ");
}

type Range = readonly [number, number];

// All engines agree on the constants: the standard gives their digits.
const pi = Math.PI;
const wholeTurn = 2 * pi;

/** Where games call a function. */
const gameRanges: { readonly [name in MathsName]?: readonly Range[] } = {
  acos: [
    [-1, 1],
    [-1, 1],
    [0.9, 1],
  ],
  asin: [
    [-1, 1],
    [-1, 1],
    [-0.01, 0.01],
  ],
  atanh: [
    [-1, 1],
    [-1, 1],
    [0.9, 1],
  ],
  acosh: [
    [1, 3],
    [1, 1000],
    [1, 1.0001],
  ],
  asinh: [
    [-3, 3],
    [-1000, 1000],
    [-0.01, 0.01],
  ],
  atan: [
    [-3, 3],
    [-1000, 1000],
    [-0.01, 0.01],
  ],
  cbrt: [
    [-3, 3],
    [-1000, 1000],
    [-1e9, 1e9],
  ],
  sin: [
    [-wholeTurn, wholeTurn],
    [-1000, 1000],
    [-1e6, 1e6],
  ],
  cos: [
    [-wholeTurn, wholeTurn],
    [-1000, 1000],
    [-1e6, 1e6],
  ],
  tan: [
    [-wholeTurn, wholeTurn],
    [-1000, 1000],
    [-1e6, 1e6],
  ],
  exp: [
    [-5, 5],
    [-100, 100],
    [-745, 710],
  ],
  expm1: [
    [-0.01, 0.01],
    [-5, 5],
    [-60, 710],
  ],
  cosh: [
    [-3, 3],
    [-30, 30],
    [-711, 711],
  ],
  sinh: [
    [-3, 3],
    [-30, 30],
    [-711, 711],
  ],
  tanh: [
    [-1, 1],
    [-3, 3],
    [-50, 50],
  ],
  log: [
    [0, 2],
    [0, 1000],
    [0.999, 1.001],
  ],
  log1p: [
    [-1, 1],
    [-0.01, 0.01],
    [0, 1000],
  ],
  log2: [
    [0, 2],
    [0, 1000],
    [0.999, 1.001],
  ],
  log10: [
    [0, 2],
    [0, 1000],
    [0.999, 1.001],
  ],
};

/** The same for functions of two arguments. */
const pairRanges: { readonly [name in MathsName]?: readonly (readonly [Range, Range])[] } = {
  atan2: [
    [
      [-2000, 2000],
      [-2000, 2000],
    ],
    [
      [-1, 1],
      [-1, 1],
    ],
  ],
  hypot: [
    [
      [-2000, 2000],
      [-2000, 2000],
    ],
    [
      [-1, 1],
      [-1, 1],
    ],
  ],
  pow: [
    [
      [0.5, 2],
      [-60, 60],
    ],
    [
      [0, 100],
      [-10, 10],
    ],
    [
      [0, 1000],
      [2.5, 3.5],
    ],
  ],
};

/** Where the functions themselves change their way of computing, and where numbers end. */
const specialValues: readonly number[] = `
  0 5e-324 2.225073858507201e-308 2.2250738585072014e-308 1e-300 1e-160 1e-20 5.551115123125783e-17
  2.220446049250313e-16 1e-8 1.862645149230957e-9 3.725290298461914e-9 7.450580596923828e-9
  1.4901161193847656e-8 1e-6 0.001 0.1 0.25 0.2928932188134524 0.3333333333333333 0.34657359027997264
  0.41421356237309503 0.5 0.5493061443340548 0.625 0.66 0.6931471805599453 0.7071067811865476 0.75
  0.7853981633974483 0.9999999999999999 1 1.0000000000000002 1.0397207708399179 1.4142135623730951 1.5
  1.5707963267948966 2 2.356194490192345 2.414213562373095 2.718281828459045 3 3.141592653589793 4
  4.71238898038469 5 6.283185307179586 7 8 9 10 16 21 22 32 38.816242111356935 44.01484596555652 53 60 64 100
  180 255 256 360 512 708.3964185322641 709.0895657128241 709.782712893384 710.4758600739439 744.4400719213812
  745.1332191019411 746 1000 1023 1024 1074 1075 65535 65536 1647099.3291652855 16777216 16777217 268435456
  2147483647 2147483648 4294967295 4294967296 1e10 4503599627370496 4503599627370497 9007199254740991
  9007199254740992 1e21 1e22 6755399441055744 1.8446744073709552e19 1e154 1.3407807929942596e154 1e300
  8.98846567431158e307 1.7976931348623157e308 Infinity
`
  .trim()
  .split(/\s+/)
  .map(Number)
  .flatMap((value) => [value, -value])
  .concat(Number.NaN);

/** `value` and the `reach` doubles on each side of it. */
function forNeighbours(value: number, reach: number, take: (value: number) => void): void {
  for (let steps = -reach; steps <= reach; steps++) take(neighbour(value, steps));
}

const view = new DataView(new ArrayBuffer(8));

/** The double that is `steps` places from `value`, in the order of their bits: away from 0 where `steps` is positive. */
function neighbour(value: number, steps: number): number {
  view.setFloat64(0, value);
  const low = view.getUint32(4) + steps;
  const carry = low < 0 ? -1 : low > 0xffffffff ? 1 : 0;
  view.setInt32(0, (view.getInt32(0) + carry) | 0);
  view.setUint32(4, low >>> 0);
  return view.getFloat64(0);
}

function powerOfTwo(exponent: number): number {
  if (exponent >= -1022) view.setUint32(0, (exponent + 1023) << 20);
  else view.setUint32(0, exponent >= -1042 ? 1 << (exponent + 1042) : 0);
  view.setUint32(4, exponent < -1042 ? 1 << (exponent + 1074) : 0);
  return view.getFloat64(0);
}

/** Marsaglia's xorshift with four words (https://www.jstatsoft.org/article/view/v008i14): integers alone. */
class RandomWords {
  private readonly words = new Int32Array([0x6c078965, 0x2545f491, 0x5bd1e995, 0]);

  constructor(seed: number) {
    this.words[3] = seed;
    for (let count = 0; count < 64; count++) this.word();
  }

  /** 32 random bits, without a sign. */
  word(): number {
    const { words } = this;
    const first = words[0] ?? 0;
    const last = words[3] ?? 0;
    const mixed = first ^ (first << 11);
    words[0] = words[1] ?? 0;
    words[1] = words[2] ?? 0;
    words[2] = last;
    words[3] = last ^ (last >>> 19) ^ mixed ^ (mixed >>> 8);
    return (words[3] ?? 0) >>> 0;
  }

  below(limit: number): number {
    return this.word() % limit;
  }

  integer(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  between(low: number, high: number): number {
    return low + (this.word() / 4294967296) * (high - low);
  }

  /** Any double: uniform over their 2^64 patterns. */
  bits(): number {
    view.setUint32(0, this.word());
    view.setUint32(4, this.word());
    return view.getFloat64(0);
  }

  /** A number of either sign, its size between 2^-range and 2^range, each power of two as likely as any other. */
  magnitude(range: number): number {
    const word = this.word();
    const exponent = this.integer(-range, range - 1) + 1023;
    view.setUint32(0, ((word & 0x800fffff) | (exponent << 20)) >>> 0);
    view.setUint32(4, this.word());
    return view.getFloat64(0);
  }
}
