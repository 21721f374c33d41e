/** What stays the same while a session grows: objects that are known again by their identity. */

/**
 * Returns the same function, which works each object out once, as long as that object lives.
 *
 * @param work - One that depends on nothing else, of an object that never changes.
 */
export function perObject<Key extends object, Value extends {} | null>(
  work: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = work(key);
    known.set(key, value);
    return value;
  };
}

/** Whether two lists hold the same objects in the same order. */
export function haveSameItems<Item>(left: readonly Item[], right: readonly Item[]): boolean {
  return left.length === right.length && left.every((item, place) => item === right[place]);
}

/**
 * Takes the objects of an earlier list for those that are equal to them.
 *
 * @param next - The new list; what both have in common is mostly at the same places.
 * @returns A list with equal items.
 */
export function keepEqual<Item extends { id: string }>(
  next: readonly Item[],
  before: readonly Item[],
): Item[] {
  let byId: Map<string, Item> | null = null;
  return next.map((item, place) => {
    const there = before[place];
    if (there === item) return item;
    if (there?.id === item.id) return Bun.deepEquals(there, item, true) ? there : item;
    byId ??= new Map(before.map((each) => [each.id, each]));
    const other = byId.get(item.id);
    return other !== undefined && Bun.deepEquals(other, item, true) ? other : item;
  });
}
