// What a game in play needs of this package: reading replays and comparing states come apart, in `index.ts`.

export { CanonicalError, canonicalise, type JsonValue } from "./canonical.js";
export { type Evidence, hashEvery, type Replay, replayFormat, replayVersion } from "./format.js";
export { describeSchema, type JsonSchema, type SchemaIssue, unsupportedKeyword, validateJson } from "./json-schema.js";
export { pointer } from "./pointer.js";
export { hashState, isStateHash, StateError, type StateHash } from "./state-hash.js";
export { estimateBytes } from "./state-size.js";
export { countMax, isCount, parseSeed, type Seed, seedMax } from "./units.js";
