// All that runs inside a page. Playwright sends each function as text, so none may use anything but its argument and
// the page. Text in and text out: Playwright's own serialiser costs more than the trip.

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

/** Whether a bridge, or stubs that wait for one, has said that it is there; otherwise how much the page has loaded. */
export function findBridge(): { readonly found: boolean; readonly complete: boolean; readonly resources: number } {
  return {
    found: Symbol.for("tickbridge") in globalThis,
    complete:
      (globalThis as unknown as { readonly document: { readonly readyState: string } }).document.readyState ===
      "complete",
    resources: performance.getEntriesByType("resource").length,
  };
}

/** `Readiness` as JSON, as soon as the bridge is ready or has refused the game. */
export async function awaitReady(): Promise<string> {
  const page = globalThis as unknown as PageGlobals;
  const prefix = (page[Symbol.for("tickbridge")] as readonly string[])[0];
  const { timeOrigin } = performance;
  try {
    return JSON.stringify({ description: await page[`${prefix}Ready`], timeOrigin });
  } catch (thrown) {
    return JSON.stringify({ refusal: thrown instanceof Error ? thrown.message : String(thrown), timeOrigin });
  }
}

/**
 * One exchange, as JSON; `""` when the page has loaded another document since `timeOrigin`. `aloud`: the page prints its
 * console lines for these commands too.
 */
export async function exchange([commands, timeoutMs, aloud, timeOrigin, batchesKept]: readonly [
  string,
  number,
  boolean,
  number,
  number | undefined,
]): Promise<string> {
  const page = globalThis as unknown as PageGlobals;
  if (performance.timeOrigin !== timeOrigin) return "";
  const prefix = (page[Symbol.for("tickbridge")] as readonly string[])[0] as string;
  return (
    (page[Symbol.for("tickbridge.exchange")] as Exchanges)[prefix]?.(commands, timeoutMs, aloud, batchesKept) ?? ""
  );
}

/** Stops what is running, without waiting for it. */
export function abort(): void {
  const page = globalThis as unknown as PageGlobals;
  const prefix = (page[Symbol.for("tickbridge")] as readonly string[])[0];
  (page[`${prefix}Abort`] as () => void)();
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
