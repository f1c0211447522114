// JSON pointers (RFC 6901): how every error and difference of this package names a place in a value.
// A Map entry is named by its key where that is a string or a number, else by `@` and its position.

export type Token = string | number;

/** The JSON pointer of a list of keys and positions; `""` is the whole value. */
export function pointer(tokens: readonly Token[]): string {
  return tokens.map((token) => `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The token of the entry of a Map at `position`. */
export function entryToken(key: unknown, position: number): Token {
  return typeof key === "string" || typeof key === "number" ? key : `@${position}`;
}
