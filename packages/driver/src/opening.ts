// A page on its way to be a game that can be driven: waits until a bridge is in it and ready, in whichever frame.

import { setTimeout as sleep } from "node:timers/promises";
import { protocolVersion } from "@tickbridge/bridge/protocol";
import { unreachable } from "./address.js";
import { DriverError } from "./errors.js";
import { isGateOff, isNamed, isWithin, type Look, lookInto, type Switchable, switchableFrames } from "./frames.js";
import { evaluateIn, type FrameLike, type GameFrame, type PageLike } from "./game-frame.js";
import { awaitReady, type Readiness } from "./in-page.js";
import { lost } from "./link.js";
import { ask, isFrameGone, wordsOfLoss } from "./page-call.js";
import { checkTimeoutMs } from "./time-limit.js";

export interface OpeningOptions {
  /** How long the page and its bridge may take to be ready, in milliseconds; 60 s unless named. */
  readonly readyTimeoutMs?: number;
  /** Told in words what is being waited for, again every few seconds. */
  readonly onProgress?: (words: string) => void;
  /** The game to drive where the page has several: what the names of its commands begin with, such as `__candy`. */
  readonly prefix?: string;
  /** The frame to look in: a part of its address, its name, or a selector of the element that holds it. */
  readonly frame?: string;
}

const readyTimeoutMsDefault = 60_000;
const pollEveryMs = 50;
const progressEveryMs = 2000;
/**
 * A page that has loaded, loads nothing more and answers has this long to bring up its bridge. A game that loads for
 * minutes either fetches or computes, and one that computes does not answer.
 */
const quietPollsMax = 100;
/** After that many, frames are tried one after the other. */
const quietPollsBeforeFrame = 20;

export class Opening {
  readonly #page: PageLike;
  /** The game is in this frame, or in one inside it. */
  readonly #root: FrameLike;
  readonly #options: OpeningOptions;
  readonly #mayNavigate: boolean;
  readonly #limitMs: number;
  readonly #startMs = performance.now();
  readonly #errors: string[] = [];
  readonly #tried = new Set<FrameLike>();
  #progressMs = Number.NEGATIVE_INFINITY;

  /** `mayNavigate`: frames may be loaded again with `agent=1` in their address. */
  constructor(place: PageLike | FrameLike, mayNavigate: boolean, options: OpeningOptions) {
    this.#page = "mainFrame" in place ? place : place.page();
    this.#root = "mainFrame" in place ? place.mainFrame() : place;
    this.#mayNavigate = mayNavigate;
    this.#options = options;
    this.#limitMs = checkTimeoutMs(options.readyTimeoutMs ?? readyTimeoutMsDefault);
  }

  /** @throws {DriverError} UNREACHABLE; PAGE_LOST when the page or its browser is gone. */
  async navigate(url: string): Promise<void> {
    this.#tell(`opening ${url}`);
    let status: number | undefined;
    try {
      const response = await this.#root.goto(url, { waitUntil: "commit", timeout: this.#limitMs });
      status = (response as { status(): number } | null)?.status();
    } catch (thrown) {
      const loss = wordsOfLoss(thrown);
      throw loss === undefined ? unreachable(url, thrown) : lost(loss);
    }
    if (status !== undefined && status >= 400) {
      throw new DriverError("UNREACHABLE", `${url} answers with status ${status}: check the address`);
    }
  }

