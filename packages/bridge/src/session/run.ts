// One run: its streams, its hashes, and the one tick of SPEC section 6, whoever drives it.
// A tick that throws commits nothing: the streams always describe whole ticks.

import { hashEvery, type JsonValue, type Replay, type StateHash } from "@tickbridge/replay/core";
import type { DeterminismWarning, Receipt } from "../protocol.js";
import type { KeptState } from "./kept-run.js";
import { Keyframes } from "./keyframes.js";
import { nonEmpty } from "./present.js";
import { thrownMessage } from "./refusal.js";
import type { RegisteredGame } from "./registered-game.js";
import type { ReplaySource } from "./replay-source.js";
import type { WarningLog } from "./warning-log.js";

/** Who drives a tick: stepped by the agent, by wall time (then the hardware may be sampled), or by a replay. */
export type Drive = "stepped" | "real-time" | ReplaySource;

/** The agent's input: it is in force until replaced, released, or `ticksLeft` is 0 (then neutral). */
interface AgentInput {
  /** The command that gave it; 0 when no receipt is due. */
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

/**
 * An input that the agent gave: from `firstTick` on, for `ticks` ticks (null: until replaced); null hands the hardware
 * back. A row of 0 ticks ends the hold before it, at boundary `firstTick`. From these rows follows what is in force at any
 * boundary, and the rest of its hold.
 */
export type Hold = readonly [firstTick: number, seq: number, input: JsonValue, ticks: number | null];

/** The streams of a run up to a boundary, choices made there included: all that it takes to simulate it again. */
export interface RunRecord {
  readonly tick: number;
  readonly inputs: readonly (readonly [tick: number, input: JsonValue])[];
  readonly cheats: readonly (readonly [tick: number, name: string, args: JsonValue])[];
  readonly choices: readonly (readonly [tick: number, action: string, index: number | null])[];
  readonly holds: readonly Hold[];
  readonly hashes: readonly StateHash[];
  /** What broke determinism on the way; nothing in a journal. */
  readonly warnings?: readonly DeterminismWarning[] | undefined;
}

export class Run implements RunRecord {
  readonly game: RegisteredGame;
  readonly seed: number;
  readonly options: JsonValue;
  tick = 0;
  inputs: (readonly [tick: number, input: JsonValue])[] = [];
  cheats: (readonly [tick: number, name: string, args: JsonValue])[] = [];
  choices: (readonly [tick: number, action: string, index: number | null])[] = [];
  holds: Hold[] = [];
  hashes: StateHash[] = [];
  /** Boundaries that the agent named, to come back to. */
  readonly labels = new Map<string, { readonly record: RunRecord; readonly kept: KeptState }>();
  /** Saved states on the way here; none where the game cannot load. */
  keyframes = new Keyframes();
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
  /** What breaks determinism, as the sentinel sees it; undefined where there is none. */
  log: WarningLog | undefined;
  /** The input of the newest tick. */
  #inForce!: JsonValue;
  #inForceText!: string;

  /** A run at boundary 0 or, of a run with this seed and these options, at the end of `record`. */
  constructor(game: RegisteredGame, seed: number, options: JsonValue, record?: RunRecord) {
    this.game = game;
    this.seed = seed;
    this.options = options;
    this.log = game.sentinel?.newLog();
    if (record === undefined) this.#resume();
    else this.become(record);
  }

  get warnings(): readonly DeterminismWarning[] {
    return this.log?.rows ?? [];
  }

  /** Starts the game. Throws GameThrew. */
  start(): Promise<void> {
    this.game.sentinel?.follow(this);
    return this.game.start(this.seed, this.options);
  }

  /** Takes the hash that is due at boundary 0; the run is whole from here on. */
  begin(): void {
    this.#takeHash(0);
    this.game.sentinel?.ends(this);
  }

