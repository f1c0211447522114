// What `tickbridge doctor` says of a wrapped simulation, in Node.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tickbridge } from "../driver/command-line.js";
import { bundle } from "../driver/test-pages.js";

interface Finding {
  readonly verdict: string;
  readonly message: string;
  readonly examination?: string;
  readonly report?: { readonly difference: { readonly right: string } };
}

/** Examines the game that `creation` makes, an expression with the exports of a module of this folder. */
export async function doctorOn(module: string, creation: string) {
  const names = creation.slice(0, creation.indexOf("("));
  const code = `import { ${names} } from "./${module}.ts"; export const createGame = () => ${creation};`;
  const folder = await mkdtemp(join(tmpdir(), "tickbridge-simulation-"));
  try {
    await writeFile(join(folder, "game.mjs"), await bundle(code, fileURLToPath(new URL(".", import.meta.url))));
    const args = ["doctor", "--game", "game.mjs", "--ticks", "120", "--json"];
    const { exit, stdout, stderr } = await tickbridge(args, { cwd: folder });
    if (stdout === "") throw new Error(stderr);
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] };
    return {
      exit,
      failed: findings.filter(({ verdict }) => verdict === "failed"),
      warnings: findings.filter(({ verdict }) => verdict === "warning").map(({ message }) => message),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
