// What the manifest's rows mean, in prose: for docs/commands.md and for people, so that no page has to load it.

import type { CommandName, ErrorCode } from "./protocol.js";

/** What each command does. */
export const summaryNotes: { readonly [Name in CommandName]: string } = {
  describe: "protocol, game, capabilities, world, and the JSON Schemas of everything",
  dump: "a fresh snapshot, or the part of it that `view` asks for; the call itself returns the previous one at once",
  setMaxEntities: "how many nearest entities each list of a snapshot may hold (15 unless set)",
  actions: "what is legal now",
  evaluate: "the game's own verdict",
  audit:
    "a named probe of the running game; built in are `determinism`, what of the current run breaks it, and in a page `console`, which counts what it printed and got wrong",
  vfxAudit: "the audit named `vfx`: every visual effect in the scene",
  hash: "the hash of the state now; with `parts` one of each top-level part, with `state` the state itself, for comparing two by path",
  startRun: "start a run from any phase; it stands at boundary 0, held by agent",
  input: "from the next tick on, until replaced or for `ticks` ticks; null hands the hardware back",
  step: "exactly n ticks; takes the agent's pause first",
  stepUntil: "as step, but stops at once when a condition becomes true, and says which",
  sequence: "several inputs over many ticks, with snapshots at chosen ticks; the input is neutral afterwards",
  choose: "resolve the open choice; needs no resume afterwards",
  levelUp: "resolve the open choice; needs no resume afterwards",
  pause: "take the agent's own pause token",
  resume: "release the agent's own pause token; other owners keep theirs",
  cheat: "a debug action at the head of the next simulated tick",
  abort:
    "stop what runs long (a step, a rewind, a fork, a verification) between two ticks, or a watched replay; acts at once",
  pinSeed: "the seed of the next runs; survives a reload; null unpins",
  exportReplay: "the current run as a replay",
  loadReplay:
    "verify: full speed, verdict, the run before it is put back; watch: replaces the run, real speed; seek: replaces the run, which stands at `tick`",
  rewind: "back to the boundary k ticks ago, before any choice made there; what came after is cut off the recording",
  save: "name this boundary, the choices made here included",
  restore: "back to a named boundary; the recording follows the branch",
  fork: "try several command lists from here, each from this very state; nothing changed afterwards",
  selfCheck: "simulate the last k ticks twice more and compare every tick's hash; nothing changed afterwards",
  recover: "after a reload, the journalled run of this tab, or of the tab closed last; or the one in `journal`",
};

/** What each ok reply holds beside `ok`, `cmd`, `seq`, `tick`, `receipts` and `warnings`. */
export const replyNotes: { readonly [Name in CommandName]: string } = {
  describe: "describe",
  dump: "state; with `since` {since, snap, set, gone}; `cut` in it names what `maxChars` left out",
  setMaxEntities: "maxEntities",
  actions: "actions",
  evaluate: "evaluation {done, success, failed, score, reason?}",
  audit: "audit, report",
  vfxAudit: "audit, report",
  hash: "hash, choices (made at this boundary), evidence, parts? {pointer: hash}, state? (a text that `decodeState` of @tickbridge/replay reads)",
  startRun: "seed, seedSource (pinned | drawn), options",
  input: "scheduled {tick, input, ticks?}, or released: true for null",
  step: "requested, stepped, stopped, choice?",
  stepUntil:
    "requested, stepped, stopped, condition?, alreadyTrue?, choice?, observations? [{tick, state}], observationsLeftOut?, resolved? [{tick, kind, id, action, index?}], unresolved?",
  sequence: "as stepUntil, with entry (the index of the entry that ran last) and ticksLeft (of that entry)",
  choose: "action, index?, choice? (the next one, if one waits)",
  levelUp: "action, index?, choice? (the next one, if one waits)",
  pause: "pauseOwners",
  resume: "pauseOwners",
  cheat: "scheduled {tick}",
  abort: "aborted (the seq of the stopped command)",
  pinSeed: "pinnedSeed (null when none), persisted",
  exportReplay: "replay",
  loadReplay:
    "verify: verdict, evidence, ticks, hashesCompared, cheated, divergence?, reason?, restored; watch: watching, ticks; seek: sought, ticks, choice?",
  rewind: "from (the tick before), choicesUndone, choice?; tick is the boundary reached",
  save: "label, choices (made at this boundary)",
  restore: "label, from, choice?",
  fork: "branches [{ok, tick, result (the last reply), receipts?, state, evaluation?}]; a branch ends at its first refusal",
  selfCheck:
    "verdict (identical | diverged), evidence, ticks, hashesCompared, divergence? {tick, path?, expected?, actual?, message}, restored",
  recover:
    "recovered? {seed, ticks} (left out where `journal` holds no run), source (tab | closedTab | given), choice?",
};

/** What each code means, and what to do about it. */
export const errorNotes: { readonly [Code in ErrorCode]: string } = {
  BAD_ARGS: "an argument is wrong: `path` says which, `expected` what was expected",
  UNKNOWN_COMMAND: "no such command: `describe` lists them",
  NOT_SUPPORTED: "the game does not offer this: `describe.capabilities` says what it offers",
  NO_RUN: "no run: give startRun first",
  START_FAILED: "the game could not start the run: the message holds its words",
  RUN_OVER: "the run has ended: startRun begins the next",
  RUN_FAULTED: "the game threw and its last whole boundary could not be restored: startRun begins anew",
  CHOICE_PENDING: "a choice waits (it is in the reply): resolve it with choose",
  NO_CHOICE: "no choice is open",
  STALE_CHOICE: "the open choice has another id: look at it (it is in the reply) before answering",
  NO_EFFECT: "the game took the command and nothing changed: the message says why",
  GAME_THREW: "the game's code threw: a fault of the game, with its stack",
  ASYNC_PORT: "a call of the game's port returned a promise: only start may",
  BAD_STATE: "save() returned something that cannot be kept exactly: `path` says where",
  REPLAY_PLAYING: "a replay is being watched: only reads, pause, resume and abort work",
  BAD_SCRIPT: "the agentScript cannot be fetched from its address: the message says why",
  BAD_REPLAY: "the replay is malformed (`path` says where) or cannot be played by this build (the message says why)",
  REPLAY_TOO_NEW: "the replay's version is newer than this Tickbridge",
  REPLAY_TOO_LARGE: "the replay is larger than a replay can be",
  WRONG_GAME: "the replay is of another game, or the journal of another game or build",
  ABORTED: "stopped by abort between two ticks: the reply says how far it came",
  NO_JOURNAL: "no run is stored that could be brought back: startRun",
  BAD_JOURNAL: "what is stored is no journal, or a broken one: `path` says where; startRun begins a new one",
  JOURNAL_DIVERGED:
    "simulated again, the journalled run met other hashes than it had, so the game is not deterministic or not the same",
  DIVERGED:
    "simulated again, the run did not meet its own hashes, so the game is not deterministic (`divergence` says where); the run stands as it was",
  BAD_GAME:
    "the bridge could not start: the game object does not keep the port's contract, or the bridge's code is missing",
  INTERNAL: "a fault of Tickbridge itself: please report it with the message",
};
