// A run as the rules say it, kept by a game of its own: streams, what waits, the hold of an input, receipts. Going to
// another boundary is always simulating again from boundary 0.

import type { JsonValue } from "@tickbridge/bridge";
import type { Receipt } from "@tickbridge/bridge/protocol";
import { hashEvery, type Replay } from "@tickbridge/replay";
import { type AnyGame, cheatByHand, hashByHand, openChoice, playByHand, resolveByHand, tickByHand } from "./by-hand.js";

/** What an agent's input leaves in force after a tick; null: none, so that hardware may be heard. */
export type Hold = { readonly input: JsonValue; readonly ticksLeft: number } | null;

/** An input that no tick has consumed yet; a null `input` hands the hardware back. `seq` 0 asks for no receipt. */
interface WaitingInput {
  readonly seq: number;
  readonly input: JsonValue;
  readonly ticks: number;
}

interface WaitingCheat {
  readonly seq: number;
  readonly name: string;
  readonly args: JsonValue;
}

/** Streams up to a boundary with, at each boundary up to there, the hold. */
export interface Branch {
  readonly tick: number;
  readonly inputs: readonly Replay["inputs"][number][];
  readonly cheats: readonly Replay["cheats"][number][];
  readonly choices: readonly Replay["choices"][number][];
  readonly holds: readonly Hold[];
}

/** The game threw in a tick; the run is back at the boundary before it. */
export class TickThrew extends Error {}

export class ReferenceRun {
  readonly #makeGame: () => AnyGame;
  game: AnyGame;
  readonly seed: number;
  readonly options: JsonValue;
  tick = 0;
  inputs: Replay["inputs"][number][] = [];
  cheats: Replay["cheats"][number][] = [];
  choices: Replay["choices"][number][] = [];
  hashes: string[] = [];
  /** By boundary. */
  holds: Hold[] = [null];
  waitingInput: WaitingInput | undefined;
  waitingCheats: WaitingCheat[] = [];
  fault: Replay["fault"];
  readonly labels = new Map<string, Branch>();
  receipts: Receipt[] = [];

  constructor(makeGame: () => AnyGame, seed: number, options: JsonValue) {
    this.#makeGame = makeGame;
    this.game = makeGame();
    this.seed = seed;
    this.options = options;
  }

  static async start(makeGame: () => AnyGame, seed: number, options: JsonValue): Promise<ReferenceRun> {
    const run = new ReferenceRun(makeGame, seed, options);
    await run.goTo({ tick: 0, inputs: [], cheats: [], choices: [], holds: [null] });
    return run;
  }

  get hash(): string {
    return hashByHand(this.game);
  }

  get choice() {
    return openChoice(this.game);
  }

  get isOver(): boolean {
    return this.game.phase() !== "running";
  }

  get choicesHere(): number {
    return this.choices.filter(([tick]) => tick === this.tick).length;
  }

  /** One tick of SPEC section 6. `hardware` is heard where no input of an agent is in force. */
  async runTick(hardware?: JsonValue): Promise<void> {
    const tick = this.tick + 1;
    const neutral = this.game.neutralInput as JsonValue;
    const { waitingInput, waitingCheats } = this;
    let hold = this.holds[this.tick] ?? null;
    if (waitingInput !== undefined) {
      const { input, ticks } = waitingInput;
      hold = input === null ? null : { input, ticksLeft: ticks };
    }
    let input = hold === null ? (hardware ?? neutral) : hold.ticksLeft > 0 ? hold.input : neutral;
    const applied: WaitingCheat[] = [];
    const receipts: Receipt[] = [];
    let ignored: string | undefined;
    let cheating: WaitingCheat | undefined;
    this.waitingCheats = [];
    try {
      for (cheating of waitingCheats) {
        const refused = cheatByHand(this.game, cheating.name, cheating.args);
        if (refused === undefined) applied.push(cheating);
        receipts.push({ seq: cheating.seq, tick, outcome: refused === undefined ? "applied" : "refused" });
        cheating = undefined;
      }
      ignored = tickByHand(this.game, input);
    } catch (thrown) {
      if (cheating !== undefined) {
        applied.push(cheating);
        input = this.inputs.at(-1)?.[1] ?? neutral;
      }
      const cheats = applied.map(({ name, args }) => [name, args] as const);
      for (const { seq } of waitingCheats) this.receipts.push({ seq, tick, outcome: "dropped" });
      await this.goTo(this.branch());
      this.waitingInput = waitingInput;
      this.fault = { tick, input, cheats, message: (thrown as Error).message };
      throw new TickThrew();
    }
    this.tick = tick;
    this.fault = undefined;
    this.waitingInput = undefined;
    for (const { name, args } of applied) this.cheats.push([tick, name, args]);
    const before = this.inputs.at(-1)?.[1] ?? neutral;
    if (JSON.stringify(before) !== JSON.stringify(input)) this.inputs.push([tick, input]);
    if (tick % hashEvery === 0) this.hashes.push(this.hash);
    this.holds.push(hold && { input: hold.input, ticksLeft: Math.max(0, hold.ticksLeft - 1) });
    this.receipts.push(...receipts);
    if (waitingInput !== undefined && waitingInput.input !== null && waitingInput.seq !== 0) {
      this.receipts.push({ seq: waitingInput.seq, tick, outcome: ignored === undefined ? "applied" : "ignored" });
    }
  }

