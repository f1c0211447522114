// Lets a policy play a run to its end or to a number of ticks.

import type { ErrorReply, Reply, Snapshot } from "@tickbridge/bridge/protocol";
import { CommandError } from "../../errors.js";
import type { Description, GameSession, OpenChoice } from "../../game-session.js";
import { answersTo, type Policy } from "./policy.js";

export interface Played {
  readonly state: Snapshot;
  /** The reply of the tick in which the game threw, which ended the run. */
  readonly threw?: ErrorReply;
  /** Inputs that the game's own schema refused although they fit its JSON Schema; neutral stood in for them. */
  readonly inputsRefused: number;
}

/** No limit while the game answers: how long a tick takes is the game's affair. */
const unlimited = { timeoutMs: 0, refusals: "return" } as const;

/**
 * Plays the current run until it is over, or has `ticks` ticks, or the game throws. `onBoundary` sees the snapshot after
 * every decision.
 * @throws {CommandError} for any other refusal.
 */
export async function play(
  game: GameSession<never>,
  policy: Policy,
  description: Description,
  ticks: number,
  onBoundary: (state: Snapshot) => void,
): Promise<Played> {
  let state = await game.state();
  let inputsRefused = 0;
  while (state.runState !== "Over") {
    onBoundary(state);
    const choice = state.choice as OpenChoice | undefined;
    if (choice !== undefined) {
      state = await answer(game, policy, choice, description);
      continue;
    }
    const left = ticks - (state.tick ?? 0);
    if (left <= 0) break;
    const { input, ticks: wanted } = policy.decide();
    const held = Math.min(wanted, left);
    const inputs = input === undefined ? [] : [{ cmd: "input", args: [input, { ticks: held }] } as const];
    const { replies, state: next } = await game.batch([...inputs, { cmd: "step", args: [held] }], unlimited);
    const stepped = replies.at(-1) as Reply;
    if (replies.length > 1 && replies[0]?.ok === false) inputsRefused++;
    if (!stepped.ok && stepped.error.code === "GAME_THREW") return { state: next, threw: stepped, inputsRefused };
    if (!stepped.ok) throw new CommandError(stepped);
    state = next;
  }
  onBoundary(state);
  return { state, inputsRefused };
}

/** Gives the policy's answers until one takes effect. */
async function answer(
  game: GameSession<never>,
  policy: Policy,
  choice: OpenChoice,
  description: Description,
): Promise<Snapshot> {
  let answers = answersTo(choice, description);
  for (;;) {
    if (answers.length === 0) throw new Error(`the game takes no answer to its ${choice.kind} choice`);
    const chosen = policy.answer(answers);
    const { replies, state } = await game.batch([{ cmd: "choose", args: [{ ...chosen, id: choice.id }] }], unlimited);
    const [reply] = replies;
    if (reply?.ok !== false) return state;
    if (reply.error.code !== "NO_EFFECT") throw new CommandError(reply);
    answers = answers.filter((other) => other !== chosen);
  }
}
