// Keys on an event target of our own; test/browser/hardware.test.ts presses real ones.

import { expect, test } from "vitest";
import { type Keys, listenToKeys } from "./keyboard.js";

const codes = { left: ["ArrowLeft", "KeyA"], right: ["ArrowRight"], jump: ["Space"] };

class KeyEvent extends Event {
  readonly code: string;
  readonly ctrlKey: boolean = false;
  readonly altKey: boolean = false;
  readonly metaKey: boolean = false;
  readonly isComposing: boolean = false;

  constructor(type: string, code: string, more: object = {}) {
    super(type, { cancelable: true });
    this.code = code;
    Object.assign(this, more);
  }
}

class Keyboard extends EventTarget {
  /** Whether the browser may still do what it does with the key. */
  down(code: string, more: object = {}): boolean {
    return this.dispatchEvent(new KeyEvent("keydown", code, more));
  }

  up(code: string): void {
    this.dispatchEvent(new KeyEvent("keyup", code));
  }
}

function listening(): { keyboard: Keyboard; keys: Keys<"left" | "right" | "jump"> } {
  const keyboard = new Keyboard();
  return { keyboard, keys: listenToKeys(codes, keyboard) };
}

test("a key counts from its press to its release, whichever of the name's keys it is", () => {
  const { keyboard, keys } = listening();
  expect(keys.sample()).toEqual({ left: 0, right: 0, jump: 0 });
  keyboard.down("KeyA");
  expect(keys.sample()).toEqual({ left: 1, right: 0, jump: 0 });
  keyboard.down("ArrowLeft");
  keyboard.up("KeyA");
  expect(keys.sample().left).toBe(1);
  keyboard.up("ArrowLeft");
  expect(keys.sample().left).toBe(0);
});

test("a tap between two samples counts for one of them", () => {
  const { keyboard, keys } = listening();
  keyboard.down("Space");
  keyboard.up("Space");
  expect(keys.sample().jump).toBe(1);
  expect(keys.sample().jump).toBe(0);
});

test("a key that repeats while it is held is one press", () => {
  const { keyboard, keys } = listening();
  keyboard.down("Space");
  keys.sample();
  keyboard.down("Space", { repeat: true });
  keyboard.up("Space");
  expect(keys.sample().jump).toBe(0);
});

test("a forgotten tap is gone, and a held key stays", () => {
  const { keyboard, keys } = listening();
  keyboard.down("Space");
  keyboard.up("Space");
  keyboard.down("ArrowRight");
  keys.forgetTaps();
  expect(keys.sample()).toEqual({ left: 0, right: 1, jump: 0 });
});

test.each(["blur", "visibilitychange", "pagehide"])("%s lets every key go", (lost) => {
  const { keyboard, keys } = listening();
  keyboard.down("ArrowRight");
  keyboard.dispatchEvent(new Event(lost));
  expect(keys.sample().right).toBe(0);
});

test("a key that goes on repeating after the focus came back is held again", () => {
  const { keyboard, keys } = listening();
  keyboard.down("ArrowRight");
  keyboard.dispatchEvent(new Event("blur"));
  keyboard.down("ArrowRight", { repeat: true });
  expect(keys.sample().right).toBe(1);
  keyboard.up("ArrowRight");
  expect(keys.sample().right).toBe(0);
});

test("keys that were let go while Meta was down are not held after it", () => {
  const { keyboard, keys } = listening();
  keyboard.down("ArrowRight");
  keyboard.down("MetaLeft", { metaKey: true });
  keyboard.up("MetaLeft");
  expect(keys.sample().right).toBe(0);
});

test("only the game's keys lose what the browser does with them", () => {
  const { keyboard } = listening();
  expect(keyboard.down("Space")).toBe(false);
  expect(keyboard.down("Space", { repeat: true })).toBe(false);
  expect(keyboard.down("Tab")).toBe(true);
});

test.each(["ctrlKey", "altKey", "metaKey"])("a shortcut with %s is the browser's", (modifier) => {
  const { keyboard, keys } = listening();
  expect(keyboard.down("KeyA", { [modifier]: true })).toBe(true);
  expect(keys.sample().left).toBe(0);
});

test("a game that names Ctrl gets its other keys beside it too", () => {
  const keyboard = new Keyboard();
  const keys = listenToKeys({ crouch: ["ControlLeft"], left: ["KeyA"] }, keyboard);
  keyboard.down("ControlLeft", { ctrlKey: true });
  keyboard.down("KeyA", { ctrlKey: true });
  expect(keys.sample()).toEqual({ crouch: 1, left: 1 });
});

test("letters that an input method composes are no game input", () => {
  const { keyboard, keys } = listening();
  keyboard.down("KeyA", { isComposing: true });
  expect(keys.sample().left).toBe(0);
});
