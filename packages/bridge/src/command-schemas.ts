// Schemas that several rows of the manifest share.

export const count = { type: "integer", minimum: 0, maximum: 2147483647 } as const;
/** Any JSON value, judged elsewhere: by the game's own schema, or as a replay. */
export const gameValue = {} as const;
export const strings = { type: "array", items: { type: "string" } } as const;
/** How to answer choices on the way, by kind: `{levelup: {action: "Pick", index: 0}}`. */
export const onChoice = {
  type: "object",
  additionalProperties: {
    type: "object",
    properties: { action: { type: "string" }, index: count },
    required: ["action"],
    additionalProperties: false,
  },
} as const;
export const label = { name: "label", schema: { type: "string", minLength: 1, maxLength: 100 } } as const;
/** Commands as data: `{cmd: "step", args: [600]}`. */
export const commandList = {
  type: "array",
  items: {
    type: "object",
    properties: { cmd: { type: "string" }, args: { type: "array" } },
    required: ["cmd"],
    additionalProperties: false,
  },
} as const;
