// Hears what a page prints and what goes wrong in it, from the moment in which the loader runs with the gate on. The
// page keeps its console: same arguments, same return value, and functions that look like the native ones.

export type Level =
  | "error"
  | "warn"
  | "info"
  | "log"
  | "debug"
  /** An error that nobody caught. */
  | "uncaught"
  | "unhandledRejection"
  /** A script, an image or the like that could not be loaded. */
  | "resource";

/** A message, or the event that told of the fault. */
type Sound = readonly [level: Level, args: readonly unknown[]];

export interface ConsoleEars {
  /** What was heard before somebody came to listen; no more than a thousand. */
  readonly early: Sound[];
  /** Called for each message. Whoever listens puts a function of its own here; it must not throw. */
  hear: (...heard: Sound) => void;
}

const earlyMax = 1000;

export function listenToConsole(): ConsoleEars {
  const early: Sound[] = [];
  const ears: ConsoleEars = {
    early,
    hear(...heard) {
      if (early.length < earlyMax) early.push(heard);
    },
  };
  try {
    for (const level of ["error", "warn", "info", "log", "debug"] as const) {
      // A proxy keeps name, length and text of the native function.
      console[level] = new Proxy(console[level], {
        apply(print, self, args) {
          ears.hear(level, args);
          return Reflect.apply(print, self, args);
        },
      });
    }
  } catch {
    // A console that is frozen or lacks a function is left as it is.
  }
  // Errors of elements do not bubble.
  addEventListener("error", (event) => ears.hear("uncaught", [event]), true);
  addEventListener("unhandledrejection", (event) => ears.hear("unhandledRejection", [event]));
  return ears;
}
