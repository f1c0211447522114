// A game made ready for a session: checked once, and every later call of its port guarded, so that what the game
// throws or returns wrongly is told from the session's own faults.

import { canonicalise, hashState, StateError, type StateHash, validateJson } from "@tickbridge/replay/core";
import type { Choice, GameDefinition, JsonValue, Phase, Stop } from "../game.js";
import type { DeterminismWarning } from "../protocol.js";
import { type GameValue, gameValue, isThenable, nothing } from "./game-value.js";
import { GameThrew, Refusal, thrownMessage } from "./refusal.js";
import { RegistrationError } from "./registration-error.js";
import type { Sentinel } from "./sentinel.js";

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
  readonly pauses: boolean;
  readonly afterLoad: boolean;
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
  /** Looks out for what breaks determinism. */
  readonly sentinel: Sentinel | undefined;
  /** How often `start` has been called; a verification starts the game too. */
  loads = 0;
  loading = false;

  /** Throws RegistrationError. */
  constructor(definition: GameDefinition, sentinel?: Sentinel) {
    checkShape(definition);
    this.definition = definition;
    this.sentinel = sentinel;
    this.id = definition.id;
    this.build = definition.build;
    this.ticksPerSecond = definition.ticksPerSecond;
    this.input = gameValue("input", definition.input);
    this.options = definition.options === undefined ? nothing : gameValue("options", definition.options);
    this.neutralInput = parseNeutral(this.input, definition.neutralInput);
    const cheats = Object.entries(definition.cheats ?? {});
    this.cheats = new Map(
      cheats.map(([name, cheat]) => [
        name,
        cheat.args === undefined ? nothing : gameValue(`cheats.${name}.args`, cheat.args),
      ]),
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
      pauses: definition.pauses !== undefined,
      afterLoad: definition.afterLoad !== undefined,
    };
    this.evidence = this.capabilities.save ? "state" : "snapshot";
  }

  async start(seed: number, options: JsonValue): Promise<void> {
    this.loads++;
    this.loading = true;
    try {
      await this.#armed("start", () => this.definition.start(seed, options));
    } catch (thrown) {
      throw new GameThrew("start", thrown);
    } finally {
      this.loading = false;
    }
  }

  /** Runs one tick; the reason when the game ignored the input. */
  tick(input: JsonValue): string | undefined {
    return reasonOf("ignored", "tick", this.#play("tick", "tick", this.definition, input));
  }

  get phase(): Phase {
    return this.#call("phase", this.definition) as Phase;
  }

  snapshot(maxEntities: number, since: number): unknown {
    return this.#read("snapshot", () => this.#snapshot(maxEntities, since));
  }

  #snapshot(maxEntities: number, since: number): unknown {
    return this.#call("snapshot", this.definition, { maxEntities, since });
  }

  /** The hash of the whole state, or of the unlimited snapshot where there is no `save`; with the state it saved. */
  hash(): { readonly hash: StateHash; readonly state: unknown } {
    const state = this.evidenceState();
    try {
      return { hash: hashState(state), state };
    } catch (thrown) {
      if (!(thrown instanceof StateError)) throw thrown;
      throw new Refusal("BAD_STATE", `${this.capabilities.save ? "save" : "snapshot"}(): ${thrown.message}`, {
        path: thrown.path,
      });
    }
  }

  /** What is hashed. Shares nothing with the live state. */
  evidenceState(): unknown {
    const state = this.capabilities.save ? this.save() : this.#snapshot(Number.POSITIVE_INFINITY, 0);
    if (state === undefined) throw new Refusal("BAD_STATE", "save() returned nothing");
    return state;
  }

  save(): unknown {
    return this.#play("save", "save", this.definition);
  }

  load(state: unknown): void {
    this.#play("load", "load", this.definition, state);
    this.afterLoad();
  }

  afterLoad(): void {
    this.#call("afterLoad", this.definition);
  }

  get pauses(): readonly string[] {
    const owners = this.#call("pauses", this.definition) ?? [];
    if (Array.isArray(owners)) return owners.map(thrownMessage);
    throw new GameThrew("pauses", "expected a list of names");
  }

  get choice(): Choice | undefined {
    const open = (this.#call("open", this.definition.choices) ?? undefined) as Choice | undefined;
    if (open === undefined) return undefined;
    if (typeof open.kind === "string" && Array.isArray(open.actions) && Array.isArray(open.options)) return open;
    throw new GameThrew("open", "expected a choice: {id, kind, actions: [], options: []}");
  }

  get choicesQueued(): number {
    return (this.#call("queued", this.definition.choices) ?? 0) as number;
  }

  /** Resolves the open choice; the reason when nothing changed. */
  resolveChoice(action: string, index: number | undefined): string | undefined {
    return reasonOf("noEffect", "resolve", this.#play("choice", "resolve", this.definition.choices, action, index));
  }

  /** Applies a cheat; the reason when the game refused it. */
  cheat(name: string, args: JsonValue): string | undefined {
    const cheat =
      this.definition.cheats !== undefined && this.cheats.has(name) ? this.definition.cheats[name] : undefined;
    if (cheat === undefined) return `no cheat is named ${name}`;
    return reasonOf("refused", "apply", this.#play("cheat", "apply", cheat, args));
  }

  holds(stop: Stop, argument: number): boolean {
    return this.#call("holds", stop, argument) === true;
  }

  evaluate(): unknown {
    return this.#read("evaluate", () => this.#call("evaluate", this.definition));
  }

  actions(): unknown {
    return this.#read("availableActions", () => this.#call("availableActions", this.definition));
  }

  audit(name: string): unknown {
    return this.#read(`audit ${name}`, () => this.#call(name, this.definition.audits));
  }

  /** The input of a person's keyboard or pad, or the neutral one. */
  sampleHardware(): JsonValue {
    const sample = this.#call("sampleHardware", this.definition);
    return sample === undefined ? this.neutralInput : this.input.parse(canonicalise(sample), "");
  }

  /** Calls a part of the port that only reads; undefined where the game does not give it. */
  #call(name: string, owner: object | undefined, ...args: unknown[]): unknown {
    return this.#guarded(name, () => (owner as Port | undefined)?.[name]?.(...args));
  }

  /** Calls a part of the port that makes up the run. */
  #play(during: During, name: string, owner: object | undefined, ...args: unknown[]): unknown {
    return this.#guarded(name, () => this.#armed(during, () => (owner as Port | undefined)?.[name]?.(...args)));
  }

  #armed<Result>(during: During, call: () => Result): Result {
    return this.sentinel === undefined ? call() : this.sentinel.armed(during, call);
  }

  #read(reader: string, ask: () => unknown): unknown {
    return this.sentinel === undefined ? ask() : this.sentinel.reading(reader, ask);
  }

  #guarded(name: string, call: () => unknown): unknown {
    let result: unknown;
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

