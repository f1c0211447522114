// `tickbridge tail`: console lines in, typed JSON lines out.

import { type ConsoleEvent, consoleEvents } from "../../console/console-events.js";
import { DriverError } from "../../errors.js";
import { defineCommand } from "../command.js";

const kinds: readonly ConsoleEvent["kind"][] = [
  "ready",
  "state",
  "result",
  "run-end",
  "replay-end",
  "malformed",
  "incomplete",
];

export const tail = defineCommand({
  name: "tail",
  summary: "reads console lines from stdin and prints what they say as JSON lines",
  usage: "",
  words: { min: 0, max: 0 },
  options: {
    kind: { kind: "text", value: "LIST", summary: `only these, with commas between: ${kinds.join(", ")}` },
    prefix: { kind: "text", value: "NAME", summary: "only lines of the game with this prefix, such as __candy" },
  },
  examples: ["< console.log", "--kind result,run-end --prefix __myGame < console.log"],
  notes:
    "From a browser that nobody drives:\n" +
    '  chromium --headless --enable-logging=stderr "http://127.0.0.1:8080/?agent=1&agentScript=/play.json" 2>&1 | tickbridge tail\n' +
    "Lines as the page prints them (CANDY_STATE {…}) or as Chromium's log wraps them; all other lines are passed over, and\n" +
    'lines that came in parts are whole again. A line out is {"kind": "state", "prefix": "CANDY", "state": {…}}; result has\n' +
    "`reply`, ready `description`, run-end `end`, replay-end `verdict`.\n" +
    "Exits with 1 when a line was malformed or parts of one never came (printed as malformed and incomplete), with 3 when\n" +
    "no line of a game came at all.",
  async run(_words, { kind, prefix }, terminal) {
    const wanted = kind === undefined ? kinds : readKinds(kind);
    if (process.stdin.isTTY) terminal.say("reading console lines from the keyboard; pipe a browser's output in");
    let seen = 0;
    let damaged = 0;
    for await (const event of consoleEvents(process.stdin, prefix === undefined ? {} : { prefix })) {
      seen++;
      if (event.kind === "malformed" || event.kind === "incomplete") damaged++;
      if (wanted.includes(event.kind)) terminal.print(JSON.stringify(event));
    }
    if (seen === 0) {
      terminal.say("tickbridge: no line of a game came: does its address say agent=1, and is this its console?");
      return 3;
    }
    if (damaged > 0) terminal.say(`tickbridge: ${damaged} of ${seen} lines were damaged (--kind malformed,incomplete)`);
    return damaged > 0 ? 1 : 0;
  },
});

function readKinds(list: string): readonly string[] {
  const names = list.split(",");
  const unknown = names.find((name) => !kinds.some((kind) => kind === name));
  if (unknown === undefined) return names;
  throw new DriverError("USAGE", `--kind ${list}: "${unknown}" is no kind: expected some of ${kinds.join(", ")}`);
}
