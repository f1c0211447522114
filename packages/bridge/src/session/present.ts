// What does not apply is left out, never zeroed: the one place where replies and snapshots drop what is undefined.

/** A copy without the properties that are undefined. */
export function present<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]: Exclude<Fields[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** The list, or undefined when there is nothing in it. */
export function nonEmpty<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}
