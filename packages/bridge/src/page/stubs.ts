// Small functions that stand on `window` before the bridge has arrived: they keep what is asked for, in order.

import { commandNames, globalName } from "../command-names.js";
import { type ConsoleEars, listenToConsole } from "./console-ears.js";

/** Something asked for before the bridge was there. A wait has `settle`. */
interface EarlyCall {
  readonly cmd: string;
  readonly args: readonly unknown[];
  readonly seq: number;
  readonly settle?: (result: unknown) => void;
}

/** What a function on `window` does: `cmd` is a command's name, or `wait`. */
type Answer = (cmd: string, args: readonly unknown[]) => unknown;

export interface Stubs {
  readonly prefix: string;
  readonly early: readonly EarlyCall[];
  readonly ears: ConsoleEars;
  /** From now on the functions on `window` do this; also those that somebody has kept. Settles `__candyReady`. */
  becomeReady(answer: Answer, describe: unknown): void;
  /** The bridge cannot start: rejects `__candyReady`, and answers every wait, with a refusal for each command. */
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
  let answer: Answer = (cmd, given) => {
    const args = copyOf(given);
    if (cmd === "wait") return new Promise((settle) => early.push({ cmd, args, seq, settle }));
    early.push({ cmd, args, seq: ++seq });
    return cmd === "dump" ? undefined : { cmd, seq };
  };
  for (const cmd of [...commandNames, "wait"]) {
    globals[globalName(prefix, cmd)] = (...args: unknown[]) => answer(cmd, args);
  }
  let resolve: (describe: unknown) => void = () => undefined;
  let reject: Stubs["fail"] = () => undefined;
  globals[globalName(prefix, "ready")] = new Promise((...settle) => {
    [resolve, reject] = settle;
  });
  return {
    prefix,
    early,
    ears: listenToConsole(),
    becomeReady(ready, describe) {
      answer = ready;
      resolve(describe);
    },
    fail(thrown) {
      const error = { code: "BAD_GAME", message: String(thrown) };
      const keep = answer;
      const refuse = () => {
        const given = early.filter(({ settle }) => !settle);
        const results = given.map(({ cmd, seq }) => ({ ok: false, cmd, seq, tick: 0, error }));
        for (const { settle } of early) settle?.({ ok: false, timedOut: false, results, error });
      };
      answer = (cmd, args) => {
        const kept = keep(cmd, args);
        refuse();
        return kept;
      };
      refuse();
      reject(thrown);
    },
  };
}

/** The caller may change its objects before the bridge reads them; what cannot be copied is refused later. */
function copyOf(args: readonly unknown[]): readonly unknown[] {
  try {
    return structuredClone(args);
  } catch {
    return args;
  }
}
