// Finding the fewest parts that still show something. The parts are anything; only the test knows what they mean.

/** What is left of the parts where they show it still (fewer, when the test finds more that does not count); else undefined. */
export type Shows<Part> = (parts: readonly Part[]) => Promise<readonly Part[] | undefined>;

/**
 * The ddmin algorithm (A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input", 2002). `parts`
 * show it. The result shows it too and is 1-minimal: without any one of its parts it does not. For tests that need few
 * of n parts it asks in the order of log n questions for each of them; n² at worst.
 */
export async function fewestParts<Part>(parts: readonly Part[], shows: Shows<Part>): Promise<readonly Part[]> {
  const none = parts.length === 0 ? [] : await shows([]);
  if (none !== undefined) return none;
  let left = parts;
  let pieceCount = 2;
  while (left.length > 1) {
    const found = await reduced(left, Math.min(pieceCount, left.length), shows);
    if (found !== undefined) {
      left = found.parts;
      pieceCount = found.isComplement ? Math.max(pieceCount - 1, 2) : 2;
    } else if (pieceCount >= left.length) break;
    else pieceCount = Math.min(pieceCount * 2, left.length);
  }
  return left;
}

/** One piece alone that shows it, or all pieces but one. */
async function reduced<Part>(
  parts: readonly Part[],
  pieceCount: number,
  shows: Shows<Part>,
): Promise<{ readonly parts: readonly Part[]; readonly isComplement: boolean } | undefined> {
  const bounds = Array.from({ length: pieceCount + 1 }, (_, index) => Math.floor((index * parts.length) / pieceCount));
  const pieces = bounds.slice(1).map((end, index) => [bounds[index] as number, end] as const);
  // Of two halves, each is the other's complement.
  for (const [start, end] of pieces) {
    const piece = await shows(parts.slice(start, end));
    if (piece !== undefined) return { parts: piece, isComplement: false };
  }
  if (pieceCount === 2) return undefined;
  for (const [start, end] of pieces) {
    const complement = await shows([...parts.slice(0, start), ...parts.slice(end)]);
    if (complement !== undefined) return { parts: complement, isComplement: true };
  }
  return undefined;
}

/**
 * An integer from `min` to `now` that shows it while the one below it does not, or `min`. `now` shows it. Asks in the order
 * of log(now - min) questions; the smallest of all only where larger numbers show it whenever a smaller one does.
 */
export async function smallerNumber(
  min: number,
  now: number,
  shows: (number: number) => Promise<boolean>,
): Promise<number> {
  if (now <= min || (await shows(min))) return min;
  let [low, high] = [min, now];
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (await shows(middle)) high = middle;
    else low = middle;
  }
  return high;
}
