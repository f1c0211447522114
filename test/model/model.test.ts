// SPEC sections 3, 6 and 7 as a model: random sequences of all commands on a session in this process, compared after each
// command with a plain simulation.

import type { Receipt, Reply } from "@tickbridge/bridge/protocol";
import { createSession } from "@tickbridge/bridge/session";
import { expect, test } from "vitest";
import type { ToyParts } from "../fixtures/toy-game.js";
import { exported, nodeHost, playToy, toySession } from "../support/toy-session.js";
import type { AnyGame } from "./by-hand.js";
import { plans } from "./plans.js";
import { NodeReal, type Real } from "./real.js";
import { type ModelRun, runModel } from "./run-model.js";
import { candyrushSubject, type Subject, toy, toySubject, toyVariants } from "./subjects.js";

const file = "test/model/model.test.ts";
const sequencesOfToys = 2000;
const limitMs = 600_000;

async function toyModel(name: string, parts: ToyParts): Promise<Omit<ModelRun, "sequences" | "seed">> {
  const recorded = toySession(parts);
  await playToy(recorded);
  const subject: Subject = { ...toySubject, name, createGame: toy(parts) };
  return {
    file: `${file} -t 'on ${name} do'`,
    commandsMax: 60,
    plans: plans(subject),
    options: subject.options,
    createGame: subject.createGame,
    library: [await exported(recorded)],
    comparesSnapshots: true,
    openReal: (game) => new NodeReal(game),
  };
}

for (const [index, { name, parts }] of toyVariants.entries()) {
  test(
    `random sequences of all commands on ${name} do what a plain simulation does`,
    async () => {
      const model = await toyModel(name, parts);
      await runModel({ ...model, seed: 20261201 + index, sequences: sequencesOfToys / toyVariants.length });
    },
    limitMs,
  );
}

test(
  "50 random sequences on the example do what a plain simulation does",
  async () => {
    const session = createSession(candyrushSubject.createGame({ input: { moveX: 0, moveY: 0 } }), nodeHost);
    session.issue("startRun", [{ characterId: 0, arcId: 0 }]);
    session.issue("stepUntil", [{ maxTicks: 70, onChoice: { startingWeapon: { action: "Pick", index: 0 } } }]);
    await runModel({
      file: `${file} -t 'on the example do'`,
      seed: 20261201,
      sequences: 50,
      commandsMax: 60,
      plans: plans(candyrushSubject),
      options: candyrushSubject.options,
      createGame: candyrushSubject.createGame,
      library: [await exported(session)],
      // What is news in a snapshot depends on the look before.
      comparesSnapshots: false,
      openReal: (game) => new NodeReal(game),
    });
  },
  limitMs,
);

/** A session that is wrong in one way. */
function spoilt(change: (cmd: string, reply: Reply) => Reply): ModelRun["openReal"] {
  return (game) => {
    const real = new NodeReal(game);
    const give: Real["give"] = async (commands) => {
      const { replies, state } = await real.give(commands);
      return { state, replies: replies.map((reply, index) => change(commands[index]?.cmd ?? "", reply)) };
    };
    return Object.assign(Object.create(real) as NodeReal, { give });
  };
}

const withReceipts = (reply: Reply, receipts: readonly Receipt[]): Reply => ({ ...reply, receipts });

/** A game whose state does not all come back. */
function forgetful(game: AnyGame): AnyGame {
  const load: AnyGame["load"] = (saved) => {
    const { asks, toy } = saved as { asks: number[]; toy: object };
    game.load?.({ asks, toy: { ...toy, queued: 0 } });
  };
  return { ...game, load };
}

test.each<[string, ModelRun["openReal"]]>([
  ["a receipt that is lost", spoilt((cmd, reply) => (cmd === "step" ? withReceipts(reply, []) : reply))],
  [
    "a receipt of a dropped input that says applied",
    spoilt((_cmd, reply) =>
      withReceipts(reply, reply.receipts?.map((receipt) => ({ ...receipt, outcome: "applied" })) ?? []),
    ),
  ],
  [
    "a step that says what another command did",
    spoilt((cmd, reply) => (cmd === "step" ? { ...reply, stepped: 1 } : reply)),
  ],
  [
    "a refusal that says ok",
    spoilt((cmd, reply) => {
      if (cmd !== "rewind" || reply.ok) return reply;
      const { error: _error, ...rest } = reply;
      return { ...rest, ok: true } as Reply;
    }),
  ],
  ["a game whose queued choices are lost when it is loaded", (game) => new NodeReal(forgetful(game))],
])("the model finds %s, and prints the line that runs it again", async (_name, openReal) => {
  const model = await toyModel("the toy", {});
  const run = runModel({ ...model, openReal, seed: 1, sequences: 200, endsOnFailure: true });
  await expect(run).rejects.toThrow(
    /\nMODEL_SEED=1 MODEL_PATH=\d+ MODEL_REPLAY_PATH='[^']+' npx vitest run test\/model\/model\.test\.ts -t 'on the toy do'$/,
  );
});
