// What `describe` answers: all that an agent must know to use this game, in one reply.

import type { JsonSchema, JsonValue } from "../game.js";
import { mathId } from "../math-id.js";
import { type CommandSpec, commands, protocolVersion } from "../protocol.js";
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
    journal: session.host.journal?.kind ?? "none",
    journalReason: session.host.journalReason,
    tripwires: game.sentinel?.mode ?? "off",
    world: definition.world,
    neutralInput: game.neutralInput,
    maxEntities: session.snapshots.maxEntities,
    stops: game.stops.map(({ name, description, argument, event }) => ({ name, description, argument, event })),
    stopOn: stopNames(game),
    choices:
      definition.choices === undefined
        ? undefined
        : { kinds: definition.choices.kinds, actions: definition.choices.actions },
    cheats: Object.fromEntries(
      [...game.cheats].map(([name, args]) => [
        name,
        { description: definition.cheats?.[name]?.description, args: args.jsonSchema },
      ]),
    ),
    audits: auditNames(session),
    schemas: {
      input: game.input.jsonSchema,
      options: game.options.jsonSchema,
      snapshot: snapshotSchema(definition.snapshotSchema),
    },
    commands: Object.fromEntries(Object.entries(commands).map(([name, spec]) => [name, describeCommand(spec)])),
  }).value;
}

/** The audits that can be asked for here: the game's own, and those that are built in. */
export function auditNames({ game, host }: Session): readonly string[] {
  return [
    ...Object.keys(game.definition.audits ?? {}),
    ...(host.consoleAudit === undefined ? [] : ["console"]),
    ...(game.sentinel === undefined ? [] : ["determinism"]),
  ];
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

const integer = { type: "integer" };
const strings = { type: "array", items: { type: "string" } };
const frame = {
  tick: integer,
  snap: integer,
  runState: { enum: ["Menu", "Loading", "InRun", "Paused", "Over"] },
  pauseOwners: strings,
  seed: integer,
  choice: { type: "object" },
  choicesQueued: integer,
  faulted: { type: "object" },
  nonFinite: strings,
  unshowable: strings,
  snapshotError: { type: "string" },
};

/** The fields that the SDK itself puts into every snapshot. */
export const snapshotFrameFields: readonly string[] = Object.keys(frame);

/** The frame of SPEC section 5, around the game's own schema. */
function snapshotSchema(own: JsonSchema | undefined): JsonSchema {
  const properties = { ...((own?.properties as JsonSchema | undefined) ?? {}), ...frame };
  return { type: "object", ...own, properties, required: ["snap", "runState", "pauseOwners"] };
}