type During = NonNullable<DeterminismWarning["during"]>;
type Port = { readonly [name: string]: ((...args: unknown[]) => unknown) | undefined };

/** The game's words where it says that something did not happen, such as `{ignored: "stunned"}`. */
function reasonOf(word: string, call: string, outcome: unknown): string | undefined {
  try {
    const reason = (outcome as { readonly [word: string]: unknown } | null | undefined)?.[word];
    return reason === undefined ? undefined : String(reason);
  } catch (thrown) {
    throw new GameThrew(call, thrown);
  }
}

const name = { type: "string", minLength: 1 };
const identity = {
  type: "object",
  properties: { id: name, build: name, ticksPerSecond: { type: "integer", minimum: 1, maximum: 1000 } },
};

function checkShape(definition: GameDefinition): void {
  const game = definition as unknown as { readonly [part: string]: unknown };
  if (typeof game !== "object" || game === null) throw new RegistrationError("", "expected an object");
  const { id, build, ticksPerSecond } = definition;
  const issue = validateJson(identity, { id, build, ticksPerSecond });
  if (issue !== undefined) throw new RegistrationError(issue.path.slice(1), `expected ${issue.expected}`);
  const required = ["start", "tick", "phase", "snapshot"];
  for (const part of [
    ...required,
    "save",
    "load",
    "pauses",
    "afterLoad",
    "evaluate",
    "availableActions",
    "sampleHardware",
  ]) {
    if (typeof game[part] === "function" || (game[part] === undefined && !required.includes(part))) continue;
    throw new RegistrationError(part, "expected a function");
  }
  for (const own of ["console", "determinism"]) {
    if (!Object.hasOwn(definition.audits ?? {}, own)) continue;
    throw new RegistrationError(`audits.${own}`, "expected another name: this one is built in");
  }
  if (game.load !== undefined && game.save === undefined) throw new RegistrationError("load", "needs save beside it");
}

function parseNeutral(input: GameValue, neutralInput: unknown): JsonValue {
  try {
    return input.parse(canonicalise(neutralInput), "");
  } catch (thrown) {
    throw new RegistrationError("neutralInput", thrown instanceof Error ? thrown.message : "does not fit game.input");
  }
}
