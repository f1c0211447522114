// All that runs inside a page. Playwright sends each function as text, so none may use anything but its argument and
// the page. Text in and text out: Playwright's own serialiser costs more than the trip.

import type { Command, Exchange } from "@tickbridge/bridge/protocol";
import type { PlayRequest, Policy, PolicyRun } from "./policy-run.js";

type PageGlobals = { readonly [name: string | symbol]: unknown };
type Exchanges = {
  readonly [prefix: string]: (
    commands: string,
    timeoutMs: number,
    aloud: boolean,
    batchesKept?: number,
  ) => Promise<string>;
};

/** The bridge of a page that is ready, or why it will never be. */
export interface Readiness {
  readonly description?: { readonly protocol: number };
  readonly refusal?: string;
  /** Tells this document from the next one in the same page. */
  readonly timeOrigin: number;
}

/** The games that have said that they are in this document, by prefix, and how much of the document has loaded. */
export function findBridges(): {
  readonly prefixes: readonly string[];
  readonly complete: boolean;
  readonly resources: number;
} {
  const page = globalThis as unknown as PageGlobals;
  return {
    prefixes: (page[Symbol.for("tickbridge")] as readonly string[] | undefined) ?? [],
    complete: (page.document as { readonly readyState: string }).readyState === "complete",
    resources: performance.getEntriesByType("resource").length,
  };
}

/** What tells a frame with a game from others: something that is drawn on; and who had it opened. */
export function describeDocument(): { readonly hasCanvas: boolean; readonly referrer: string } {
  const { document } = globalThis as unknown as {
    readonly document: { readonly referrer: string; querySelector(selector: string): unknown };
  };
  return { hasCanvas: document.querySelector("canvas") !== null, referrer: document.referrer };
}

/** Whether an element fits a selector; false for what is no selector. */
export function fitsSelector(element: { matches(selector: string): boolean }, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}

/** `Readiness` as JSON, as soon as the bridge is ready or has refused the game. */
export async function awaitReady(prefix: string): Promise<string> {
  const page = globalThis as unknown as PageGlobals;
  const { timeOrigin } = performance;
  try {
    return JSON.stringify({ description: await page[`${prefix}Ready`], timeOrigin });
  } catch (thrown) {
    return JSON.stringify({ refusal: thrown instanceof Error ? thrown.message : String(thrown), timeOrigin });
  }
}

/** What every call of one game names: its prefix, and the `timeOrigin` of its document. */
export type GameInPage = readonly [prefix: string, timeOrigin: number];

/**
 * One exchange, as JSON; `""` when the frame has loaded another document since `timeOrigin`. `aloud`: the page prints
 * its console lines for these commands too.
 */
export async function exchange([[prefix, timeOrigin], ...given]: readonly [
  GameInPage,
  commands: string,
  timeoutMs: number,
  aloud: boolean,
  batchesKept?: number | undefined,
]): Promise<string> {
  const page = globalThis as unknown as PageGlobals;
  if (performance.timeOrigin !== timeOrigin) return "";
  return (page[Symbol.for("tickbridge.exchange")] as Exchanges)[prefix]?.(...given) ?? "";
}

/** Stops what is running, without waiting for it. */
export function abort([prefix, timeOrigin]: GameInPage): void {
  const page = globalThis as unknown as PageGlobals;
  if (performance.timeOrigin === timeOrigin) (page[`${prefix}Abort`] as () => void)();
}

/** Sets what happens to calls that break determinism. A bridge of before there were tripwires has none. */
export function setTripwires([prefix, mode]: readonly [prefix: string, mode: string]): void {
  const here = (globalThis as unknown as PageGlobals)[Symbol.for("tickbridge.tripwires")];
  (here as { readonly modes: { [prefix: string]: (mode: string) => void } } | undefined)?.modes[prefix]?.(mode);
}

/** The text at an address, as this page would get it; null where it gets none, or where it has more bytes than `max`. */
export async function readText([address, max]: readonly [string, number]): Promise<string | null> {
  try {
    const { ok, body } = await fetch(address, { cache: "force-cache" } as RequestInit);
    const reader = ok ? body?.getReader() : undefined;
    if (reader === undefined) return null;
    const decoder = new TextDecoder();
    let text = "";
    let bytes = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      bytes += value.length;
      if (bytes > max) {
        await reader.cancel();
        return null;
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return null;
  }
}

/** A question that only a page with a running event loop answers. */
export function isAlive(): boolean {
  return true;
}

/** What a bridge has left among the page's globals: its list of prefixes, and names that begin with one or `__candy`. */
export function findGlobals(): string[] {
  const listed = Symbol.for("tickbridge");
  const prefixes = (globalThis as unknown as PageGlobals)[listed] as readonly string[] | undefined;
  const names = Object.getOwnPropertyNames(globalThis).filter((name) =>
    ["__candy", ...(prefixes ?? [])].some((prefix) => name.startsWith(prefix)),
  );
  return prefixes === undefined ? names : ['Symbol.for("tickbridge")', ...names];
}

/** Lets a policy play; `""` when the frame has loaded another document since `timeOrigin`. play-text.ts makes the call. */
export async function play(
  Run: typeof PolicyRun,
  policy: Policy,
  [[prefix, timeOrigin], request, timeoutMs]: readonly [GameInPage, PlayRequest, number],
): Promise<string> {
  const page = globalThis as unknown as { [name: symbol]: unknown };
  const exchanges = page[Symbol.for("tickbridge.exchange")] as
    | {
        readonly [prefix: string]: (
          commands: readonly Command[],
          timeoutMs: number,
          aloud: boolean,
        ) => Promise<Exchange>;
      }
    | undefined;
  const exchange = exchanges?.[prefix];
  if (performance.timeOrigin !== timeOrigin || exchange === undefined) return "";
  const turns = new MessageChannel() as unknown as {
    readonly port1: { onmessage: () => void; close(): void };
    readonly port2: { postMessage(nothing: null): void };
  };
  const place = {
    exchange: (commands: readonly Command[]) => exchange(commands, 2 ** 31 - 1, false),
    turn: () =>
      new Promise<void>((resolve) => {
        turns.port1.onmessage = resolve;
        turns.port2.postMessage(null);
      }),
    now: () => performance.now(),
  };
  const run = new Run(policy, place, request);
  const listed = Symbol.for("tickbridge.play");
  // Another game of the page may play too.
  page[listed] ??= {};
  const runs = page[listed] as { [prefix: string]: PolicyRun };
  runs[prefix] = run;
  const timer = setTimeout(() => run.stop("late"), timeoutMs);
  try {
    return await run.run();
  } finally {
    clearTimeout(timer);
    turns.port1.close();
    delete runs[prefix];
  }
}

/** Stops the policy that plays. */
export function stopPlay([prefix, timeOrigin]: GameInPage): void {
  const runs = (globalThis as unknown as PageGlobals)[Symbol.for("tickbridge.play")];
  if (performance.timeOrigin === timeOrigin)
    (runs as { readonly [prefix: string]: PolicyRun } | undefined)?.[prefix]?.stop("aborted");
}
