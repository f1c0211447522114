// What the driver needs of a page and its frames, by shape: those of Playwright, of any version, have it.

/** A frame, as Playwright's `Frame` is one. */
export interface FrameLike {
  url(): string;
  name(): string;
  page(): PageLike;
  parentFrame(): FrameLike | null;
  isDetached(): boolean;
  frameElement(): Promise<ElementLike>;
  // `never`: whatever functions and arguments a version of Playwright accepts, it accepts the driver's.
  evaluate(pageFunction: never, argument?: never): Promise<unknown>;
  goto(url: string, options?: { waitUntil?: "commit"; timeout?: number; referer?: string }): Promise<unknown>;
}

/** A page, as Playwright's `Page` is one. */
export interface PageLike {
  mainFrame(): FrameLike;
  frames(): readonly FrameLike[];
  on(event: "console", listener: (message: ConsoleMessageLike) => void): unknown;
  on(event: "pageerror", listener: (error: Error) => void): unknown;
  off(event: "console", listener: (message: ConsoleMessageLike) => void): unknown;
  off(event: "pageerror", listener: (error: Error) => void): unknown;
}

interface ConsoleMessageLike {
  text(): string;
}

/** The element that holds a frame. */
interface ElementLike {
  evaluate(pageFunction: never, argument?: never): Promise<unknown>;
  boundingBox(): Promise<{ readonly width: number; readonly height: number } | null>;
}

/** Runs one of the functions of in-page.ts in a frame. */
export function evaluateIn<Argument, Result>(
  target: { evaluate(pageFunction: never, argument?: never): Promise<unknown> },
  pageFunction: (argument: Argument) => Result | Promise<Result>,
  argument: Argument,
): Promise<Result> {
  return target.evaluate(pageFunction as never, argument as never) as Promise<Result>;
}

/** The bridge of one game in a page. */
export interface GameFrame {
  readonly frame: FrameLike;
  /** What the names of the game's commands begin with. */
  readonly prefix: string;
  /** Tells this document from the next one in the same frame. */
  readonly timeOrigin: number;
}
