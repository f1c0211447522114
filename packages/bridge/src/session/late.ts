// What a page needs only when an agent goes back in time or handles replays: it comes in a chunk of its own, so that
// the part that every agent loads stays small.

const load = () => import("./commands/late.js");

type Late = Awaited<ReturnType<typeof load>>;
let arrived: Late | undefined;

/** Loads that chunk, once. A browser gives every `import()` a turn of the event loop, also of what is there already. */
export const loadLate = (): Late | Promise<Late> => arrived ?? keep(load());

async function keep(arriving: Promise<Late>): Promise<Late> {
  arrived = await arriving;
  return arrived;
}
