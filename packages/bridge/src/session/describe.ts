// What `describe` answers: all that an agent must know to use this game, in one reply.

import type { JsonSchema, JsonValue } from "../game.js";
import { mathId } from "../math-id.js";
import { type CommandSpec, commands, errorCodes, protocolVersion } from "../protocol.js";
import { safeJson } from "./safe-json.js";
import type { Session } from "./session.js";
import { stopNames } from "./stops.js";

export function describe(session: Session): JsonValue {
  const { game } = session;
  const { definition } = game;
  return safeJson({
    protocol: protocolVersion,
    game: { id: game.id, build: game.build, ticksPerSecond: game.ticksPerSecond },
    capabilities: game.capabilities,
    evidence: game.evidence,
    math: mathId,
    journal: "none",
    world: definition.world,
    neutralInput: game.neutralInput,
    maxEntities: session.snapshots.maxEntities,
    stops: (definition.stops ?? []).map(({ name, description, argument, event }) => ({ name, description, argument, event })),
    stopOn: stopNames(game),
    choices: definition.choices === undefined ? undefined : { kinds: definition.choices.kinds, actions: definition.choices.actions },
    cheats: Object.fromEntries(
      [...game.cheats].map(([name, args]) => [name, { description: definition.cheats?.[name]?.description, args: args.jsonSchema }]),
    ),
    audits: Object.keys(definition.audits ?? {}),
    schemas: {
      input: game.input.jsonSchema,
      options: game.options.jsonSchema,
      snapshot: snapshotSchema(definition.snapshotSchema),
    },
    commands: Object.fromEntries(Object.entries(commands).map(([name, spec]) => [name, describeCommand(spec)])),
    errorCodes,
  }).value;
}

function describeCommand(spec: CommandSpec): JsonValue {
  return {
    kind: spec.kind,
    args: {
      type: "array",
      prefixItems: spec.parameters.map((parameter) => ({ title: parameter.name, ...parameter.schema })),
      minItems: spec.parameters.filter((parameter) => parameter.optional !== true).length,
      items: false,
    },
  };
}

/** The frame of SPEC section 5, around the game's own schema. */
function snapshotSchema(own: JsonSchema | undefined): JsonSchema {
  const strings = { type: "array", items: { type: "string" } };
  const frame = {
    tick: { type: "integer", description: "ticks run; left out before the first run" },
    snap: { type: "integer", description: "the number of this snapshot; rises" },
    runState: { enum: ["Menu", "Loading", "InRun", "Paused", "Over"], description: "Paused: someone beside the agent holds the run" },
    pauseOwners: { ...strings, description: "who holds real time; step runs through the game's own" },
    seed: { type: "integer", minimum: 0, maximum: 4294967295 },
    choice: { type: "object", description: "the open choice {id, kind, actions, options, charges?}; left out when none waits" },
    choicesQueued: { type: "integer", description: "choices that wait behind the open one" },
    faulted: { type: "object", description: "the game threw in {tick, message} and the run cannot go on" },
    nonFinite: { ...strings, description: "JSON pointers of values that were NaN or infinite, published as 0" },
    unshowable: { ...strings, description: "JSON pointers of values that JSON cannot hold, published as null" },
  };
  const properties = { ...((own?.properties as JsonSchema | undefined) ?? {}), ...frame };
  return { type: "object", ...own, properties, required: ["snap", "runState", "pauseOwners"] };
}
