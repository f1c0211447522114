// What a test sees of an engine of JavaScript, be it a browser's or Node's.

/** The names under which the engines stand in tables, in this order. */
export const engineNames = ["Chromium", "Firefox", "WebKit", "Node 20", "Node 22", "Node 24"] as const;
export type EngineName = (typeof engineNames)[number];

/** What is opened: Candy Rush, Candy Rush that is broken in the way of this saboteur, or no game at all. */
export type Content = "game" | "nativeMath" | "no game";

export interface Engine {
  readonly name: EngineName;
  /** As the engine itself says. */
  readonly version: string;
  /** A fresh page, or a fresh process. Only pages take note of the options. */
  open(content: Content, options?: PageOptions): Promise<Place>;
  /** No process and no folder is left behind. */
  close(): Promise<void>;
}

/** Where a game is and tasks run. */
export interface Place {
  /** Runs a task of engine-tasks.ts there; its argument and result go through JSON. */
  run(task: string, argument?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** A browser that is more than its engine: what the smoke tests need. */
export interface BrowserEngine extends Engine {
  /** Comes back when the page has loaded. */
  openPage(address: string, options?: PageOptions): Promise<BrowserPage>;
}

export interface PageOptions {
  /** Behind another tab, so that the browser counts it as hidden. */
  readonly hidden?: boolean;
}

export interface BrowserPage {
  /** The value of an expression, promises awaited, through JSON. Rejects with what it throws. */
  evaluate(expression: string): Promise<unknown>;
  /** Goes to the same address anew. */
  reload(): Promise<void>;
  close(): Promise<void>;
}
