// A snapshot that is too large for its reader, made smaller: what is left is valid, and what went is named.

type Fields = { readonly [name: string]: unknown };

/** What the list of what was cut may take. */
const cutSizeMax = 4096;
/** Stay, whatever the limit: without them nothing could be asked for since then. */
export const identityFields = ["tick", "snap", "since"];
/** Go last: what an agent cannot do without. */
const frameFields = ["runState", "pauseOwners", "seed", "choice", "choicesQueued", "faulted"];

/**
 * The fields, or as much of them as `sizeMax` holds by `sizeOf`, which measures a value's JSON. The largest give way: a list
 * loses its far end, anything else goes. `cut` says how many entries are left of each field that was cut, 0 where
 * nothing is; `cutMore` counts the fields that have no room in `cut`. Below some 200 it may hold more than `sizeMax`.
 */
export function fitted(fields: object, sizeMax: number, sizeOf: (value: unknown) => number): Fields {
  if (sizeOf(fields) <= sizeMax) return fields as Fields;
  const cuttable = Object.entries(fields).filter(([name]) => !identityFields.includes(name));
  const bySize = cuttable.map(([name, value]) => {
    const size = sizeOf({ [name]: value }) - 1;
    // A game's own fields of these names have to make room for ours.
    const rank =
      name === "cut" || name === "cutMore" ? Number.POSITIVE_INFINITY : frameFields.includes(name) ? size - 1e12 : size;
    return { name, value, size, rank };
  });
  bySize.sort((left, right) => right.rank - left.rank);
  // Without a prototype `__proto__` is a name like any other.
  const kept: Record<string, unknown> = Object.assign(Object.create(null), fields);
  const cut: Record<string, number> = Object.create(null);
  let cutMore = 0;
  let cutSizeLeft = Math.min(cutSizeMax, sizeMax >> 2);
  // The braces, and the names and numbers of what is added.
  const identitySize = sizeOf(fields) - sizeOf(Object.fromEntries(cuttable));
  let over = bySize.reduce((sum, { size }) => sum + size, identitySize + 40) - sizeMax;
  for (const { name, value, size, rank } of bySize) {
    const isOurs = rank === Number.POSITIVE_INFINITY;
    if (over <= 0 && !isOurs) break;
    delete kept[name];
    over -= size;
    // The name, the colon, the number and a comma.
    const nameSize = sizeOf(name) + 12;
    const isNamed = nameSize <= cutSizeLeft;
    if (isNamed) {
      cutSizeLeft -= nameSize;
      over += nameSize;
      cut[name] = 0;
    } else cutMore++;
    if (over <= 0 && isNamed && !isOurs && Array.isArray(value)) {
      const start = startWithin(value, -over - nameSize, sizeOf);
      if (start.length > 0) kept[name] = start;
      cut[name] = start.length;
    }
  }
  return cutMore === 0 ? { ...kept, cut } : { ...kept, cut, cutMore };
}

/** The longest start of a list whose entries take no more. */
function startWithin(
  list: readonly unknown[],
  sizeMax: number,
  sizeOf: (value: unknown) => number,
): readonly unknown[] {
  let left = sizeMax;
  const end = list.findIndex((entry) => {
    left -= sizeOf(entry) + 1;
    return left < 0;
  });
  return end < 0 ? list : list.slice(0, end);
}