  /** The game, when it can take commands. @throws {DriverError} */
  async findGame(): Promise<GameFrame> {
    const note = (error: Error) => void this.#errors.push(error.message);
    this.#page.on("pageerror", note);
    try {
      for (;;) {
        const game = await this.#awaitBridge();
        const ready = await this.#awaitReady(game).catch((thrown: unknown) => {
          // A page that forwards to another one loses nothing yet.
          if (!isFrameGone(thrown)) throw thrown;
        });
        if (ready !== undefined) return ready;
      }
    } finally {
      this.#page.off("pageerror", note);
    }
  }

  get #leftMs(): number {
    return this.#startMs + this.#limitMs - performance.now();
  }

  /** Until a frame has a bridge, or stubs that wait for one. */
  async #awaitBridge(): Promise<Omit<GameFrame, "timeOrigin">> {
    let quietPolls = 0;
    let loaded = "";
    for (;;) {
      const looks = await this.#look();
      const game = this.#choose(looks);
      if (game !== undefined) return game;
      const watched = looks.filter(({ frame }) => frame.parentFrame() === null || this.#tried.has(frame));
      const loadedNow = watched.map(({ resources }) => resources).join();
      quietPolls = watched.every(({ complete }) => complete) && loadedNow === loaded ? quietPolls + 1 : 0;
      loaded = loadedNow;
      if (quietPolls > quietPollsBeforeFrame && (await this.#tryNextFrame(looks))) quietPolls = 0;
      if (quietPolls > quietPollsMax) throw this.#noBridge("has loaded and has no bridge", looks);
      if (this.#leftMs <= 0) throw this.#noBridge(`has no bridge after ${this.#limitMs} ms (readyTimeoutMs)`, looks);
      this.#tellOnceInAWhile("waiting for the bridge");
      await sleep(pollEveryMs);
    }
  }

  /** What is in the frames that are asked for, and in the main frame. */
  async #look(): Promise<readonly Look[]> {
    const looks = await lookInto(this.#page, this.#leftMs);
    const named = this.#options.frame;
    const wanted = await Promise.all(
      looks.map(
        async ({ frame }) => isWithin(frame, this.#root) && (named === undefined || (await isNamed(frame, named))),
      ),
    );
    return looks.map((look, index) => (wanted[index] ? look : { ...look, prefixes: [] }));
  }

  /** @throws {DriverError} SEVERAL_GAMES. */
  #choose(looks: readonly Look[]): Omit<GameFrame, "timeOrigin"> | undefined {
    const { prefix: wanted } = this.#options;
    const games = looks.flatMap(({ frame, prefixes }) =>
      prefixes.filter((prefix) => wanted === undefined || prefix === wanted).map((prefix) => ({ frame, prefix })),
    );
    if (games.length > 1) {
      const list = games.map(({ frame, prefix }) => `${prefix} in ${frame.url()}`).join(", ");
      throw new DriverError("SEVERAL_GAMES", `there are several games: ${list}; name one with prefix or frame`);
    }
    return games[0];
  }

  /** Loads the next frame that may hold the game again, with its bridge switched on; false when there is none. */
  async #tryNextFrame(looks: readonly Look[]): Promise<boolean> {
    if (!this.#mayNavigate) return false;
    const named = this.#options.frame;
    const left = looks.map(({ frame }) => frame).filter((frame) => !this.#tried.has(frame));
    const wanted = await Promise.all(left.map(async (frame) => named === undefined || isNamed(frame, named)));
    const [next] = await switchableFrames(
      left.filter((_, index) => wanted[index]),
      named !== undefined,
    );
    if (next === undefined) return false;
    await this.#switchOn(next);
    return true;
  }

  async #switchOn({ frame, address, referrer }: Switchable): Promise<void> {
    this.#tried.add(frame);
    this.#tell(`opening ${address} in its frame`);
    try {
      const referer = referrer === "" ? {} : { referer: referrer };
      await frame.goto(address, { waitUntil: "commit", timeout: Math.max(1, this.#leftMs), ...referer });
    } catch (thrown) {
      if (frame.isDetached()) return;
      throw unreachable(address, thrown);
    }
  }

  /** Until the bridge can take commands. */
  async #awaitReady({ frame, prefix }: Omit<GameFrame, "timeOrigin">): Promise<GameFrame> {
    const teller = setInterval(() => this.#tellOnceInAWhile("waiting for the game to be ready"), progressEveryMs);
    try {
      const text = await ask(evaluateIn(frame, awaitReady, prefix), this.#leftMs);
      const { description, refusal, timeOrigin } = JSON.parse(text) as Readiness;
      if (description === undefined) {
        throw new DriverError("BAD_GAME", `the bridge of ${frame.url()} refuses the game: ${refusal}${this.#quoted}`);
      }
      if (description.protocol > protocolVersion) {
        throw new DriverError(
          "PROTOCOL_TOO_NEW",
          `the page speaks protocol ${description.protocol} and this driver up to ${protocolVersion}: update @tickbridge/driver`,
        );
      }
      // A second game of the page may have come in the meantime.
      this.#choose(await this.#look());
      this.#tell("ready");
      return { frame, prefix, timeOrigin };
    } catch (thrown) {
      if (!(thrown instanceof DriverError) || thrown.code !== "TIMEOUT") throw thrown;
      const words = `the bridge of ${frame.url()} is not ready after ${this.#limitMs} ms: give a longer readyTimeoutMs if the game loads for long`;
      throw new DriverError("TIMEOUT", `${words}${this.#quoted}`, { cause: thrown });
    } finally {
      clearInterval(teller);
    }
  }

  #tell(words: string): void {
    this.#options.onProgress?.(words);
  }

  #tellOnceInAWhile(what: string): void {
    const nowMs = performance.now();
    if (nowMs - this.#progressMs < progressEveryMs - pollEveryMs) return;
    this.#progressMs = nowMs;
    this.#tell(`${what} (${Math.round((nowMs - this.#startMs) / 1000)} s)`);
  }

  #noBridge(what: string, looks: readonly Look[]): DriverError {
    const off = looks.find(({ frame }) => isGateOff(frame));
    if (off !== undefined) {
      return new DriverError("GATE_OFF", `${off.frame.url()} switches the bridge off (agent=0): leave that out`);
    }
    const frames = looks.map(({ frame }) => frame.url()).slice(1);
    const inFrames = frames.length === 0 ? "" : `; its frames: ${frames.join(", ")}`;
    const { prefix, frame } = this.#options;
    const wanted = [prefix && `prefix ${prefix}`, frame && `frame ${frame}`].filter(Boolean).join(", ");
    const advice = this.#mayNavigate
      ? "the game must call mount(game) of @tickbridge/bridge, in a build that keeps the bridge (docs/embedding.md)"
      : "the game must call mount(game) of @tickbridge/bridge, and the address of its page or frame must hold agent=1 " +
        "(attach opens nothing anew)";
    return new DriverError(
      "NO_BRIDGE",
      `${this.#root.url()} ${what}${wanted === "" ? "" : ` (${wanted})`}${inFrames}: ${advice}${this.#quoted}`,
    );
  }

  get #quoted(): string {
    return this.#errors.length === 0 ? "" : `; the page's errors: ${this.#errors.join("; ")}`;
  }
}