  giveInput(next: WaitingInput): void {
    this.#receiptForWaitingInput("superseded");
    this.waitingInput = next;
  }

  /** After a sequence: neutral from this boundary on. */
  endHold(): void {
    this.#receiptForWaitingInput("dropped");
    this.waitingInput = undefined;
    this.holds[this.tick] = { input: this.game.neutralInput as JsonValue, ticksLeft: 0 };
  }

  dropWaiting(): void {
    this.#receiptForWaitingInput("dropped");
    for (const { seq } of this.waitingCheats) this.receipts.push({ seq, tick: this.tick + 1, outcome: "dropped" });
    this.waitingInput = undefined;
    this.waitingCheats = [];
  }

  #receiptForWaitingInput(outcome: "superseded" | "dropped"): void {
    const { waitingInput } = this;
    if (waitingInput === undefined || waitingInput.input === null || waitingInput.seq === 0) return;
    this.receipts.push({ seq: waitingInput.seq, tick: this.tick + 1, outcome });
  }

  /** Answers the open choice; the reason when nothing changed. */
  resolve(action: string, index: number | undefined): string | undefined {
    const noEffect = resolveByHand(this.game, action, index ?? null);
    if (noEffect === undefined) this.choices.push([this.tick, action, index ?? null]);
    return noEffect;
  }

  /** As it stands, without what waits. */
  branch(): Branch {
    const { tick, inputs, cheats, choices, holds } = this;
    return { tick, inputs: [...inputs], cheats: [...cheats], choices: [...choices], holds: [...holds] };
  }

  /** The boundary `tick`, before any choice made there. */
  branchAt(tick: number): Branch {
    return {
      tick,
      inputs: this.inputs.filter((row) => row[0] <= tick),
      cheats: this.cheats.filter((row) => row[0] <= tick),
      choices: this.choices.filter((row) => row[0] < tick),
      holds: this.holds.slice(0, tick + 1),
    };
  }

  /** Simulates again from boundary 0. */
  async goTo({ tick, inputs, cheats, choices, holds }: Branch): Promise<void> {
    this.game = this.#makeGame();
    this.hashes = [];
    const recorded = { seed: this.seed, options: this.options, ticks: tick, inputs, cheats, choices };
    await playByHand(this.game, recorded, (boundary) => {
      if (boundary % hashEvery === 0) this.hashes.push(this.hash);
    });
    this.tick = tick;
    this.inputs = [...inputs];
    this.cheats = [...cheats];
    this.choices = [...choices];
    this.holds = [...holds];
    this.waitingInput = undefined;
    this.waitingCheats = [];
    this.fault = undefined;
  }

  /** Another run that stands where this one does, with all that waits here and no label. */
  async copy(): Promise<ReferenceRun> {
    const copy = new ReferenceRun(this.#makeGame, this.seed, this.options);
    await copy.goTo(this.branch());
    copy.waitingInput = this.waitingInput;
    copy.waitingCheats = [...this.waitingCheats];
    copy.fault = this.fault;
    return copy;
  }

  /** What `exportReplay` must give, but for what names the format and the maths. */
  replay(): Omit<Replay, "format" | "version" | "math"> {
    const { id, build, ticksPerSecond } = this.game;
    return {
      game: { id, build },
      ticksPerSecond,
      seed: this.seed,
      options: this.options,
      ticks: this.tick,
      cheated: this.cheats.length > 0 || (this.fault?.cheats.length ?? 0) > 0,
      evidence: this.game.save === undefined ? "snapshot" : "state",
      inputs: this.inputs,
      cheats: this.cheats,
      choices: this.choices,
      hashes: { every: hashEvery, values: this.hashes as unknown as Replay["hashes"]["values"] },
      final: this.hash as Replay["final"],
      ...(this.fault === undefined ? {} : { fault: this.fault }),
    };
  }
}
