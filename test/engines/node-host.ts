// The program that each Node runs: the driver with a game in this process, which takes tasks as JSON lines and answers each
// with a line. Arguments: the game's module and the name of its export that makes the game.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import type { GameDefinition } from "@tickbridge/bridge";
import { launch } from "@tickbridge/driver";
import { runTask, type TaskName } from "./engine-tasks.js";
import type { Give } from "./recorded-run.js";

const [gameFile = "", exported = ""] = process.argv.slice(2);
const module = (await import(pathToFileURL(gameFile).href)) as Record<string, () => GameDefinition>;
const create = module[exported];
if (create === undefined) throw new Error(`${gameFile} exports no ${exported}`);
const session = await launch({ game: create() }, { timeoutMs: 0, journal: false });

const give: Give = async (commands) => {
  const { replies } = await session.batch(commands, { refusals: "return" });
  return { replies, state: await session.state() };
};

say({ version: process.versions.node });
for await (const line of createInterface({ input: process.stdin })) {
  const { task, argument } = JSON.parse(line) as { task: TaskName; argument?: unknown };
  await runTask(task, argument, give).then(
    (result) => say({ result: result ?? null }),
    (thrown: unknown) =>
      say({ thrown: thrown instanceof Error ? `${thrown.message}\n${thrown.stack}` : String(thrown) }),
  );
}
await session.close();

function say(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
