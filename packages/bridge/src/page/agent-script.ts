// Commands in the page's address, for an agent that can call nothing: `?agent=1&agentScript=…`. A script is data: a list
// of commands, judged whole before the first is given. Imports types only, so that pages without a script do not load it.

import type { Command, ErrorCode, ReplyError } from "../protocol.js";
import type { Session } from "../session/session.js";
import type { ConsoleLines } from "./console-lines.js";

const charactersMax = 1024 * 1024;
const commandsMax = 10_000;
const fetchTimeoutMs = 30_000;
/** The longest time that timers know: a script's commands have no limit. */
const unlimitedMs = 2147483647;

type Read<Value> = { readonly value: Value } | { readonly error: ReplyError };

/**
 * Reads the script that the address names and gives its commands one after the other, as if the agent had called them: a
 * refused one does not stop those behind it. Where the script cannot be read or is wrong, one refusal says so and
 * nothing of it runs. With several games in a page it is for the first.
 */
export async function runAgentScript(session: Session, lines: ConsoleLines, prefix: string): Promise<void> {
  const source = new URLSearchParams(location.search).get("agentScript");
  const prefixes = (globalThis as unknown as Record<symbol, readonly string[]>)[Symbol.for("tickbridge")];
  if (source === null || prefixes?.[0] !== prefix) return;
  const text = /^\.?\//.test(source) ? await fetchText(source) : decodeText(source);
  const script = "error" in text ? text : parseScript(text.value);
  if ("error" in script) {
    const { error } = script;
    lines.replied({ ok: false, cmd: "agentScript", seq: 0, tick: session.run?.tick ?? 0, error }, session.state);
    return;
  }
  for (const command of script.value) await session.exchange([command], unlimitedMs, true);
}

async function fetchText(address: string): Promise<Read<string>> {
  const url = readAddress(address);
  if (url?.origin !== location.origin) return wrong("", `an address on this page's origin, ${location.origin}`);
  try {
    // This mode refuses a redirect to another origin too; an agent may have written the file anew since the last visit.
    const signal = AbortSignal.timeout(fetchTimeoutMs);
    const response = await fetch(url, { mode: "same-origin", cache: "no-cache", signal });
    if (!response.ok) return refusal("BAD_SCRIPT", `${url.href} answers with status ${response.status}`);
    return await readText(response);
  } catch (thrown) {
    const words = thrown instanceof Error ? thrown.message : String(thrown);
    return refusal("BAD_SCRIPT", `${url.href} cannot be fetched (${words}): base64url of the list needs no address`);
  }
}

function readAddress(address: string): URL | undefined {
  try {
    return new URL(address, location.href);
  } catch {
    return undefined;
  }
}

/** Reads no more than a script may hold, whatever the server sends. */
async function readText(response: Response): Promise<Read<string>> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const chunk = await reader?.read();
    if (chunk?.value === undefined) return { value: text + decoder.decode() };
    text += decoder.decode(chunk.value, { stream: true });
    if (text.length > charactersMax) {
      await reader?.cancel();
      return tooLong();
    }
  }
}

function decodeText(base64url: string): Read<string> {
  const expected = "an address that begins with / or ./, or base64url (A-Z a-z 0-9 - _) of a JSON list of commands";
  if (!/^[\w-]+={0,2}$/.test(base64url)) return wrong("", expected);
  try {
    const binary = atob(base64url.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return { value: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return wrong("", expected);
  }
}

function parseScript(text: string): Read<readonly Command[]> {
  if (text.length > charactersMax) return tooLong();
  const expected = 'a JSON list of commands such as [{"cmd": "step", "args": [600]}]';
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return wrong("", expected);
  }
  if (!Array.isArray(list)) return wrong("", expected);
  if (list.length > commandsMax) return wrong("", `at most ${commandsMax} commands`);
  for (const [index, command] of list.entries()) {
    const path = `/${index}`;
    if (typeof command !== "object" || command === null || Array.isArray(command))
      return wrong(path, 'a command such as {"cmd": "step", "args": [600]}');
    if (typeof command.cmd !== "string") return wrong(`${path}/cmd`, "the name of a command");
    if ("args" in command && !Array.isArray(command.args)) return wrong(`${path}/args`, "a list of arguments");
    const extra = Object.keys(command).find((key) => key !== "cmd" && key !== "args");
    if (extra !== undefined)
      return wrong(`${path}/${extra.replaceAll("~", "~0").replaceAll("/", "~1")}`, "only cmd and args");
  }
  return { value: list };
}

function tooLong(): { readonly error: ReplyError } {
  return wrong("", `at most ${charactersMax} characters`);
}

function wrong(path: string, expected: string): { readonly error: ReplyError } {
  return refusal("BAD_ARGS", `nothing of the script was run: expected ${expected}`, { path, expected });
}

function refusal(code: ErrorCode, message: string, details: Partial<ReplyError> = {}): { readonly error: ReplyError } {
  return { error: { code, message, ...details } };
}
