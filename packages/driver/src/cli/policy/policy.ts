// Policies that play any game by what `describe` says of it: with random inputs, or with none.

import { drawInteger, type JsonSchema, type JsonValue, type RandomStream, randomStream } from "@tickbridge/bridge";
import type { Description, OpenChoice } from "../../game-session.js";
import { randomValue } from "./random-value.js";

/** What a policy is asked at each boundary. */
export interface Policy {
  /** The next input and for how many ticks it holds; no input is neutral. */
  decide(): { readonly input?: JsonValue; readonly ticks: number };
  /** One of the answers to a choice; there is at least one. */
  answer(answers: readonly Answer[]): Answer;
}

export interface Answer {
  readonly action: string;
  readonly index?: number;
}

const holdTicksMax = 30;
const idleTicks = 600;

/** Random inputs that fit the game's schema, each held for some ticks, and random answers. One seed, one behaviour. */
export function randomPolicy(description: Description, seed: number): Policy {
  const stream: RandomStream = randomStream(seed, "policy");
  const { schemas, neutralInput } = description as Description & {
    readonly schemas: { readonly input: JsonSchema };
    readonly neutralInput: JsonValue;
  };
  return {
    decide: () => ({
      input: randomValue(schemas.input, neutralInput, stream),
      ticks: drawInteger(stream, 1, holdTicksMax),
    }),
    answer: (answers) => answers[drawInteger(stream, 0, answers.length - 1)] as Answer,
  };
}

/** No input, and the first answer to each choice. */
export const idlePolicy: Policy = {
  decide: () => ({ ticks: idleTicks }),
  answer: (answers) => answers[0] as Answer,
};

/** Every answer that a choice takes now. */
export function answersTo(choice: OpenChoice, description: Description): Answer[] {
  const { actions } = description.choices as {
    readonly actions: { readonly [action: string]: { readonly index: boolean } };
  };
  return choice.actions
    .filter((action) => choice.charges?.[action] !== 0)
    .flatMap((action) =>
      actions[action]?.index === true ? choice.options.map((_, index) => ({ action, index })) : [{ action }],
    );
}
