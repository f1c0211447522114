// What is thrown at a replay that cannot be taken.

/**
 * - `BAD_REPLAY`: no replay, or a broken one; `path` and `expected` say where and why.
 * - `REPLAY_TOO_NEW`: made by a newer Tickbridge.
 * - `REPLAY_TOO_LARGE`: over 16 Mi characters or 2 Mi values.
 */
export type ReplayErrorCode = "BAD_REPLAY" | "REPLAY_TOO_NEW" | "REPLAY_TOO_LARGE";

/** A replay that cannot be taken. `path` is the JSON pointer of the offending part, `""` the whole. */
export class ReplayError extends Error {
  override readonly name = "ReplayError";
  readonly code: ReplayErrorCode;
  readonly path?: string;
  readonly expected?: string;
  constructor(code: ReplayErrorCode, message: string, path?: string, expected?: string) {
    super(message);
    this.code = code;
    if (path !== undefined) this.path = path;
    if (expected !== undefined) this.expected = expected;
  }
}

/** The error of a part that is not what was expected. */
export function unexpected(path: string, expected: string, code: ReplayErrorCode = "BAD_REPLAY"): ReplayError {
  return new ReplayError(code, `${path === "" ? "the replay" : path}: expected ${expected}`, path, expected);
}
