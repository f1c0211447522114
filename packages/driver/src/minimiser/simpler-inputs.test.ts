// Simpler forms of an input: each step falls by one measure, whatever the neutral input is.

import type { JsonValue } from "@tickbridge/bridge";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isSame, simplerInputs } from "./simpler-inputs.js";

test("a part that is as in the neutral input stays, also where another form of it is shorter", () => {
  const forms = [...simplerInputs({ aim: 0.5, fire: 1, list: [0.25, 7] }, { aim: 0.5, fire: 0, list: [0.25, 7] })];
  expect(forms).toEqual([{ aim: 0.5, fire: 0, list: [0.25, 7] }]);
});

test("elements of a list become as in the neutral one, or go", () => {
  const forms = [...simplerInputs({ keys: [0.125, 3, 9] }, { keys: [0.5, 0.5] })];
  expect(forms[0]).toEqual({ keys: [0.5, 0.5] });
  expect(forms).toContainEqual({ keys: [0.125, 3] });
  expect(forms).toContainEqual({ keys: [0.5, 3, 9] });
  expect(forms).toContainEqual({ keys: [0.125, 0.5, 9] });
});

const value = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<JsonValue>(0, 0.5, -0.25, 1, 7, 12.75, -3, 1e300, "a", true, null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("aim", "fire", "list"), tie("value")),
  ),
})).value;

test("whichever form one goes on from, one comes to an end, and never back", () => {
  fc.assert(
    fc.property(value, value, fc.array(fc.nat(), { minLength: 1, maxLength: 8 }), (input, neutral, picks) => {
      const seen = new Set<string>();
      let now = input;
      for (let step = 0; ; step++) {
        const text = JSON.stringify(now);
        if (seen.has(text)) throw new Error(`back at ${text}`);
        seen.add(text);
        const forms = [...simplerInputs(now, neutral)];
        if (isSame(now, neutral)) expect(forms).toEqual([]);
        if (forms.length === 0) return;
        now = forms[(picks[step % picks.length] as number) % forms.length] as JsonValue;
      }
    }),
    { numRuns: 150 },
  );
});
