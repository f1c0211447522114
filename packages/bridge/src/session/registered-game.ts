// A game made ready for a session: checked once, and every later call of its port guarded, so that what the game
// throws or returns wrongly is told from the session's own faults.

import { type StateHash, StateError, canonicalise, hashState } from "@tickbridge/replay";
import type { Choice, Evaluation, GameDefinition, JsonValue, Phase, Stop } from "../game.js";
import { type GameValue, gameValue, isThenable, nothing } from "./game-value.js";
import { GameThrew, Refusal } from "./refusal.js";
import { RegistrationError } from "./registration-error.js";

/** What the optional parts of the port unlock. */
export interface Capabilities {
  readonly save: boolean;
  readonly load: boolean;
  readonly choices: boolean;
  readonly cheats: boolean;
  readonly stops: boolean;
  readonly evaluate: boolean;
  readonly actions: boolean;
  readonly audits: boolean;
  readonly hardware: boolean;
}

export class RegisteredGame {
  readonly id: string;
  readonly build: string;
  readonly ticksPerSecond: number;
  readonly capabilities: Capabilities;
  readonly evidence: "state" | "snapshot";
  readonly input: GameValue;
  readonly options: GameValue;
  readonly neutralInput: JsonValue;
  readonly cheats: ReadonlyMap<string, GameValue>;
  readonly stops: readonly Stop[];
  readonly definition: GameDefinition;

  /** Throws RegistrationError. */
  constructor(definition: GameDefinition) {
    checkShape(definition);
    this.definition = definition;
    this.id = definition.id;
    this.build = definition.build;
    this.ticksPerSecond = definition.ticksPerSecond;
    this.input = gameValue("input", definition.input);
    this.options = definition.options === undefined ? nothing : gameValue("options", definition.options);
    this.neutralInput = parseNeutral(this.input, definition.neutralInput);
    const cheats = Object.entries(definition.cheats ?? {});
    this.cheats = new Map(
      cheats.map(([name, cheat]) => [name, cheat.args === undefined ? nothing : gameValue(`cheats.${name}.args`, cheat.args)]),
    );
    this.stops = definition.stops ?? [];
    this.capabilities = {
      save: definition.save !== undefined,
      load: definition.save !== undefined && definition.load !== undefined,
      choices: definition.choices !== undefined,
      cheats: this.cheats.size > 0,
      stops: this.stops.length > 0,
      evaluate: definition.evaluate !== undefined,
      actions: definition.availableActions !== undefined,
      audits: definition.audits !== undefined,
      hardware: definition.sampleHardware !== undefined,
    };
    this.evidence = this.capabilities.save ? "state" : "snapshot";
  }

  async start(seed: number, options: JsonValue): Promise<void> {
    try {
      await this.definition.start(seed, options);
    } catch (thrown) {
      throw new GameThrew("start", thrown);
    }
  }

  /** Runs one tick; the reason when the game ignored the input. */
  tick(input: JsonValue): string | undefined {
    const verdict = this.#call("tick", () => this.definition.tick(input));
    return typeof verdict === "object" && verdict !== null ? String(verdict.ignored) : undefined;
  }

  get phase(): Phase {
    return this.#call("phase", () => this.definition.phase());
  }

  snapshot(maxEntities: number): object {
    return this.#call("snapshot", () => this.definition.snapshot({ maxEntities }));
  }

  /** The hash of the whole state, or of the unlimited snapshot where there is no `save`; with the state it saved. */
  hash(): { readonly hash: StateHash; readonly state?: unknown } {
    try {
      if (this.definition.save === undefined) return { hash: hashState(this.snapshot(Number.POSITIVE_INFINITY)) };
      const state = this.save();
      return { hash: hashState(state), state };
    } catch (thrown) {
      if (!(thrown instanceof StateError)) throw thrown;
      const part = this.definition.save === undefined ? "snapshot()" : "save()";
      throw new Refusal("BAD_STATE", `${part}: ${thrown.message}`, { path: thrown.path });
    }
  }

  save(): unknown {
    return this.#call("save", () => this.definition.save?.());
  }

