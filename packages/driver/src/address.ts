// The address of a game, with the bridge switched on, and what to say when it cannot be opened.

import { DriverError } from "./errors.js";

/**
 * The address with `agent=1` added; path, other parameters and hash stay as they are.
 * @throws {DriverError} BAD_ADDRESS for what is none, GATE_OFF for one that says `agent=0`.
 */
export function withGateOn(address: string): string {
  const url = readAddress(address);
  const values = url.searchParams.getAll("agent");
  if (values.some((value) => value === "0" || value === "false")) {
    throw new DriverError(
      "GATE_OFF",
      `"${address}" switches the bridge off (agent=${values.join(", ")}): leave that out`,
    );
  }
  // As text: searchParams would write the other parameters anew.
  if (!values.some((value) => value === "1" || value === "true" || value === "")) {
    url.search = url.search === "" ? "?agent=1" : `${url.search}&agent=1`;
  }
  return url.href;
}

/** The same address as a player gets it: with no `agent` in it. @throws {DriverError} BAD_ADDRESS. */
export function withoutAgent(address: string): string {
  const url = readAddress(address);
  const kept = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && part.split("=")[0] !== "agent");
  // The path form of the gate can be overruled only by an explicit no.
  if (url.pathname.split("/").includes("agent-mode")) kept.push("agent=0");
  url.search = kept.join("&");
  return url.href;
}

function readAddress(address: string): URL {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new DriverError(
      "BAD_ADDRESS",
      `"${address}" is no address: give a whole one, such as http://127.0.0.1:8080/`,
    );
  }
  if (!["http:", "https:", "file:"].includes(url.protocol)) {
    throw new DriverError(
      "BAD_ADDRESS",
      `"${address}" begins with ${url.protocol} where http:, https: or file: is expected`,
    );
  }
  return url;
}

/** What to do about a failed navigation, by a part of the browser's words (Chromium, Firefox, WebKit). */
const navigationAdvice = [
  [/CONNECTION_REFUSED|Could not connect/i, "is its server running, and on this port?"],
  [/NAME_NOT_RESOLVED|UNKNOWN_HOST|Could not resolve/i, "check the host's name"],
  [/FILE_NOT_FOUND|No such file/i, "there is no such file"],
  [/CERT|SSL|TLS/i, "its certificate is not trusted; http: may do on this machine"],
  [/Timeout/i, "it does not answer; give a longer readyTimeoutMs if it is only slow"],
  [/Download is starting/i, "it is a download, no page"],
  [/UNSAFE_PORT/i, "browsers refuse this port; choose another"],
] as const;

/** The error of an address that the browser could not open. */
export function unreachable(url: string, thrown: unknown): DriverError {
  const words = (thrown instanceof Error ? thrown.message : String(thrown)).split("\n")[0] ?? "";
  const advice = navigationAdvice.find(([part]) => part.test(words))?.[1] ?? "check the address and its server";
  return new DriverError("UNREACHABLE", `${url} cannot be opened: ${advice} (${words.replace(/^page\.goto: /, "")})`, {
    cause: thrown,
  });
}
