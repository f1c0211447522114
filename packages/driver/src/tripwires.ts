// Tripwires in pages: the bridge's script for them, given to a page before any code of its own.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { TripwireInstallation, TripwireMode } from "@tickbridge/bridge/protocol";
import { tripwireModes } from "@tickbridge/bridge/session";
import type { Page } from "./browser.js";
import { DriverError } from "./errors.js";
import { evaluateIn, type GameFrame } from "./game-frame.js";
import { setTripwires } from "./in-page.js";
import { ask } from "./page-call.js";

/** How long a page may take to be told. */
const tellLimitMs = 5000;

/** @throws {DriverError} USAGE for what is no mode. */
export function checkTripwires(mode: TripwireMode | undefined): TripwireMode | undefined {
  if (mode === undefined || tripwireModes.includes(mode)) return mode;
  throw new DriverError("USAGE", `tripwires ${String(mode)}: expected ${tripwireModes.join(", ")}`);
}

/** From now on each document of the page, in whichever frame, has tripwires before its own code, where its gate is on. */
export async function addTripwires(page: Page, mode: TripwireMode | undefined): Promise<void> {
  await page.addInitScript({ content: await scriptText({ mode, installed: "init-script" }) });
}

/** Sets the mode of a game that is there already. What took references before keeps them. */
export async function setTripwiresOf(game: GameFrame, mode: TripwireMode): Promise<void> {
  const { frame, prefix } = game;
  const text = await scriptText({ mode, installed: "with-bridge" });
  await ask(frame.evaluate(text as never), tellLimitMs);
  await ask(evaluateIn(frame, setTripwires, [prefix, mode] as const), tellLimitMs);
}

let script: Promise<string> | undefined;

async function scriptText(asked: {
  readonly mode: TripwireMode | undefined;
  readonly installed: TripwireInstallation;
}): Promise<string> {
  const path = createRequire(import.meta.url).resolve("@tickbridge/bridge/tickbridge.tripwires.js");
  script ??= readFile(path, "utf8");
  return `{const __TICKBRIDGE_TRIPWIRES__=${JSON.stringify(asked)};${await script}}`;
}
