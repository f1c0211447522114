// What a game could add to its port, and what each part would give.

import type { Description } from "../../game-session.js";
import type { Report } from "./report.js";

/** By capability, as `describe` names them; `docs/embedding.md` says how each is written. */
const additions: { readonly [capability: string]: string } = {
  save: "save(): hashes of the whole state, so that a verdict covers what snapshots do not show",
  load: "load(state): fast rewinds and branches, and a run that goes on after a verification or a tick that threw",
  choices: "choices: panels that the game stops for (level-ups) become visible and answerable",
  stops: "stops: stepUntil can stop at the game's own events",
  evaluate: "evaluate(): the game's own verdict on a run",
  actions: "availableActions(): what is legal now",
  cheats: "cheats: debug actions that are recorded and replayed",
  audits: "audits: probes of the running game",
};

/** Tells what the game is and has, and what it could add. */
export function describeGame(report: Report, where: string, description: Description): void {
  const { protocol, game, capabilities, evidence } = description as Description & {
    readonly game: { readonly id: string; readonly build: string; readonly ticksPerSecond: number };
    readonly capabilities: { readonly [capability: string]: boolean };
    readonly evidence: string;
  };
  report.ok(
    `${where}: bridge with protocol ${protocol}; ${game.id}, build ${game.build}, ${game.ticksPerSecond} ticks a second`,
  );
  const there = Object.keys(capabilities).filter((name) => capabilities[name] === true);
  report.ok(
    `the game offers ${there.length === 0 ? "the required parts only" : there.join(", ")}; hashes cover the ${evidence}`,
  );
}

/** What the game does not have yet. */
export function advise(report: Report, description: Description): void {
  const { capabilities } = description as Description & {
    readonly capabilities: { readonly [capability: string]: boolean };
  };
  const missing = Object.keys(additions).filter((name) => capabilities[name] !== true);
  if (missing.length === 0) return;
  report.heading("what the game could add, each part as docs/embedding.md says");
  for (const name of missing) report.note(additions[name] ?? "");
}
