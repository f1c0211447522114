// What `describe` says of the example: an agent that flees "up" must not run down.

import { createSession } from "@tickbridge/bridge/session";
import type { JsonSchema } from "@tickbridge/replay";
import { expect, test } from "vitest";
import { createCandyrush } from "../../examples/candyrush-mock/src/game.js";
import { nodeHost } from "../support/toy-session.js";

/** The paths of all numbers in a schema that say nothing of themselves. */
function undescribed(schema: JsonSchema, path: string): string[] {
  const {
    type,
    description,
    properties = {},
    items,
  } = schema as {
    readonly type?: string;
    readonly description?: string;
    readonly properties?: { readonly [name: string]: JsonSchema };
    readonly items?: JsonSchema;
  };
  const own = (type === "number" || type === "integer") && description === undefined ? [path] : [];
  const parts = Object.entries(properties).flatMap(([name, part]) => undescribed(part, `${path}/${name}`));
  return [...own, ...parts, ...(items === undefined ? [] : undescribed(items, `${path}/-`))];
}

const description = createSession(createCandyrush(), nodeHost).describe() as unknown as {
  readonly world: { readonly unit: string; readonly axes: object; readonly bounds: object };
  readonly schemas: { readonly snapshot: { readonly properties: { readonly [name: string]: JsonSchema } } };
};

test("the example's world has a unit, axes and bounds", () => {
  const { unit, axes, bounds } = description.world;
  expect({ unit, axes }).toEqual({ unit: "px", axes: { x: "right", y: "down" } });
  expect(bounds).toEqual({ left: 0, top: 0, right: 2560, bottom: 1920 });
});

test("each number of the example's own snapshot fields says what it counts, and in which unit", () => {
  const { player, enemies, incomingContactDps, run, boss, obstacles } = description.schemas.snapshot.properties;
  const own = { player, enemies, incomingContactDps, run, boss, obstacles } as { readonly [name: string]: JsonSchema };
  expect(Object.entries(own).flatMap(([name, schema]) => undescribed(schema, `/${name}`))).toEqual([]);
  expect(JSON.stringify(incomingContactDps)).toContain("a tick");
  expect(undescribed({ type: "object", properties: { x: { type: "number" } } }, "")).toEqual(["/x"]);
});
