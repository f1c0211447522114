// What a page needs only when an agent goes back in time or handles replays: it comes in a chunk of its own, so that
// the part that every agent loads stays small.

type Late = typeof import("./commands/late.js");
let arrived: Late | undefined;

/** Loads that chunk, once. A browser gives every `import()` a turn of the event loop, also of what is there already. */
export const loadLate = (): Late | Promise<Late> =>
  arrived ??
  import("./commands/late.js").then((late) => {
    arrived = late;
    return late;
  });
