export * from "./game.js";
export * from "./gamepads.js";
export * from "./keyboard.js";
export { mathId } from "./math-id.js";
export { type MountedGame, type MountOptions, mount } from "./page/mount.js";
export * from "./random.js";
