// The keyboard for `sampleHardware`: which of the game's keys are down when a tick asks. What is held here never sticks,
// and a tap that is shorter than a tick is kept for one.

/** Keys by the names that the game gave them. */
export interface Keys<Name extends string> {
  /**
   * What a tick gets: 1 for each name of which a key is down, or was pressed since the last sample, 0 for the others.
   * Call it once a tick, from `sampleHardware`.
   */
  sample(): { readonly [name in Name]: 0 | 1 };
  /** Drops what was pressed and let go since the last sample. `mount` does it for the keys that it was given. */
  forgetTaps(): void;
  /** Counts every key as let go, until it is pressed again. */
  release(): void;
}

/** What is listened to: the window, unless a test gives another. */
type KeyTarget = Pick<EventTarget, "addEventListener">;

/**
 * Listens to the keyboard from now on. `codesOf` gives the keys of each name by `KeyboardEvent.code`, the place on the
 * keyboard: `{left: ["ArrowLeft", "KeyA"]}`. Only these keys lose what the browser does with them (scrolling), and only
 * where they are the game's: not in a text field, and not together with Ctrl, Alt or Meta, unless the game names that key.
 */
export function listenToKeys<Name extends string>(
  codesOf: { readonly [name in Name]: readonly string[] },
  target: KeyTarget = window,
): Keys<Name> {
  const names = Object.keys(codesOf) as Name[];
  const codes = new Set<string>(names.flatMap((name) => codesOf[name]));
  const held = new Set<string>();
  const tapped = new Set<string>();
  const isNamed = (key: string) => codes.has(`${key}Left`) || codes.has(`${key}Right`);
  const release = () => {
    held.clear();
    tapped.clear();
  };
  target.addEventListener("keydown", (event) => {
    const key = event as KeyboardEvent;
    const isShortcut =
      (key.ctrlKey && !isNamed("Control")) || (key.altKey && !isNamed("Alt")) || (key.metaKey && !isNamed("Meta"));
    if (!codes.has(key.code) || isShortcut || key.isComposing || isTyping(key)) return;
    key.preventDefault();
    if (!held.has(key.code)) tapped.add(key.code);
    held.add(key.code);
  });
  // While it goes down the tree, so that nobody in it can keep a key from being let go.
  target.addEventListener(
    "keyup",
    (event) => {
      const { code } = event as KeyboardEvent;
      // macOS tells nothing of keys that are let go while Meta is down.
      if (/^(Meta|OS)/.test(code)) release();
      else held.delete(code);
    },
    true,
  );
  for (const lost of ["blur", "visibilitychange", "pagehide"]) target.addEventListener(lost, release);
  return {
    sample() {
      const isDown = (code: string) => held.has(code) || tapped.has(code);
      const down = Object.fromEntries(names.map((name) => [name, codesOf[name].some(isDown) ? 1 : 0]));
      tapped.clear();
      return down as { [name in Name]: 0 | 1 };
    },
    forgetTaps: () => tapped.clear(),
    release,
  };
}

/** Kinds of <input> that leave letters and arrows alone. */
const keyless = /^(button|checkbox|file|image|reset|submit)$/;

/** Whether the key goes to something that takes keys itself. */
function isTyping(event: KeyboardEvent): boolean {
  // The innermost target; an event that leaves a shadow tree names only its host.
  const [target] = event.composedPath() as Partial<HTMLInputElement>[];
  if (target?.isContentEditable === true) return true;
  const tag = target?.tagName?.toLowerCase() ?? "";
  return tag === "input" ? !keyless.test(target?.type ?? "") : tag === "textarea" || tag === "select";
}
