/** Gives Node 20 the two functions of newer versions that the importer calls. */
/* eslint-disable typescript/no-unnecessary-condition -- the types are those of newer versions */

Promise.withResolvers ??= function withResolvers<Value>() {
  let resolve: PromiseWithResolvers<Value>["resolve"] = () => {};
  let reject: PromiseWithResolvers<Value>["reject"] = () => {};
  const promise = new Promise<Value>((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
};

Map.groupBy ??= function groupBy<Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item, index: number) => Key,
) {
  const groups = new Map<Key, Item[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
    index += 1;
  }
  return groups;
};
