// Which frame of a page holds the game. With the gate off a game leaves no trace, so that frames can only be tried.

import { withGateOn } from "./address.js";
import { DriverError } from "./errors.js";
import { evaluateIn, type FrameLike, type PageLike } from "./game-frame.js";
import { describeDocument, findBridges, fitsSelector } from "./in-page.js";
import { ask, isFrameGone } from "./page-call.js";

/** What was seen in a frame. */
export interface Look {
  readonly frame: FrameLike;
  readonly prefixes: readonly string[];
  readonly complete: boolean;
  readonly resources: number;
}

/** How long a frame of an advertisement, say, may keep the others waiting. */
const childLimitMs = 1000;
/** No game is smaller; what counts visitors is. */
const sidePixelsMin = 64;

/** Looks into a page's frames, its main frame first. @throws {DriverError} when the page itself does not answer. */
export async function lookInto(page: PageLike, limitMs: number): Promise<readonly Look[]> {
  const [main, ...others] = page.frames();
  if (main === undefined) return [];
  const looks = await Promise.all([lookAt(main, limitMs), ...others.map((frame) => lookAtChild(frame, limitMs))]);
  return looks.filter((look) => look !== undefined);
}

async function lookAt(frame: FrameLike, limitMs: number): Promise<Look> {
  try {
    return { frame, ...(await ask(evaluateIn(frame, findBridges, undefined), limitMs)) };
  } catch (thrown) {
    // A page that forwards to another one loses nothing yet.
    if (isFrameGone(thrown)) return { frame, prefixes: [], complete: false, resources: 0 };
    throw thrown;
  }
}

async function lookAtChild(frame: FrameLike, limitMs: number): Promise<Look | undefined> {
  try {
    return await lookAt(frame, Math.min(limitMs, childLimitMs));
  } catch (thrown) {
    if (thrown instanceof DriverError && thrown.code === "TIMEOUT") return undefined;
    throw thrown;
  }
}

/** Whether a frame is what `text` means: a part of its address, its name, or a selector of the element that holds it. */
export async function isNamed(frame: FrameLike, text: string): Promise<boolean> {
  if (frame.url().includes(text) || frame.name() === text) return true;
  if (frame.parentFrame() === null) return false;
  try {
    const element = await frame.frameElement();
    return await ask(evaluateIn(element as never, fitsSelector as never, text as never), childLimitMs);
  } catch {
    // Gone, or too busy to say.
    return false;
  }
}

/** Whether a frame is `root` or in it. */
export function isWithin(frame: FrameLike, root: FrameLike): boolean {
  for (let at: FrameLike | null = frame; at !== null; at = at.parentFrame()) if (at === root) return true;
  return false;
}

/** A frame with the address that switches its bridge on. */
export interface Switchable {
  readonly frame: FrameLike;
  readonly address: string;
  readonly referrer: string;
}

/**
 * The frames whose bridge may only wait for `agent=1` in their address, the likeliest first: one with a canvas, then the
 * largest, then the innermost. Small ones count only when they were `named`.
 * @throws {DriverError} GATE_OFF for a named one that says `agent=0`.
 */
export async function switchableFrames(frames: readonly FrameLike[], named: boolean): Promise<readonly Switchable[]> {
  const seen = await Promise.all(frames.map((frame) => seeFrame(frame, named)));
  const likely = seen.filter((frame) => frame !== undefined);
  return likely.sort(
    (left, right) =>
      Number(right.hasCanvas) - Number(left.hasCanvas) || right.area - left.area || right.depth - left.depth,
  );
}

async function seeFrame(
  frame: FrameLike,
  named: boolean,
): Promise<(Switchable & { hasCanvas: boolean; area: number; depth: number }) | undefined> {
  const address = switchedOn(frame, named);
  if (address === undefined || frame.parentFrame() === null) return undefined;
  try {
    const [box, document] = await ask(
      Promise.all([
        frame.frameElement().then((element) => element.boundingBox()),
        evaluateIn(frame, describeDocument, undefined),
      ]),
      childLimitMs,
    );
    const { width = 0, height = 0 } = box ?? {};
    if (!named && Math.min(width, height) < sidePixelsMin) return undefined;
    return { frame, address, ...document, area: width * height, depth: depthOf(frame) };
  } catch {
    return undefined;
  }
}

/** Undefined where nothing can or need be added to the address. */
function switchedOn(frame: FrameLike, named: boolean): string | undefined {
  try {
    const address = withGateOn(frame.url());
    return address === frame.url() ? undefined : address;
  } catch (thrown) {
    if (named && thrown instanceof DriverError && thrown.code === "GATE_OFF") throw thrown;
    return undefined;
  }
}

/** Whether a frame's own address switches its bridge off. */
export function isGateOff(frame: FrameLike): boolean {
  try {
    withGateOn(frame.url());
    return false;
  } catch (thrown) {
    return thrown instanceof DriverError && thrown.code === "GATE_OFF";
  }
}

function depthOf(frame: FrameLike): number {
  const parent = frame.parentFrame();
  return parent === null ? 0 : 1 + depthOf(parent);
}
