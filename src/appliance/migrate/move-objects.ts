/** Copies objects from one store to another; broken off, it goes on with those that are not there yet. */
import type { ObjectStore } from "../../objects/object-store.ts";
import { isMark } from "./bucket-mark.ts";
import type { Bytes } from "../../vocabulary/units.ts";

/** How many objects a store holds, and their size together. */
export interface ObjectTotals {
  objects: number;
  bytes: Bytes;
}

/** From where to where objects are copied. */
export interface ObjectsMoved {
  source: ObjectStore;
  target: ObjectStore;
  /** What the target is called. */
  place: string;
  /** Hears which share of the bytes is there. */
  report(share: number): void;
}

interface StoredObject {
  key: string;
  bytes: Bytes;
}

/** So many are under way at once… */
const OBJECTS_AT_ONCE = 8;
/** …or as many as have this size together, so that memory is bounded. */
const BYTES_AT_ONCE: Bytes = 32 * 1024 * 1024;
/** So much of an object's end is read back: whoever has it has the object, and it costs little. */
const READ_BACK: Bytes = 64 * 1024;

/**
 * Copies every object that the target does not hold with the same size, and compares the two stores afterwards.
 *
 * @throws An exception that says what to do when the target holds other objects, or not what was put.
 */
export async function moveObjects(moved: ObjectsMoved): Promise<ObjectTotals> {
  const files = await moved.source.list("");
  const there = await requireOnly(files, moved);
  const total = sizeOf(files);
  const missing = files.filter(({ key }) => !there.has(key));
  let done = total - sizeOf(missing);
  for (const group of groupsOf(missing)) {
    await Promise.all(group.map((file) => copyObject(file, moved)));
    done += sizeOf(group);
    moved.report(done / total);
  }
  await requireAll(files, moved);
  return { objects: files.length, bytes: total };
}

/**
 * Looks whether the target holds nothing but objects of the source.
 *
 * @returns Those that it holds.
 * @throws An exception that says what to do.
 */
export async function requireOnly(
  files: readonly StoredObject[],
  { target, place }: Pick<ObjectsMoved, "target" | "place">,
): Promise<Map<string, Bytes>> {
  const wanted = sizesOf(files);
  const there = sizesOf((await target.list("")).filter(({ key }) => !isMark(key)));
  const other = [...there].find(([key, bytes]) => wanted.get(key) !== bytes);
  if (other === undefined) return there;
  throw new Error(
    `${place} holds other objects already, such as ${other[0]}; choose another prefix or bucket`,
  );
}

async function requireAll(files: readonly StoredObject[], { target, place }: ObjectsMoved): Promise<void> {
  const there = sizesOf(await target.list(""));
  const lost = files.find(({ key, bytes }) => there.get(key) !== bytes);
  if (lost === undefined) return;
  throw new Error(
    `${place} does not hold ${lost.key} as it was copied (${lost.bytes} bytes, there are ${there.get(lost.key) ?? 0}); ` +
      "run scoring migrate again",
  );
}

async function copyObject({ key, bytes }: StoredObject, { source, target }: ObjectsMoved): Promise<void> {
  const content = await source.read(key, 0, bytes);
  await target.put(key, content);
  const end = content.subarray(Math.max(0, bytes - READ_BACK));
  const found = await target.read(key, bytes - end.byteLength, end.byteLength);
  if (!Buffer.from(end).equals(found)) throw new Error(`the object ${key} is not there as it was put`);
}

function* groupsOf(files: readonly StoredObject[]): Generator<StoredObject[]> {
  let group: StoredObject[] = [];
  for (const file of files) {
    const isFull = group.length === OBJECTS_AT_ONCE || sizeOf(group) + file.bytes > BYTES_AT_ONCE;
    if (isFull && group.length > 0) {
      yield group;
      group = [];
    }
    group.push(file);
  }
  if (group.length > 0) yield group;
}

/** Returns the size of objects together. */
export function sizeOf(files: readonly StoredObject[]): Bytes {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function sizesOf(files: readonly StoredObject[]): Map<string, Bytes> {
  return new Map(files.map(({ key, bytes }) => [key, bytes]));
}
