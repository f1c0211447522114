// The acceptance of SPEC section 4: an agent that sees console lines and can open addresses, and nothing else, plays the
// example to level 3. What it knows stands in docs/agents.md, "Console lines"; it imports nothing of ours.

import { verify } from "@tickbridge/driver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExamplePages, openExample } from "../support/example-page.js";

let example: ExamplePages;

beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.close());

/** All that the agent has. */
interface World {
  readonly address: string;
  /** Opens an address in place of the page before; the console lines of the new one, as they come. */
  open(address: string): AsyncIterable<string>;
}

type Command = { readonly cmd: string; readonly args?: readonly unknown[] };
// biome-ignore lint/suspicious/noExplicitAny: any JSON
type Json = any;

/** What was seen of one opening. */
interface Seen {
  readonly replies: readonly Json[];
  /** Behind each reply. */
  readonly states: readonly Json[];
}

/** Opens the page with a list of commands, and reads until the last one's state has come. */
async function give(world: World, commands: readonly Command[]): Promise<Seen> {
  const script = Buffer.from(JSON.stringify(commands)).toString("base64url");
  const replies: Json[] = [];
  const states: Json[] = [];
  const parts: string[] = [];
  for await (const line of world.open(`${world.address}?agent=1&agentScript=${script}`)) {
    const [, kind = "", json = ""] = /^CANDY_([A-Z_]+) (\{.*)$/.exec(line) ?? [];
    if (kind === "RESULT") replies.push(JSON.parse(json));
    if (kind === "STATE") states.push(JSON.parse(json));
    if (kind === "PART") {
      const { part, of, data } = JSON.parse(json);
      parts[part - 1] = data;
      if (part === of) replies.push(JSON.parse(parts.splice(0).join("")));
    }
    if (replies.some((reply) => reply.seq === 0)) throw new Error(line);
    if (states.length === commands.length) break;
  }
  return { replies, states };
}

/** Looks at the last state and says what to do next; nothing when the goal is reached. */
function decide(state: Json): readonly Command[] | undefined {
  const { player, choice, enemies = [] } = state;
  if (choice !== undefined) {
    return [{ cmd: "choose", args: [{ action: "Pick", index: choice.options.length - 1, id: choice.id }] }];
  }
  if (player.level >= 3) return undefined;
  // A little away from who is nearest, then stand and let the weapons work: gems come to those who wait.
  const [nearest = { x: player.x, y: player.y - 1 }] = enemies;
  const away = { moveX: Math.sign(player.x - nearest.x), moveY: Math.sign(player.y - nearest.y) };
  return [
    { cmd: "input", args: [away, { ticks: 10 }] },
    { cmd: "stepUntil", args: [{ maxTicks: 240, stopOn: ["levelReached:3"] }] },
  ];
}

/** Plays to level 3; the commands that got there, and what each opening showed. */
async function play(world: World): Promise<{ commands: readonly Command[]; openings: readonly Seen[] }> {
  let commands: readonly Command[] = [
    { cmd: "pinSeed", args: [777001] },
    { cmd: "startRun", args: [{ characterId: 0 }] },
    { cmd: "step", args: [1] },
  ];
  const openings: Seen[] = [];
  for (;;) {
    const seen = await give(world, commands);
    openings.push(seen);
    const last = seen.states.at(-1);
    if (last.runState === "Over" || openings.length === 40) throw new Error(`lost: ${JSON.stringify(last)}`);
    const next = decide(last);
    if (next === undefined) return { commands, openings };
    commands = [...commands, ...next];
  }
}

/** A real page whose console lines and address are all that is let through. */
async function makeWorld(): Promise<World & { close(): Promise<void> }> {
  const page = await example.browser.newPage();
  return {
    address: example.url,
    async *open(address) {
      const lines: string[] = [];
      let wake = () => {};
      const hear = (message: { text(): string }) => {
        lines.push(message.text());
        wake();
      };
      page.on("console", hear);
      try {
        await page.goto(address, { waitUntil: "commit" });
        for (;;) {
          yield* lines.splice(0);
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (lines.length > 0) resolve();
          });
        }
      } finally {
        page.off("console", hear);
        await page.goto("about:blank");
      }
    },
    close: () => page.close(),
  };
}

test("an agent with console lines and the address alone plays to level 3, and each opening is the same run, further on", async () => {
  const world = await makeWorld();
  const { commands, openings } = await play(world);
  expect(openings.length).toBeGreaterThan(4);
  for (const { replies } of openings) {
    expect(replies.map(({ ok, seq }) => ({ ok, seq }))).toEqual(
      replies.map((_, index) => ({ ok: true, seq: index + 1 })),
    );
  }
  const whole = openings.at(-1);
  for (const { states, replies } of openings) {
    expect(states).toEqual(whole?.states.slice(0, states.length));
    expect(replies).toEqual(whole?.replies.slice(0, replies.length));
  }
  expect(whole?.states.at(-1)).toMatchObject({ seed: 777001, player: { level: 3 }, pauseOwners: expect.any(Array) });
  expect(commands.filter(({ cmd }) => cmd === "choose").length).toBeGreaterThanOrEqual(2);

  // It can bring its run home too: a replay out of the lines, which proves itself on a fresh page.
  const { replies } = await give(world, [...commands, { cmd: "exportReplay" }]);
  await world.close();
  const { replay } = replies.at(-1);
  expect(await verify(replay, { url: example.url })).toMatchObject({
    verdict: "identical",
    ticks: whole?.states.at(-1).tick,
  });
});

test("the same in one opening, with choices answered on the way", async () => {
  const world = await makeWorld();
  const answer = { action: "Pick", index: 0 };
  const { replies, states } = await give(world, [
    { cmd: "pinSeed", args: [777001] },
    { cmd: "startRun" },
    {
      cmd: "stepUntil",
      args: [{ maxTicks: 3000, stopOn: ["levelReached:3"], onChoice: { startingWeapon: answer, levelup: answer } }],
    },
  ]);
  await world.close();
  expect(replies.at(-1)).toMatchObject({ ok: true, condition: "levelReached:3", resolved: [{}, {}, {}] });
  expect(states.at(-1)).toMatchObject({ runState: "InRun", player: { level: 3 } });
});
