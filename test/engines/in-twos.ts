// Runs work in several engines, two at a time: each engine is busy on one core.

/** The results in the order of `items`. Waits for all that has begun before it rejects. */
export async function inTwos<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as Item);
  };
  const ends = await Promise.allSettled([worker(), worker()]);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return results;
}
