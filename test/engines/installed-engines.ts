// Where the engines are, as scripts/prepare-engines.mjs found them.

import { readFile } from "node:fs/promises";
import { inRepository } from "../docs/page-support.js";

export interface InstalledEngines {
  readonly firefox: string;
  readonly webkitDriver: string;
  readonly miniBrowser: string;
  readonly screen: string;
  /** By major version. */
  readonly nodes: { readonly [major in "20" | "22" | "24"]: string };
}

export async function installedEngines(): Promise<InstalledEngines> {
  const text = await readFile(inRepository("node_modules/.tickbridge/engines.json"), "utf8").catch(() => {
    throw new Error(
      "the engines have not been looked for: run npm run test:engines, or node scripts/prepare-engines.mjs",
    );
  });
  return JSON.parse(text) as InstalledEngines;
}
