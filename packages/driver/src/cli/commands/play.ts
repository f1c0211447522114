// `tickbridge play`: commands as JSON lines on stdin, answers as JSON lines on stdout, for a program in any language.

import { once } from "node:events";
import { createInterface } from "node:readline";
import { defineCommand } from "../command.js";
import { placeOptions, readLaunchOptions, readPlace } from "../place.js";
import { Conversation } from "../play/conversation.js";

export const playCommand = defineCommand({
  name: "play",
  summary: "takes commands as JSON lines on stdin and answers with JSON lines on stdout",
  usage: "<url>",
  words: { min: 0, max: 1 },
  options: {
    state: { kind: "flag", summary: "add the state after the line to every answer" },
    ...placeOptions,
  },
  examples: [
    "http://127.0.0.1:8080/ < commands.jsonl > answers.jsonl",
    "http://127.0.0.1:8080/ --state",
    "--game dist/game.mjs",
  ],
  notes:
    'A line is a command, {"cmd": "step", "args": [600]}, or a list of commands, which go in one round trip. Each line is\n' +
    'answered by one line, in order: by the reply, or for a list by {"ok", "replies"}. {"cmd": "state"} asks for the state, and\n' +
    '"state": true beside "cmd" adds it to the answer. {"cmd": "abort"} stops the line that runs. A line that is no command is\n' +
    'answered by {"ok": false, "error": {"code", "message"}}, and the session goes on. It ends with the input; exit code 3: the\n' +
    "game was lost on the way.",
  async run([url], given, terminal) {
    const place = await readPlace(url, given);
    // Here and not above: what opens browsers takes most of a second to load, and --help should not wait for it.
    const { launch } = await import("../../launch.js");
    const game = await launch<never>(place.open() as never, {
      ...readLaunchOptions(given),
      onProgress: terminal.progress,
    });
    try {
      if (process.stdin.isTTY) {
        terminal.say('One command a line, such as {"cmd":"startRun"} or {"cmd":"step","args":[60]}; Ctrl-D ends.');
      }
      const conversation = new Conversation(game, given.state === true, terminal.print);
      const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
      lines.on("line", (line) => conversation.take(line));
      await once(lines, "close");
      const lost = await conversation.end();
      if (lost !== undefined) throw lost;
      return 0;
    } finally {
      await game.close();
    }
  },
});
