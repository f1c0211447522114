// The codes that a page can reply with.

/** The closed set of error codes that a page can reply with; protocol-notes.ts says what to do about each. */
export const errorCodes = [
  "BAD_ARGS",
  "UNKNOWN_COMMAND",
  "NOT_SUPPORTED",
  "NO_RUN",
  "START_FAILED",
  "RUN_OVER",
  "RUN_FAULTED",
  "CHOICE_PENDING",
  "NO_CHOICE",
  "STALE_CHOICE",
  "NO_EFFECT",
  "GAME_THREW",
  "ASYNC_PORT",
  "BAD_STATE",
  "REPLAY_PLAYING",
  "BAD_SCRIPT",
  "BAD_REPLAY",
  "REPLAY_TOO_NEW",
  "REPLAY_TOO_LARGE",
  "WRONG_GAME",
  "ABORTED",
  "DIVERGED",
  "NO_JOURNAL",
  "BAD_JOURNAL",
  "JOURNAL_DIVERGED",
  "BAD_GAME",
  "INTERNAL",
] as const;
export type ErrorCode = (typeof errorCodes)[number];
