// One run: its streams, its hashes, and the one tick of SPEC section 6, whoever drives it.
// A tick that throws commits nothing: the streams always describe whole ticks.

import {
  hashEvery,
  type JsonValue,
  type Replay,
  replayFormat,
  replayVersion,
  type StateHash,
} from "@tickbridge/replay";
import { mathId } from "../math-id.js";
import type { Receipt } from "../protocol.js";
import { thrownMessage } from "./refusal.js";
import type { RegisteredGame } from "./registered-game.js";
import type { ReplaySource } from "./replay-source.js";

/** Who drives a tick: stepped by the agent, by wall time (then the hardware may be sampled), or by a replay. */
export type Drive = "stepped" | "real-time" | ReplaySource;

/** The agent's input: it is in force until replaced, released, or `ticksLeft` is 0 (then neutral). */
interface AgentInput {
  readonly seq: number;
  readonly input: JsonValue;
  ticksLeft: number;
  /** No tick has consumed it yet. */
  pending: boolean;
}

interface PendingCheat {
  readonly seq: number;
  readonly name: string;
  readonly args: JsonValue;
}

/** A saved state at a known boundary, before the choices made there. */
interface Checkpoint {
  readonly tick: number;
  readonly state: unknown;
}

export class Run {
  readonly game: RegisteredGame;
  readonly seed: number;
  readonly options: JsonValue;
  tick = 0;
  readonly inputs: (readonly [tick: number, input: JsonValue])[] = [];
  readonly cheats: (readonly [tick: number, name: string, args: JsonValue])[] = [];
  readonly choices: (readonly [tick: number, action: string, index: number | null])[] = [];
  readonly hashes: StateHash[] = [];
  /** The newest state that was hashed, kept because a throw may need it. Used up when it is loaded. */
  checkpoint: Checkpoint | undefined;
  agentInput: AgentInput | undefined;
  pendingCheats: PendingCheat[] = [];
  /** The tick after `tick` threw, with what it was given. */
  fault: Replay["fault"] | undefined;
  /** The game threw while a replay drove it, and may stand between two boundaries. */
  torn = false;
  /** The last whole boundary could not be restored after a throw. */
  faulted: { readonly tick: number; readonly message: string } | undefined;
  /** Receipts of ticks that ran and that no reply has carried yet. */
  receipts: Receipt[] = [];
  endAnnounced = false;
  #inForce: JsonValue;
  #inForceText: string;

  constructor(game: RegisteredGame, seed: number, options: JsonValue) {
    this.game = game;
    this.seed = seed;
    this.options = options;
    this.#inForce = game.neutralInput;
    this.#inForceText = JSON.stringify(game.neutralInput);
  }

  /** Takes the hash that is due at boundary 0; the run is whole from here on. */
  begin(): void {
    this.#takeHash(0);
  }

  /** Runs exactly one tick. Throws GameThrew or Refusal; then nothing of the tick is recorded. */
  advance(drive: Drive): void {
    const tick = this.tick + 1;
    // A fault of the hardware is none of the tick's: no replay could show it again.
    const hardware = drive === "real-time" && this.agentInput === undefined ? this.game.sampleHardware() : undefined;
    const given = typeof drive === "object" ? drive.cheatsAt(tick) : this.pendingCheats;
    const applied: PendingCheat[] = [];
    const receipts: Receipt[] = [];
    let input = this.#inForce;
    let ignored: string | undefined;
    try {
      for (const cheat of given) {
        applied.push(cheat);
        const refused = this.game.cheat(cheat.name, cheat.args);
        if (refused === undefined) {
          receipts.push({ seq: cheat.seq, tick, outcome: "applied" });
        } else {
          applied.pop();
          receipts.push({ seq: cheat.seq, tick, outcome: "refused", reason: refused });
        }
      }
      input = hardware ?? this.#nextInput(drive, tick);
      ignored = this.game.tick(input);
      if (tick % hashEvery === 0) this.#takeHash(tick);
    } catch (thrown) {
      this.#recordFault(tick, input, applied, typeof drive === "object" ? [] : given, thrown);
      throw thrown;
    }
    this.tick = tick;
    this.fault = undefined;
    this.pendingCheats = [];
    for (const cheat of applied) this.cheats.push(Object.freeze([tick, cheat.name, cheat.args]));
    this.#recordInput(tick, input);
    if (typeof drive === "object") {
      drive.noteRefusals(receipts);
    } else {
      this.receipts.push(...receipts);
      this.#consumeAgentInput(tick, ignored);
    }
  }

