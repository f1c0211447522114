// A figure of the benchmark, and how it is judged and printed.

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** `most`: the value may be at most the limit; `least`: at least. */
  readonly limit: { readonly most: number } | { readonly least: number };
  readonly detail: string;
}

/** Prints a line per figure; whether all limits are met. */
export function print(figures: readonly Figure[]): boolean {
  let allMet = true;
  for (const { name, value, unit, limit, detail } of figures) {
    const met = "most" in limit ? value <= limit.most : value >= limit.least;
    allMet &&= met;
    const shown = unit === " B" ? String(Math.round(value)) : value.toFixed(2);
    const bound = "most" in limit ? `at most ${limit.most}` : `at least ${limit.least}`;
    console.log(
      `${met ? "met   " : "MISSED"}  ${name.padEnd(32)} ${`${shown}${unit}`.padStart(9)}  (${bound}${unit}; ${detail})`,
    );
  }
  return allMet;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}
