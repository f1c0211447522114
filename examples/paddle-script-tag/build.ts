// Puts the script-tag game into a folder of its own: four files that work from any server and from file:// alike.

import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";

/** `bridgeDist`: the folder that holds tickbridge.global.js and the scripts which that adds. */
export async function buildPaddleScriptTag({
  outDir,
  bridgeDist,
}: {
  outDir: string;
  bridgeDist: string;
}): Promise<void> {
  await mkdir(outDir, { recursive: true });
  await copyFile(new URL("index.html", import.meta.url), join(outDir, "index.html"));
  for (const script of ["tickbridge.global.js", "tickbridge.tripwires.js", "tickbridge.core.js"]) {
    await copyFile(join(bridgeDist, script), join(outDir, script));
  }
}