  /** Records a choice that took effect at this boundary. */
  recordChoice(action: string, index: number | undefined): void {
    this.choices.push(Object.freeze([this.tick, action, index ?? null]));
  }

  /** How many choices were made at this boundary. */
  get choicesHere(): number {
    let count = 0;
    while (this.choices.at(-1 - count)?.[0] === this.tick) count++;
    return count;
  }

  /** Makes an input the one in force from the next tick on; `null` hands the hardware back. */
  setAgentInput(next: { seq: number; input: JsonValue; ticks: number } | null): void {
    const before = this.agentInput;
    if (before?.pending === true) {
      this.receipts.push({ seq: before.seq, tick: this.tick + 1, outcome: "superseded" });
    }
    this.agentInput =
      next === null ? undefined : { seq: next.seq, input: next.input, ticksLeft: next.ticks, pending: true };
  }

  /** Receipts for all that waits and will never run. */
  dropPending(reason: string): void {
    const tick = this.tick + 1;
    if (this.agentInput?.pending === true) {
      this.receipts.push({ seq: this.agentInput.seq, tick, outcome: "dropped", reason });
    }
    for (const cheat of this.pendingCheats) this.receipts.push({ seq: cheat.seq, tick, outcome: "dropped", reason });
    this.agentInput = undefined;
    this.pendingCheats = [];
  }

  /** The hashes so far, as a replay holds them. */
  get replayHashes(): Replay["hashes"] {
    return { every: hashEvery, values: this.hashes };
  }

  /** The run as a replay; hashes the state now. */
  toReplay(): Replay {
    return {
      format: replayFormat,
      version: replayVersion,
      game: { id: this.game.id, build: this.game.build },
      ticksPerSecond: this.game.ticksPerSecond,
      math: mathId,
      seed: this.seed,
      options: this.options,
      ticks: this.tick,
      cheated: this.cheats.length > 0 || (this.fault?.cheats.length ?? 0) > 0,
      evidence: this.game.evidence,
      inputs: [...this.inputs],
      cheats: [...this.cheats],
      choices: [...this.choices],
      hashes: { every: hashEvery, values: [...this.hashes] },
      final: this.game.hash().hash,
      ...(this.fault === undefined ? {} : { fault: this.fault }),
    };
  }

  #nextInput(drive: Drive, tick: number): JsonValue {
    if (typeof drive === "object") return drive.inputAt(tick) ?? this.game.neutralInput;
    const agent = this.agentInput;
    return agent !== undefined && agent.ticksLeft > 0 ? agent.input : this.game.neutralInput;
  }

  #recordInput(tick: number, input: JsonValue): void {
    if (input === this.#inForce) return;
    // Inputs are canonical, so that equal ones have equal texts.
    const text = JSON.stringify(input);
    if (text !== this.#inForceText) this.inputs.push(Object.freeze([tick, input]));
    this.#inForce = input;
    this.#inForceText = text;
  }

  #consumeAgentInput(tick: number, ignored: string | undefined): void {
    const agent = this.agentInput;
    if (agent === undefined) return;
    if (agent.pending) {
      agent.pending = false;
      this.receipts.push({
        seq: agent.seq,
        tick,
        ...(ignored === undefined ? { outcome: "applied" as const } : { outcome: "ignored" as const, reason: ignored }),
      });
    }
    if (agent.ticksLeft > 0) agent.ticksLeft--;
  }

  #recordFault(
    tick: number,
    input: JsonValue,
    applied: PendingCheat[],
    given: readonly PendingCheat[],
    thrown: unknown,
  ): void {
    this.fault = {
      tick,
      input,
      cheats: applied.map((cheat) => [cheat.name, cheat.args] as const),
      message: thrownMessage(thrown),
    };
    // A cheat of a tick that threw is gone: kept, it would make the next tick throw too.
    for (const cheat of given) {
      this.receipts.push({ seq: cheat.seq, tick, outcome: "dropped", reason: "the tick threw" });
    }
    this.pendingCheats = [];
  }

  #takeHash(tick: number): void {
    const { hash, state } = this.game.hash();
    this.hashes.push(hash);
    if (this.game.capabilities.load) this.checkpoint = { tick, state };
  }
}