  load(state: unknown): void {
    this.#call("load", () => this.definition.load?.(state));
    this.afterLoad();
  }

  afterLoad(): void {
    this.#call("afterLoad", () => this.definition.afterLoad?.());
  }

  get pauses(): readonly string[] {
    return this.#call("pauses", () => this.definition.pauses?.() ?? []);
  }

  get choice(): Choice | undefined {
    const choices = this.definition.choices;
    return choices === undefined ? undefined : this.#call("choices.open", () => choices.open());
  }

  get choicesQueued(): number {
    return this.#call("choices.queued", () => this.definition.choices?.queued?.() ?? 0);
  }

  /** Resolves the open choice; the reason when nothing changed. */
  resolveChoice(action: string, index: number | undefined): string | undefined {
    const effect = this.#call("choices.resolve", () => this.definition.choices?.resolve(action, index));
    return typeof effect === "object" && effect !== null ? String(effect.noEffect) : undefined;
  }

  /** Applies a cheat; the reason when the game refused it. */
  cheat(name: string, args: JsonValue): string | undefined {
    const effect = this.#call(`cheats.${name}.apply`, () => this.definition.cheats?.[name]?.apply(args));
    return typeof effect === "object" && effect !== null ? String(effect.refused) : undefined;
  }

  holds(stop: Stop, argument: number): boolean {
    return this.#call(`stops.${stop.name}.holds`, () => stop.holds(argument));
  }

  evaluate(): Evaluation | undefined {
    return this.#call("evaluate", () => this.definition.evaluate?.());
  }

  actions(): unknown {
    return this.#call("availableActions", () => this.definition.availableActions?.());
  }

  audit(name: string): unknown {
    return this.#call(`audits.${name}`, () => this.definition.audits?.[name]?.());
  }

  /** The input of a person's keyboard or pad, or the neutral one. */
  sampleHardware(): JsonValue {
    const sample = this.#call("sampleHardware", () => this.definition.sampleHardware?.());
    return sample === undefined ? this.neutralInput : this.input.parse(canonicalise(sample), "");
  }

  #call<Result>(name: string, call: () => Result): Result {
    let result: Result;
    try {
      result = call();
    } catch (thrown) {
      throw new GameThrew(name, thrown);
    }
    if (isThenable(result)) {
      result.then(undefined, () => undefined);
      throw new Refusal("ASYNC_PORT", `${name} returned a promise: only start may be asynchronous`);
    }
    return result;
  }
}

function checkShape(definition: GameDefinition): void {
  const game = definition as unknown as { readonly [part: string]: unknown };
  if (typeof game !== "object" || game === null) throw new RegistrationError("", "expected an object");
  for (const part of ["id", "build"]) {
    if (typeof game[part] !== "string" || game[part] === "") throw new RegistrationError(part, "expected a name");
  }
  const rate = game.ticksPerSecond;
  if (typeof rate !== "number" || !Number.isInteger(rate) || rate < 1 || rate > 1000) {
    throw new RegistrationError("ticksPerSecond", "expected an integer from 1 to 1000");
  }
  for (const part of ["start", "tick", "phase", "snapshot"]) {
    if (typeof game[part] !== "function") throw new RegistrationError(part, "expected a function");
  }
  for (const part of ["save", "load", "pauses", "afterLoad", "evaluate", "availableActions", "sampleHardware"]) {
    if (game[part] !== undefined && typeof game[part] !== "function") throw new RegistrationError(part, "expected a function");
  }
  if (game.load !== undefined && game.save === undefined) throw new RegistrationError("load", "needs save beside it");
  for (const stop of definition.stops ?? []) {
    if (!/^[a-zA-Z]\w*$/.test(stop.name) || stop.name === "gameover" || stop.name === "maxTicks") {
      throw new RegistrationError("stops", `"${stop.name}" cannot be the name of a stop`);
    }
  }
}

function parseNeutral(input: GameValue, neutralInput: unknown): JsonValue {
  try {
    return input.parse(canonicalise(neutralInput), "");
  } catch (thrown) {
    throw new RegistrationError("neutralInput", thrown instanceof Error ? thrown.message : "does not fit game.input");
  }
}
