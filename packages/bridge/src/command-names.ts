// The names of all commands, apart from the manifest so that the stubs, which every player loads, stay small.

/** A command `step` stands on `window` as `__candyStep`. */
export const commandNames = [
  "describe",
  "dump",
  "setMaxEntities",
  "actions",
  "evaluate",
  "audit",
  "vfxAudit",
  "hash",
  "startRun",
  "input",
  "step",
  "stepUntil",
  "sequence",
  "choose",
  "levelUp",
  "pause",
  "resume",
  "cheat",
  "abort",
  "pinSeed",
  "exportReplay",
  "loadReplay",
  "rewind",
  "save",
  "restore",
  "fork",
  "selfCheck",
  "recover",
] as const;

export type CommandName = (typeof commandNames)[number];

/** The name of a command's function under a prefix: `step` under `__candy` is `__candyStep`. */
export function globalName(prefix: string, command: string): string {
  return prefix + command.charAt(0).toUpperCase() + command.slice(1);
}
