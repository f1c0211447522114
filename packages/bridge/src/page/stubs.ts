// Small functions that stand on `window` before the bridge has arrived: they keep what is asked for, in order.

import { commandNames, globalName } from "../command-names.js";
import { type ConsoleEars, listenToConsole } from "./console-ears.js";

/** Something asked for before the bridge was there. A wait has `settle`. */
interface EarlyCall {
  readonly cmd: string;
  readonly args: readonly unknown[];
  readonly settle?: (result: unknown) => void;
}

export interface Stubs {
  readonly prefix: string;
  readonly early: readonly EarlyCall[];
  readonly ears: ConsoleEars;
  /** Settles `__candyReady`. */
  becomeReady(describe: unknown): void;
  /** The bridge cannot start: rejects `__candyReady`, and answers every wait. */
  fail(error: unknown): void;
}

/** Puts the stubs on `window`, and the prefix on the list of the page's prefixes. */
export function installStubs(prefix = "__candy"): Stubs {
  const early: EarlyCall[] = [];
  const globals = globalThis as unknown as Record<string | symbol, unknown>;
  const listed = Symbol.for("tickbridge");
  const prefixes = (globals[listed] as string[] | undefined) ?? [];
  if (prefixes.includes(prefix))
    throw new Error(`a game is mounted as ${prefix} already: give this one another prefix`);
  globals[listed] = [...prefixes, prefix];
  let seq = 0;
  for (const cmd of commandNames) {
    globals[globalName(prefix, cmd)] = (...args: unknown[]) => {
      early.push({ cmd, args: copyOf(args) });
      seq++;
      return cmd === "dump" ? undefined : { cmd, seq };
    };
  }
  globals[globalName(prefix, "wait")] = (...args: unknown[]) =>
    new Promise((settle) => early.push({ cmd: "wait", args: copyOf(args), settle }));
  let becomeReady: Stubs["becomeReady"] = () => undefined;
  let reject: Stubs["fail"] = () => undefined;
  globals[globalName(prefix, "ready")] = new Promise((resolve, refuse) => {
    becomeReady = resolve;
    reject = refuse;
  });
  return {
    prefix,
    early,
    ears: listenToConsole(),
    becomeReady,
    fail(error) {
      const result = { ok: false, timedOut: false, results: [], error: { code: "BAD_GAME", message: String(error) } };
      globals[globalName(prefix, "wait")] = async () => result;
      for (const { settle } of early) settle?.(result);
      reject(error);
    },
  };
}

/** The caller may change its objects before the bridge reads them; what cannot be copied is refused later. */
function copyOf(args: unknown[]): unknown[] {
  try {
    return structuredClone(args);
  } catch {
    return args;
  }
}
