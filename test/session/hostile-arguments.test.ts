// Whatever a command is given: one coded reply, no exception, and the state's hash unchanged.

import { commandNames, commands, errorCodes } from "@tickbridge/bridge/protocol";
import type { Session } from "@tickbridge/bridge/session";
import { expect, test } from "vitest";
import { goodFirst, hostileArguments } from "../support/hostile-arguments.js";
import { ask, playToy, toySession } from "../support/toy-session.js";

/** All that a refused command must leave alone: the state, the streams and the pause. */
async function fingerprint(session: Session): Promise<unknown> {
  const [hash, replay] = [await ask(session, "hash"), await ask(session, "exportReplay")];
  return [hash.ok && hash.hash, replay.ok && replay.replay, session.state.pauseOwners];
}

/** What a list that turns out to be good may legitimately do is undone by comparing only after refusals. */
async function giveAll(session: Session, cmd: string): Promise<number> {
  let refused = 0;
  for (const args of hostileArguments(goodFirst[cmd])) {
    const before = await fingerprint(session);
    const reply = await ask(session, cmd, ...args);
    if (reply.ok) continue;
    refused++;
    expect(errorCodes).toContain(reply.error.code);
    expect(reply.error.code, reply.error.message).not.toBe("INTERNAL");
    expect(await fingerprint(session)).toEqual(before);
  }
  return refused;
}

test("there are at least 200 hostile argument lists for each command", () => {
  expect(hostileArguments(1).length).toBeGreaterThanOrEqual(200);
});

for (const cmd of commandNames) {
  test(`${cmd} answers every hostile argument with a code and changes nothing`, async () => {
    const session = toySession();
    await playToy(session);
    const refused = await giveAll(session, cmd);
    // Only what the command may take is taken; the rest is refused.
    const parameters = commands[cmd].parameters.length;
    expect(refused).toBeGreaterThanOrEqual(parameters === 0 ? 200 : 150);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
}
