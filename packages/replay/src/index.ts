export { copyJson } from "./canonical.js";
export { canonicalJson, replayContentHash, stringifyReplay } from "./canonical-text.js";
export { type Difference, firstDifference, sharedPath } from "./compare.js";
export * from "./core.js";
export { parseReplay } from "./parse-replay.js";
export { differingParts, hashParts, type PartHashes } from "./part-hashes.js";
export {
  compareReplays,
  type HashDifference,
  type ReplayDifference,
  type StreamDifference,
} from "./replay-difference.js";
export { ReplayError, type ReplayErrorCode } from "./replay-error.js";
export { decodeState, encodeState } from "./state-text.js";
