// What hashing costs beside the ticks that are hashed: the example's crowd, its tables as they are (typed arrays), and the
// same crowd as a list of plain objects. Every side is taken in turn in one page.

import type { Page } from "playwright";
import { type Figure, median, ms } from "./bench-figures.js";

const rounds = 15;
const warmUps = 3;
const ticks = 600;
const sparseTicks = 60;

/** `page` is the benchmark's, prepared. */
export async function benchHash(page: Page): Promise<Figure[]> {
  const bare: number[] = [];
  const costs: Record<"sparse" | "tables" | "objects", number[]> = { sparse: [], tables: [], objects: [] };
  for (let round = 0; round < rounds + warmUps; round++) {
    const bareMs = (await page.evaluate(`bench.bareTicks(${ticks})`)) as number;
    const sparseMs = (await page.evaluate(`bench.hashedMs(${ticks}, ${sparseTicks}, "tables")`)) as number;
    const tablesMs = (await page.evaluate(`bench.hashedMs(${ticks}, 1, "tables")`)) as number;
    const objectsMs = (await page.evaluate(`bench.hashedMs(${ticks}, 1, "objects")`)) as number;
    if (round < warmUps) continue;
    bare.push(bareMs);
    costs.sparse.push(sparseMs);
    costs.tables.push(tablesMs);
    costs.objects.push(objectsMs);
  }
  const figure = (name: string, side: keyof typeof costs, most: number): Figure => ({
    name,
    value: (median(costs[side]) / median(bare)) * 100,
    unit: " %",
    limit: { most },
    detail: `of ${ms(median(bare))} for ${ticks} bare ticks: ${ms(median(costs[side]))} of hashing, median of ${rounds}`,
  });
  return [
    figure("hash every 60th tick / ticks", "sparse", 3),
    figure("hash every tick, objects / ticks", "objects", 100),
    figure("hash every tick, tables / ticks", "tables", 50),
  ];
}
