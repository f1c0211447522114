// What a page needs only when an agent goes back in time or handles replays: it comes in a chunk of its own, so that
// the part that every agent loads stays small.

/** Loads that chunk, once. */
export const loadLate = () => import("./commands/late.js");
