// Drives a live game by the streams of a replay, move by move, and says what each move came to. Unlike a verification it
// stands still between two moves, so that two games can be compared where they part.

import type { Command, DeterminismReport, DeterminismWarning, Reply } from "@tickbridge/bridge/protocol";
import { canonicalise, type Evidence, firstDifference, type Replay } from "@tickbridge/replay";
import { DriverError } from "./errors.js";
import type { GameSession } from "./game-session.js";

/** What is done in one go: the start, the choices of one boundary, or one tick. */
export interface Move {
  readonly kind: "start" | "choices" | "tick";
  /** The boundary at which the move begins; 0 for the start. */
  readonly boundary: number;
  readonly commands: readonly Command[];
}

/** What a move came to. Two games that are equal come to equal points. */
export type Point =
  | {
      readonly kind: "hash";
      readonly tick: number;
      readonly hash: string;
      /** The state as `encodeState` writes it, where it was asked for. */
      readonly stateText?: string;
      readonly refusedCheat?: string;
    }
  /** The move was refused or the game threw: this side goes no further. */
  | { readonly kind: "stopped"; readonly tick: number; readonly code: string; readonly message: string };

/** The moves of a replay, in order: the tick that threw when it was recorded is the last. */
export function* movesOf({ seed, options, ticks, inputs, cheats, choices, fault }: Replay): Generator<Move> {
  yield {
    kind: "start",
    boundary: 0,
    commands: [
      { cmd: "pinSeed", args: [seed] },
      { cmd: "startRun", args: [options] },
    ],
  };
  const nextInput = reader(inputs);
  const nextCheat = reader(cheats);
  const nextChoice = reader(choices);
  for (let boundary = 0; boundary <= ticks; boundary++) {
    const answers = nextChoice(boundary).map(([, action, index]) => ({
      cmd: "choose" as const,
      args: [index === null ? { action } : { action, index }],
    }));
    if (answers.length > 0) yield { kind: "choices", boundary, commands: answers };
    if (boundary === ticks) break;
    yield tickMove(
      boundary,
      nextCheat(boundary + 1).map(([, name, args]) => [name, args]),
      nextInput(boundary + 1)[0]?.[1],
    );
  }
  if (fault !== undefined) yield tickMove(ticks, fault.cheats, fault.input);
}

function tickMove(boundary: number, cheats: readonly (readonly unknown[])[], input: unknown): Move {
  const commands: Command[] = cheats.map((args) => ({ cmd: "cheat", args }));
  if (input !== undefined) commands.push({ cmd: "input", args: [input] });
  return { kind: "tick", boundary, commands: [...commands, { cmd: "step", args: [1] }] };
}

/** Gives the rows of a tick; ticks must not fall. */
function reader<Row extends readonly [number, ...unknown[]]>(rows: readonly Row[]): (tick: number) => readonly Row[] {
  let place = 0;
  return (tick) => {
    const from = place;
    while (rows[place]?.[0] === tick) place++;
    return rows.slice(from, place);
  };
}

/** A state with its hash, seen in one moment. */
export interface Look {
  readonly hash: string;
  readonly stateText: string;
}

/** About so many commands go well together in one exchange, which takes more. */
export const chunkCommandsMax = 240;
const hashCommand: Command = { cmd: "hash" };
const lookCommand: Command = { cmd: "hash", args: [{ state: true }] };
const unlimited = { timeoutMs: 0, refusals: "return" } as const;

export class ReplayDrive {
  readonly game: GameSession<never>;
  /** What the game's replies have warned of so far. */
  readonly warnings: DeterminismWarning[] = [];
  #evidence: Evidence | undefined;

  constructor(game: GameSession<never>) {
    this.game = game;
  }

  /** What the hashes cover; known after the start. */
  get evidence(): Evidence | undefined {
    return this.#evidence;
  }

  /**
   * Does the moves in one round trip, as far as they go: a point for each, and none after one that stopped. `withStates`:
   * each point holds its state.
   * @throws {DriverError} BAD_GAME when the game does not take back what it put out when it was recorded.
   */
  async play(moves: readonly Move[], withStates = false): Promise<readonly Point[]> {
    const last = withStates ? lookCommand : hashCommand;
    const replies = await this.#give(moves.flatMap(({ commands }) => [...commands, last]));
    const points: Point[] = [];
    let place = 0;
    for (const move of moves) {
      const own = replies.slice(place, place + move.commands.length + 1);
      place += own.length;
      const point = this.#pointOf(move, own);
      points.push(point);
      if (point.kind === "stopped") break;
    }
    return points;
  }

  /** The state now; undefined when the game cannot give it. */
  async look(): Promise<Look | undefined> {
    const [reply] = await this.#give([lookCommand]);
    return reply?.ok === true ? { hash: reply.hash as string, stateText: reply.state as string } : undefined;
  }

  /**
   * Asks how often what was told is called since: a row is told once. The game's own report on its run; undefined where it
   * has none.
   */
  async sumUp(): Promise<DeterminismReport | undefined> {
    const { replies } = await this.game.batch([{ cmd: "audit", args: ["determinism"] }], unlimited);
    const [reply] = replies;
    const report = (reply?.ok === true ? reply.report : undefined) as DeterminismReport | undefined;
    for (const { code, api, during, tick, lastTick, total } of report?.warnings ?? []) {
      const place = this.warnings.findIndex(
        (told) => told.code === code && told.api === api && told.during === during && told.tick === tick,
      );
      const told = this.warnings[place];
      if (told === undefined || lastTick === undefined || total === undefined) continue;
      this.warnings[place] = { ...told, lastTick, total };
    }
    return report;
  }

  async #give(commands: readonly Command[]): Promise<readonly Reply[]> {
    const { replies } = await this.game.batch(commands, unlimited);
    for (const { warnings = [] } of replies) this.warnings.push(...warnings);
    return replies;
  }

  #pointOf({ kind, boundary, commands }: Move, replies: readonly Reply[]): Point {
    const refused = replies.find((reply) => !reply.ok);
    const tick = kind === "tick" ? boundary + 1 : boundary;
    if (refused !== undefined && !refused.ok) {
      return { kind: "stopped", tick, code: refused.error.code, message: refused.error.message };
    }
    for (const [index, { cmd, args = [] }] of commands.entries()) {
      if (cmd === "input")
        checkTaken(`the input of tick ${tick}`, args[0], (replies[index]?.scheduled as { input?: unknown })?.input);
      if (cmd === "startRun") checkTaken("the start options", args[0], replies[index]?.options);
    }
    const receipts = replies.flatMap((reply) => reply.receipts ?? []);
    const refusedCheat = receipts.find(({ outcome }) => outcome === "refused")?.reason;
    const last = replies.at(-1) as Reply;
    this.#evidence = last.evidence as Evidence;
    const stateText = last.state as string | undefined;
    return {
      kind: "hash",
      tick,
      hash: last.hash as string,
      ...(stateText === undefined ? {} : { stateText }),
      ...(refusedCheat === undefined ? {} : { refusedCheat }),
    };
  }
}

/** A schema that transforms may change a recorded value again; then the game is not given what it was given. */
function checkTaken(what: string, recorded: unknown, taken: unknown): void {
  if (firstDifference(canonicalise(recorded), canonicalise(taken)) === undefined) return;
  throw new DriverError(
    "BAD_GAME",
    `the game's schema changes ${what}, which it put out itself when it was recorded: such a replay can be verified, but not driven by commands`,
  );
}
