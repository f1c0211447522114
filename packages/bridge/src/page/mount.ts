// The entry that every player loads: the loop, the gate, and stubs that keep commands until the bridge has arrived.
// The bridge itself is loaded behind the gate only; `__TICKBRIDGE_AGENT__` drops gate, stubs and bridge at compile time.

import type { TripwireMode } from "../determinism-warning.js";
import { FixedTickLoop } from "../fixed-tick-loop.js";
import type { GameDefinition } from "../game.js";
import { isBridgeOn } from "../gate.js";
import { type Play, playPlainly } from "../plain-play.js";
import type { installBridge } from "./install.js";
import { installStubs } from "./stubs.js";

declare const __TICKBRIDGE_AGENT__: boolean | undefined;

export interface MountOptions {
  /**
   * Draws one frame; called once an animation frame. For a game that starts by itself, from its first run on.
   * `alpha` says how far between the two newest boundaries the picture stands, 0 to 1 (the newest): a game that keeps
   * the positions of the boundary before can draw `before + (now - before) * alpha`. It is 1 while an agent holds or
   * steps the game, so that what is seen is the very state that the agent reads.
   */
  readonly render?: (alpha: number) => void;
  /** What the commands' names on `window` begin with: `__candy` unless the game names another. */
  readonly prefix?: string;
  /** Begin a run at once when nobody else will (the default). A game with a menu of its own says false. */
  readonly autoStart?: boolean;
  /** How many ticks one frame may run at most to catch up: a quarter of a second's unless the game says otherwise. */
  readonly catchUpTicksMax?: number;
  /**
   * What happens to calls that break determinism, such as `Math.random()` in a tick, with the bridge on: `report` (unless
   * named) tells of them in replies, `throw` lets them throw inside the game, `off` does nothing. A driver's wish and
   * `?tripwires=` in the address come before it.
   */
  readonly tripwires?: TripwireMode;
  /** The game's `listenToKeys(…)`: a tap during which no tick asked for hardware is then forgotten, not played later. */
  readonly keys?: { forgetTaps(): void };
}

export interface MountedGame<Options = unknown> {
  /** A person begins a run. Rejects with what the game threw. */
  startRun(options?: Options): Promise<void>;
  /** A person answers the open choice. Rejects when it cannot be answered so. */
  choose(action: string, index?: number): Promise<void>;
  /** Whether an agent holds or steps the game, so that clocks of audio and network must not follow wall time. */
  isStepping(): boolean;
}

/** Loads the bridge's own code. */
export type BridgeLoader = () => Promise<{ readonly installBridge: typeof installBridge }>;

/**
 * Runs a game in this page: the fixed-tick loop, `render` once a frame and, when the address says `?agent=1`, the
 * bridge. Where there is no page at all it does nothing: use `launch({ game })` of the driver there.
 */
export function mount<Input, Options, State>(
  game: GameDefinition<Input, Options, State>,
  options: MountOptions = {},
): MountedGame<Options> {
  // A bundler drops the import, and with it the bridge, where the constant is false.
  const loadBridge =
    typeof __TICKBRIDGE_AGENT__ === "undefined" || __TICKBRIDGE_AGENT__ ? () => import("./core.js") : undefined;
  return mountWith(game as GameDefinition<never, never, never> as GameDefinition, options, loadBridge);
}

/** `mount` with another way to load the bridge (a script tag's). */
export function mountWith(
  game: GameDefinition,
  options: MountOptions,
  loadBridge: BridgeLoader | undefined,
): MountedGame {
  if (typeof document === "undefined") return absentPage;
  const { render, keys, autoStart = true } = options;
  const loop = new FixedTickLoop(game.ticksPerSecond, options.catchUpTicksMax);
  let play: Play | undefined;
  let ready: Promise<Play>;
  // The constant stands here once more, since bundlers fold it only where it stands.
  if (
    (typeof __TICKBRIDGE_AGENT__ === "undefined" || __TICKBRIDGE_AGENT__) &&
    loadBridge &&
    isBridgeOn(location.href)
  ) {
    const stubs = installStubs(options.prefix);
    ready = loadBridge().then((bridge) => bridge.installBridge(game, stubs, loop, options));
    ready.catch(stubs.fail);
  } else {
    play = playPlainly(game);
    ready = Promise.resolve(play);
    if (autoStart) void play.startRun({});
  }
  ready.then((arrived) => {
    play = arrived;
  }, console.error);
  const isStepping = () => play === undefined || play.isStepping;
  requestAnimationFrame(function frame(nowMs) {
    // Asked for first: a tick or a frame that throws does not end the loop.
    requestAnimationFrame(frame);
    if (play === undefined || loop.advance(nowMs, play)) keys?.forgetTaps();
    if (!autoStart || game.phase() !== "menu") render?.(isStepping() ? 1 : loop.alpha);
  });
  return {
    startRun: async (startOptions = {}) => (await ready).startRun(startOptions),
    choose: async (action, index) => (await ready).choose(action, index),
    isStepping,
  };
}

const refuse = () => Promise.reject(new Error("there is no page here: use launch({ game }) of @tickbridge/driver"));
const absentPage: MountedGame = { startRun: refuse, choose: refuse, isStepping: () => true };
