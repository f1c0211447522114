// The two kinds of number that the format and the commands share: counts and seeds. The limits are those of
// a signed and an unsigned 32-bit integer, so that a game in any language can hold them.

declare const brand: unique symbol;

/** The largest count (ticks, steps, indexes): 2^31 - 1. */
export const countMax = 2147483647;

/** The largest seed: 2^32 - 1. */
export const seedMax = 4294967295;

/** An integer from 0 to {@link seedMax}, made only by {@link parseSeed}. */
export type Seed = number & { readonly [brand]: "Seed" };

function isIntegerUpTo(value: unknown, max: number): value is number {
  return Number.isInteger(value) && !Object.is(value, -0) && (value as number) >= 0 && (value as number) <= max;
}

/** Whether `value` is an integer from 0 to {@link countMax}; `-0` is none. */
export function isCount(value: unknown): value is number {
  return isIntegerUpTo(value, countMax);
}

/** `value` as a seed, or undefined when it is no integer from 0 to {@link seedMax}; `-0` is none. */
export function parseSeed(value: unknown): Seed | undefined {
  return isIntegerUpTo(value, seedMax) ? (value as Seed) : undefined;
}
