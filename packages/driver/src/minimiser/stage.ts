// Where candidates are tried: a live game, for a divergence two, and what counts as the same as before.

import type { JsonValue } from "@tickbridge/bridge";
import type { Verdict } from "@tickbridge/bridge/protocol";
import type { Replay } from "@tickbridge/replay";
import { CommandError, DriverError } from "../errors.js";
import type { GameSession } from "../game-session.js";
import { closingVerdict, verdictOf } from "../session-verdict.js";
import type { Side } from "../side.js";
import { buildOf } from "../side.js";
import type { Candidate } from "./candidate.js";
import { CandidatePlayer, type Ending } from "./candidate-player.js";

/** What a replay shows: a throw in a tick, a stop condition that becomes true, or that two sides part. */
export type Aim =
  | { readonly kind: "throw" }
  | { readonly kind: "stop"; readonly stop: string }
  | { readonly kind: "diverged" };

/** What was shown: the tick that threw, the boundary of the stop, or the verdict of the other side. */
export type Shown =
  | { readonly kind: "throw"; readonly tick: number; readonly message: string }
  | { readonly kind: "stop"; readonly tick: number; readonly stop: string }
  | { readonly kind: "diverged"; readonly tick: number; readonly verdict: Verdict };

interface Sides {
  readonly side: Side;
  readonly against: Side;
  readonly isFreshEachTime: boolean;
}

/** Also up to which tick the run is needed, and how many answers it took. */
type Showing = Shown & { readonly ending: Ending };

export class Stage {
  readonly #replay: Replay;
  readonly #sides: Sides;
  readonly #aim: Aim;
  /** The words of the throw, without its numbers, which may tell a tick or a place. */
  #words: string | undefined;
  #player: CandidatePlayer | undefined;
  #other: GameSession<never> | undefined;

  constructor(replay: Replay, sides: Sides, aim: Aim) {
    this.#replay = replay;
    this.#sides = sides;
    this.#aim = aim;
  }

  async neutralInput(): Promise<JsonValue> {
    return (await this.#openPlayer()).neutralInput;
  }

  /**
   * Shows the whole replay; a throw is then the one that is looked for.
   * @throws {DriverError} NOT_SHOWN. @throws {CommandError} when a part of it is refused.
   */
  async showFirst(whole: Candidate): Promise<Showing> {
    const ending = await this.#play(whole);
    if (ending.kind === "refused" && ending.reply?.ok === false) throw new CommandError(ending.reply);
    if (ending.kind === "threw") this.#words = wordsOf(ending.message);
    const shown = await this.#shownIn(ending);
    if (shown !== undefined) return shown;
    const wanted = {
      throw: "no tick throws",
      stop: `${this.#aim.kind === "stop" ? this.#aim.stop : ""} does not become true`,
      diverged: "both sides come to the same hashes",
    }[this.#aim.kind];
    throw new DriverError(
      "NOT_SHOWN",
      `${this.#sides.side.name} does not show it: ${wanted}, ${endingWords(ending)}. Give the build of the game that does, or name what it shows`,
    );
  }

  async show(candidate: Candidate): Promise<Showing | undefined> {
    return this.#shownIn(await this.#play(candidate));
  }

  /** The candidate recorded in a fresh session, if it shows it there and a fresh verification bears it out. */
  async record(candidate: Candidate): Promise<{ readonly replay: Replay; readonly shown: Shown } | undefined> {
    await this.close();
    const shown = await this.show(candidate);
    if (shown === undefined || this.#player === undefined) return undefined;
    const replay = await this.#player.exportReplay();
    await this.close();
    const { side, against } = this.#sides;
    const verdict = await closingVerdict(await side.open(), replay, false);
    const isSame = verdict.verdict === "identical";
    const { ending: _ending, ...rest } = shown;
    if (rest.kind === "throw") {
      const { message = rest.message } = replay.fault ?? {};
      return isSame ? { replay, shown: { ...rest, message } } : undefined;
    }
    if (rest.kind === "stop") return isSame ? { replay, shown: rest } : undefined;
    // Against a fresh run of the same side this was the verdict.
    if (side === against) return isSame ? undefined : { replay, shown: { ...rest, verdict } };
    return isSame ? { replay, shown: rest } : undefined;
  }

  async close(): Promise<void> {
    const games = [this.#player?.game, this.#other];
    this.#player = undefined;
    this.#other = undefined;
    for (const game of games) await game?.close();
  }

  async #openPlayer(): Promise<CandidatePlayer> {
    this.#player ??= await openPlayer(this.#sides.side, this.#replay);
    return this.#player;
  }

  async #play(candidate: Candidate): Promise<Ending> {
    if (this.#sides.isFreshEachTime) await this.close();
    const player = await this.#openPlayer();
    return player.play(candidate, this.#aim.kind === "stop" ? this.#aim.stop : undefined);
  }

  async #shownIn(ending: Ending): Promise<Showing | undefined> {
    const { kind, tick } = ending;
    const aim = this.#aim;
    if (kind === "refused") return undefined;
    if (aim.kind === "stop") return kind === "stopped" ? { kind: "stop", tick, ending, stop: aim.stop } : undefined;
    if (aim.kind === "diverged") return this.#divergence(ending);
    if (kind !== "threw" || wordsOf(ending.message) !== this.#words) return undefined;
    return { kind: "throw", tick, ending, message: ending.message };
  }

  /** Whether the other side parts from the run that was just played. */
  async #divergence(ending: Ending): Promise<Showing | undefined> {
    const replay = await (await this.#openPlayer()).exportReplay();
    this.#other ??= await this.#sides.against.open();
    const verdict = await verdictOf(this.#other, replay, true);
    if (verdict.verdict !== "diverged") return undefined;
    const { tick = 0 } = verdict.divergence ?? {};
    return { kind: "diverged", tick, ending, verdict };
  }
}

/** @throws {DriverError} BAD_GAME when it is not the game of the replay. */
async function openPlayer(side: Side, replay: Replay): Promise<CandidatePlayer> {
  const game = await side.open();
  try {
    await buildOf(game, replay);
    return await CandidatePlayer.of(game, replay);
  } catch (thrown) {
    await game.close();
    throw thrown;
  }
}

function wordsOf(message: string): string {
  return message.replaceAll(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi, "#");
}

function endingWords(ending: Ending): string {
  const { tick } = ending;
  return {
    threw: `tick ${tick} throws: ${ending.kind === "threw" ? ending.message : ""}`,
    stopped: `it stops at boundary ${tick}`,
    played: `its ${tick} ticks run to their end`,
    over: `the run is over at boundary ${tick}`,
    refused: `a choice at boundary ${tick} takes no answer`,
  }[ending.kind];
}
