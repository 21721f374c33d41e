/** A mark in a bucket while objects are moved into it: no server takes it meanwhile for one that lost the others. */
import type { ObjectStore } from "../../objects/object-store.ts";

/** Under a key that no object of the catalogue has. */
const FOLDER = "migrating";
const MARK = `${FOLDER}/under-way`;

export async function markBucket(objects: ObjectStore): Promise<void> {
  await objects.put(MARK, Buffer.from("scoring migrate is under way, or was broken off; run it again\n"));
}

export async function unmarkBucket(objects: ObjectStore): Promise<void> {
  await objects.remove(MARK);
}

/** Whether a migration into the bucket was begun and not ended. */
export async function isMarked(objects: ObjectStore): Promise<boolean> {
  return (await objects.list(FOLDER)).length > 0;
}

/** Whether a key is the mark's. */
export function isMark(key: string): boolean {
  return key === MARK;
}

/**
 * Makes sure that all objects are there.
 *
 * @throws An exception that says what to do.
 */
export async function requireMoved(objects: ObjectStore, place: string): Promise<void> {
  if (await isMarked(objects))
    throw new Error(
      `a migration into ${place} is under way, or was broken off; run scoring migrate again with the same settings, ` +
        "and it goes on",
    );
}
