// A session over the toy game in this process, and short words for using it.

import type { GameDefinition } from "@tickbridge/bridge";
import type { DeterminismWarning, Reply } from "@tickbridge/bridge/protocol";
import { createSession, type Host, type Session, type SessionListener } from "@tickbridge/bridge/session";
import type { Replay } from "@tickbridge/replay";
import { createToyGame, type ToyParts } from "../fixtures/toy-game.js";

export const nodeHost: Host = {
  now: () => performance.now(),
  turn: () => new Promise((resolve) => setImmediate(resolve)),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  drawSeed: () => 4242,
};

export function toySession(parts: ToyParts = {}, listener: SessionListener = {}): Session {
  return createSession(createToyGame(parts), nodeHost, listener);
}

/** The toy game, which has every part of the port that is changed here. */
export function sessionOf(change: (plain: Required<GameDefinition>) => GameDefinition): Session {
  return createSession(change(createToyGame() as unknown as Required<GameDefinition>), nodeHost);
}

/** What a reply tells of the state's own checks. */
export function stateRows(reply: Reply): DeterminismWarning[] {
  return (reply.warnings ?? []).filter(({ code }) => code !== "TRIPWIRE");
}

/** Gives one command and waits for its reply. */
export async function ask(session: Session, cmd: string, ...args: unknown[]): Promise<Reply> {
  const { seq } = session.issue(cmd, args);
  const { result } = await session.wait({ seq });
  if (result === undefined) throw new Error(`${cmd} got no reply`);
  return result;
}

/** A toy run of 150 ticks with inputs, a cheat and choices. */
export async function playToy(session: Session, seed = 777001): Promise<void> {
  await ask(session, "pinSeed", seed);
  await ask(session, "startRun", { asks: [5, 5, 90] });
  await ask(session, "input", { move: 0.5 }, { ticks: 3 });
  await ask(session, "step", 100);
  await ask(session, "levelUp", "Pick", 0);
  await ask(session, "choose", { action: "Reroll" });
  await ask(session, "choose", { action: "Skip" });
  await ask(session, "cheat", "setHp", { hp: 60 });
  await ask(session, "input", { move: -1 });
  await ask(session, "step", 100);
  await ask(session, "choose", { action: "Pick", index: 1 });
  await ask(session, "step", 60);
}

export async function exported(session: Session): Promise<Replay> {
  const reply = await ask(session, "exportReplay");
  if (!reply.ok) throw new Error(JSON.stringify(reply));
  return reply.replay as Replay;
}
