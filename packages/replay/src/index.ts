export { CanonicalError, canonicalise, copyJson, type JsonValue } from "./canonical.js";
export { canonicalJson, replayContentHash, stringifyReplay } from "./canonical-text.js";
export { type Difference, firstDifference } from "./compare.js";
export { describeSchema, type JsonSchema, type SchemaIssue, unsupportedKeyword, validateJson } from "./json-schema.js";
export { pointer } from "./pointer.js";
export {
  type Evidence,
  hashEvery,
  parseReplay,
  type Replay,
  replayFormat,
  replayVersion,
} from "./replay.js";
export { ReplayError, type ReplayErrorCode } from "./replay-error.js";
export { hashState, isStateHash, StateError, type StateHash } from "./state-hash.js";
export { estimateBytes } from "./state-size.js";
export { countMax, isCount, parseSeed, type Seed, seedMax } from "./units.js";
