// The real replays that the fuzzed ones are made from, each with a way to make the game that it is of.

import type { Replay } from "@tickbridge/replay";
import { createCandyrush } from "../../examples/candyrush-mock/src/game.js";
import { createToyGame, type ToyParts } from "../fixtures/toy-game.js";
import type { AnyGame } from "../model/by-hand.js";
import { ask, exported, nodeHost, playToy } from "../support/toy-session.js";

export interface Original {
  readonly name: string;
  readonly replay: Replay;
  /** How many of 100 cases are made from it. */
  readonly share: number;
  /** A fresh game; `beforeTick` is told of each tick that it is about to run. */
  createGame(beforeTick: () => void): AnyGame;
  /** Brings a session of this game to where a run is in full swing. */
  play(session: Session): Promise<void>;
}

type Session = Parameters<typeof ask>[0];

const throwing: ToyParts = {
  duringTick(state) {
    if (state.tick !== 70) return;
    state.coins += 1000;
    throw new Error("tripped");
  },
};

/** Plays and exports each of them; all but the seed is fixed. */
export async function makeOriginals(): Promise<Original[]> {
  const { createSession } = await import("@tickbridge/bridge/session");
  const originals: Original[] = [];
  const add = async (name: string, share: number, make: () => AnyGame, play: (session: Session) => Promise<void>) => {
    const session = createSession(make(), nodeHost);
    await play(session);
    const createGame = (beforeTick: () => void) => counted(make(), beforeTick);
    originals.push({ name, replay: await exported(session), share, createGame, play });
  };
  const toy = (parts: ToyParts) => () => createToyGame(parts) as AnyGame;
  await add("toy", 50, toy({}), playToy);
  await add("toy without load", 12, toy({ withoutLoad: true }), playToy);
  await add("toy without save", 12, toy({ withoutSave: true }), playToy);
  await add("toy that throws", 10, toy(throwing), playUntilItThrows);
  await add("toy at boundary 0", 6, toy({}), (session) => playBriefly(session));
  await add("candyrush", 10, () => createCandyrush() as AnyGame, playCandyrush);
  return originals;
}

function counted(game: AnyGame, beforeTick: () => void): AnyGame {
  const tick = (input: unknown) => {
    beforeTick();
    return game.tick(input);
  };
  return { ...game, tick };
}

async function playUntilItThrows(session: Session): Promise<void> {
  await ask(session, "pinSeed", 11);
  await ask(session, "startRun", { asks: [20] });
  await ask(session, "input", { move: 0.25 });
  await ask(session, "step", 20);
  await ask(session, "levelUp", "Skip");
  await ask(session, "step", 49);
  await ask(session, "cheat", "setHp", { hp: 50 });
  await ask(session, "step", 5);
}

async function playBriefly(session: Session): Promise<void> {
  await ask(session, "pinSeed", 3);
  await ask(session, "startRun", {});
}

async function playCandyrush(session: Session): Promise<void> {
  await ask(session, "pinSeed", 777001);
  await ask(session, "startRun", { characterId: 1 });
  await ask(session, "step", 1);
  await ask(session, "levelUp", "Reroll");
  await ask(session, "levelUp", "Pick", 0);
  await ask(session, "cheat", "levelUp", { levels: 2 });
  await ask(session, "input", { moveX: 1, moveY: 0.5 }, { ticks: 20 });
  await ask(session, "step", 1);
  await ask(session, "levelUp", "Banish", 1);
  await ask(session, "levelUp", "Pick", 0);
  await ask(session, "levelUp", "Skip");
  await ask(session, "cheat", "spawnEnemies", { type: "gumdrop", count: 20 });
  await ask(session, "step", 90);
  await ask(session, "input", { moveX: -1, moveY: -1 });
  await ask(session, "step", 40);
}
