// Writes docs/commands.md from the manifest: `npx tsx docs/generate-commands.ts`. A test fails when the page is stale.

import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { describeSchema, type JsonSchema } from "@tickbridge/replay";
import {
  type CommandName,
  type CommandSpec,
  commandNames,
  commands,
  errorCodes,
  globalName,
  protocolVersion,
  waitParameter,
  waitTimeoutMsDefault,
} from "../packages/bridge/src/protocol.js";
import { errorNotes, replyNotes, summaryNotes } from "../packages/bridge/src/protocol-notes.js";

const page = new URL("commands.md", import.meta.url);

const kindTitles = {
  read: "Commands that read",
  act: "Commands that act",
  time: "Commands about seeds and replays",
} as const;

/** The whole of docs/commands.md. */
export function commandsPage(): string {
  return `${[
    "# Commands and errors",
    "",
    "<!-- Written by docs/generate-commands.ts from packages/bridge/src/protocol.ts. Do not edit. -->",
    "",
    `Protocol version ${protocolVersion}. A command stands on \`window\` under the game's prefix (\`__candy\` unless the game names`,
    "another) and returns a ticket `{cmd, seq}` at once; how tickets, replies and waiting work is in [agents.md](agents.md).",
    "",
    "Every reply holds `ok`, `cmd`, `seq`, `tick` and, when there are any, `receipts` and `warnings`; the tables name what",
    "else an ok reply holds. An argument in brackets may be left out; `?` marks a field that may be missing. A count is an integer from 0 to",
    "2147483647. The last column says which commands also work while a replay is being watched.",
    ...(["read", "act", "time"] as const).flatMap((kind) => ["", `## ${kindTitles[kind]}`, "", ...commandTable(kind)]),
    "",
    "## Not queued",
    "",
    "| name | what it is |",
    "|---|---|",
    `| \`${globalName("__candy", "ready")}\` | a promise of what \`describe\` says; resolves when commands run |`,
    `| \`${globalName("__candy", "state")}\` | the newest snapshot: a property, parsed and frozen |`,
    `| \`${globalName("__candy", "wait")}([argument])\` | ${waitWords()} |`,
    "",
    "`__candyDump` is queued, and its call returns the previous snapshot instead of a ticket. `__candyAbort` is queued in front:",
    "right after the command that it stops.",
    "",
    "## Error codes",
    "",
    "A refused command changes nothing. Its reply is `{ok: false, cmd, seq, tick, error: {code, message, path?, expected?, stack?}}`.",
    "",
    "| code | what it means and what to do |",
    "|---|---|",
    ...errorCodes.map((code) => `| \`${code}\` | ${cell(errorNotes[code])} |`),
  ].join("\n")}\n`;
}

function commandTable(kind: CommandSpec["kind"]): string[] {
  const rows = commandNames.filter((name) => commands[name].kind === kind).map(commandRow);
  return ["| command | arguments | does | reply | while watching |", "|---|---|---|---|---|", ...rows];
}

function commandRow(name: CommandName): string {
  const { parameters, duringReplay }: CommandSpec = commands[name];
  const call = parameters.map(({ name: parameter, optional }) => (optional ? `[${parameter}]` : parameter)).join(", ");
  const words = parameters.map(({ name: parameter, schema }) => `\`${parameter}\`: ${schemaWords(schema)}`).join("; ");
  const runs = duringReplay === true || name === "abort" ? "yes" : "no";
  const cells = [
    `\`${globalName("__candy", name)}(${call})\``,
    words || "none",
    summaryNotes[name],
    replyNotes[name],
    runs,
  ];
  return `| ${cells.map(cell).join(" | ")} |`;
}

/** A schema in words: `{ticks?: an integer from 0 to 10}`. */
function schemaWords(schema: JsonSchema): string {
  if (schema.type === undefined) return String(schema.description ?? describeSchema(schema));
  if (schema.type === "array") return `an array, each ${schemaWords((schema.items ?? {}) as JsonSchema)}`;
  if (schema.type === "object") return objectWords(schema);
  const words = describeSchema(schema).replace("an integer from 0 to 2147483647", "a count");
  return words + (schema.description === undefined ? "" : ` (${schema.description})`);
}

function objectWords(schema: JsonSchema): string {
  const required = (schema.required ?? []) as readonly string[];
  const members = Object.entries((schema.properties ?? {}) as { readonly [name: string]: JsonSchema });
  const words = members.map(([name, member]) => `${name}${required.includes(name) ? "" : "?"}: ${schemaWords(member)}`);
  const others = schema.additionalProperties;
  if (typeof others === "object") words.push(`<any name>: ${schemaWords(others as JsonSchema)}`);
  return `{${words.join(", ")}}`;
}

function waitWords(): string {
  const { properties } = waitParameter;
  const argument = `milliseconds, or ${objectWords({ properties } as unknown as JsonSchema)}`;
  return `${argument}; a promise of \`{ok, timedOut, result?, results, dropped?, receipts?, journaledSeq?, journalError?, state?, error?}\`, after at most ${waitTimeoutMsDefault} ms unless told`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await writeFile(page, commandsPage());
  console.log("wrote docs/commands.md");
}
