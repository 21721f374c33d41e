import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readInOrder } from "../../src/catalogue/read-in-order.ts";
import { openFileStore } from "../../src/objects/file-store.ts";
import { IncompleteObject, type ObjectStore } from "../../src/objects/object-store.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "read-in-order-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const bytes = new Uint8Array(100).map((_, index) => index);
const frames = Array.from({ length: 10 }, (_, number) => ({ offset: number * 10, length: 10 }));

/** A store that reads ahead as one in a bucket does, and says what it was asked for. */
async function storeWith(stored: Uint8Array, readAhead: number) {
  const store = openFileStore(folder);
  await store.put("object", stored);
  const asked: string[] = [];
  const watched: ObjectStore = {
    ...store,
    readAhead,
    read: (key, offset, length) => {
      asked.push(`${offset}+${length}`);
      return store.read(key, offset, length);
    },
  };
  return { asked, reader: readInOrder(watched, { key: "object", frames }) };
}

describe("an object that is read in order", () => {
  test("is read frame by frame where that costs nothing", async () => {
    const { asked, reader } = await storeWith(bytes, 0);
    for (const { offset, length } of frames.slice(0, 2)) await reader.read("object", offset, length);
    expect(asked).toEqual(["0+10", "10+10"]);
  });

  test("is read many frames at once where a request costs", async () => {
    const { asked, reader } = await storeWith(bytes, 45);
    for (const { offset, length } of frames)
      expect(await reader.read("object", offset, length)).toEqual(bytes.slice(offset, offset + length));
    expect(asked).toEqual(["0+45", "40+45", "80+20"]);
  });

  test("gives the frames that are there when it has lost its end", async () => {
    const { reader } = await storeWith(bytes.slice(0, 25), 1_000);
    expect(await reader.read("object", 0, 10)).toEqual(bytes.slice(0, 10));
    expect(await reader.read("object", 10, 10)).toEqual(bytes.slice(10, 20));
    await expect(reader.read("object", 20, 10)).rejects.toBeInstanceOf(IncompleteObject);
  });
});