  /** Runs exactly one tick. Throws GameThrew or Refusal; then nothing of the tick is recorded. */
  advance(drive: Drive): void {
    const tick = this.tick + 1;
    // A fault of the hardware is none of the tick's: no replay could show it again.
    const hardware = drive === "real-time" && this.agentInput === undefined ? this.game.sampleHardware() : undefined;
    const given = typeof drive === "object" ? drive.cheatsAt(tick) : this.pendingCheats;
    const applied: PendingCheat[] = [];
    const receipts: Receipt[] = [];
    this.game.sentinel?.follow(this, tick);
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

  /** Resolves the open choice; the reason when nothing changed. What took effect is still to be recorded. */
  resolveChoice(action: string, index: number | undefined): string | undefined {
    const { game } = this;
    game.sentinel?.follow(this, this.tick);
    const noEffect = game.resolveChoice(action, index);
    game.sentinel?.ends(this);
    return noEffect;
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

  /** Makes an input the one in force from the next tick on, for `ticks` ticks; a `null` input hands the hardware back. */
  setAgentInput(seq: number, input: JsonValue, ticks: number | null = null): void {
    const firstTick = this.tick + 1;
    const before = this.agentInput;
    if (before?.pending === true) this.#giveReceipt({ seq: before.seq, tick: firstTick, outcome: "superseded" });
    if (this.holds.at(-1)?.[0] === firstTick) this.holds.pop();
    this.holds.push(Object.freeze([firstTick, seq, input, ticks] as const));
    this.agentInput = this.#heldInput();
  }

  /** From this boundary on the input is neutral, until another one comes; one that waits is dropped. */
  endHold(reason: string): void {
    this.#dropWaitingInput(reason);
    this.holds.push(Object.freeze([this.tick, 0, this.game.neutralInput, 0] as const));
    this.agentInput = this.#heldInput();
  }

  /** Receipts for all that waits and will never run. */
  dropPending(reason: string): void {
    const tick = this.tick + 1;
    this.#dropWaitingInput(reason);
    for (const cheat of this.pendingCheats) this.receipts.push({ seq: cheat.seq, tick, outcome: "dropped", reason });
    this.agentInput = this.#heldInput();
    this.pendingCheats = [];
  }

  /** The streams up to boundary `tick`, before the choices made there. */
  recordUpTo(tick: number): RunRecord {
    return {
      tick,
      inputs: rowsUpTo(this.inputs, tick),
      cheats: rowsUpTo(this.cheats, tick),
      choices: rowsUpTo(this.choices, tick - 1),
      holds: rowsUpTo(this.holds, tick),
      hashes: this.hashes.slice(0, Math.floor(tick / hashEvery) + 1),
      warnings: nonEmpty(this.log?.upTo(tick) ?? []),
    };
  }

  /** The streams as they stand, without what waits for the next tick. */
  record(): RunRecord {
    return { ...this.recordUpTo(this.tick), choices: [...this.choices], warnings: nonEmpty(this.warnings) };
  }

  /** Takes over the streams of another branch of this run, which is the same up to boundary `commonTick`. */
  become(record: RunRecord, commonTick = record.tick): void {
    this.keyframes.cutAfter(commonTick);
    this.tick = record.tick;
    this.inputs = [...record.inputs];
    this.cheats = [...record.cheats];
    this.choices = [...record.choices];
    this.holds = [...record.holds];
    this.hashes = [...record.hashes];
    this.pendingCheats = [];
    this.fault = undefined;
    this.endAnnounced = false;
    this.log?.become(record.warnings ?? []);
    this.#resume();
  }

  /** Derives from the streams what stands beside them. */
  #resume(): void {
    this.#inForce = this.inputs.at(-1)?.[1] ?? this.game.neutralInput;
    this.#inForceText = JSON.stringify(this.#inForce);
    this.agentInput = this.#heldInput();
  }

  /** The agent's input at this boundary, or the one that waits for the next tick. */
  #heldInput(): AgentInput | undefined {
    const hold = this.holds.at(-1);
    if (hold === undefined || hold[2] === null) return undefined;
    const [firstTick, seq, input, ticks] = hold;
    const pending = firstTick > this.tick;
    const usedTicks = pending ? 0 : this.tick - firstTick + 1;
    return {
      seq,
      input,
      ticksLeft: ticks === null ? Number.POSITIVE_INFINITY : Math.max(0, ticks - usedTicks),
      pending,
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
      this.#giveReceipt({
        seq: agent.seq,
        tick,
        ...(ignored === undefined ? { outcome: "applied" as const } : { outcome: "ignored" as const, reason: ignored }),
      });
    }
    if (agent.ticksLeft > 0) agent.ticksLeft--;
  }

  #dropWaitingInput(reason: string): void {
    const { agentInput, tick } = this;
    if (agentInput?.pending === true)
      this.#giveReceipt({ seq: agentInput.seq, tick: tick + 1, outcome: "dropped", reason });
    if ((this.holds.at(-1)?.[0] ?? 0) > tick) this.holds.pop();
  }

  #giveReceipt(receipt: Receipt): void {
    if (receipt.seq !== 0) this.receipts.push(receipt);
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
    if (this.game.capabilities.load) this.keyframes.add(tick, state);
  }
}

/** The rows of a stream up to `tick`; rows are in order, and mostly few are to be left out. */
function rowsUpTo<Row extends readonly [tick: number, ...rest: unknown[]]>(rows: readonly Row[], tick: number): Row[] {
  return rows.slice(0, rows.findLastIndex((row) => row[0] <= tick) + 1);
}
