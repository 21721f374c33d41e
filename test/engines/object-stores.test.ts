import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFileStore } from "../../src/objects/file-store.ts";
import { IncompleteObject, type ObjectStore } from "../../src/objects/object-store.ts";
import { openS3Store } from "../../src/objects/s3-store.ts";
import { isS3Missing, startS3, type StartedS3 } from "./s3.ts";
import { placeIn } from "./bucket.ts";

const folder = mkdtempSync(join(tmpdir(), "stores-"));
let server: StartedS3 | null = null;
beforeAll(async () => {
  if (!isS3Missing()) server = await startS3(join(folder, "s3"));
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

let stores = 0;
const KINDS: Record<string, () => ObjectStore> = {
  folder: () => openFileStore(join(folder, `store${++stores}`)),
  bucket: () => openS3Store(placeIn(server as StartedS3, `store${++stores}/`)),
};
const kinds = Object.keys(KINDS).filter((kind) => kind === "folder" || !isS3Missing());

const bytes = new TextEncoder().encode("0123456789");

describe.each(kinds)("an object store in a %s", (kind) => {
  let store: ObjectStore;
  beforeEach(() => {
    store = (KINDS[kind] as () => ObjectStore)();
  });

  test("fails on a part that the object does not have", async () => {
    await store.put("org=a/one", bytes);
    for (const [key, offset, length] of [
      ["org=a/one", 8, 4],
      ["org=a/one", 20, 4],
      ["org=a/two", 0, 1],
    ] as const) {
      const read = store.read(key, offset, length);
      await expect(read).rejects.toThrow(`reading ${length} bytes at ${offset}`);
      await expect(read).rejects.toBeInstanceOf(IncompleteObject);
    }
  });

  test.each(["../outside", "org=a/../../outside", "org=a/../..", "..", ""])(
    "touches nothing outside of its folder: %p",
    async (key) => {
      const asked = [() => store.put(key, bytes), () => store.read(key, 0, 1), () => store.remove(key)];
      for (const ask of asked) await expect(ask()).rejects.toThrow("outside of its folder");
    },
  );

  test("gives back any part of an object", async () => {
    await store.put("org=a/date=x/one", bytes);
    const part = async (offset: number, length: number) =>
      new TextDecoder().decode(await store.read("org=a/date=x/one", offset, length));
    expect([await part(2, 3), await part(0, 10), await part(9, 1), await part(3, 0)]).toEqual([
      "234",
      "0123456789",
      "9",
      "",
    ]);
  });

  test("keeps an object of any size, and names of any letters", async () => {
    const large = new Uint8Array(70 * 1024 * 1024).fill(7);
    large[large.length - 1] = 9;
    await store.put("org=a/large", large);
    expect(await store.read("org=a/large", large.length - 2, 2)).toEqual(new Uint8Array([7, 9]));
    await store.put("org=a/empty", new Uint8Array());
    await store.put("org=a/ü b+c%2F&d", bytes);
    expect(await store.list("org=a")).toEqual([
      { key: "org=a/empty", bytes: 0 },
      { key: "org=a/large", bytes: large.length },
      { key: "org=a/ü b+c%2F&d", bytes: 10 },
    ]);
  });

  test("puts an object in the place of another with its name", async () => {
    await store.put("one", bytes);
    await store.put("one", bytes.subarray(0, 4));
    expect(await store.list("")).toEqual([{ key: "one", bytes: 4 }]);
  });

  test("lists objects below a prefix in the order of their keys", async () => {
    for (const key of ["org=a/two", "org=a/one", "org=ab/one", "org=b/one"]) await store.put(key, bytes);
    expect((await store.list("org=a")).map(({ key }) => key)).toEqual(["org=a/one", "org=a/two"]);
    expect(await store.list("org=c")).toEqual([]);
    expect((await store.list("")).length).toBe(4);
  });

  test("lists what is behind a key, and the folders", async () => {
    for (const key of ["org=a/x/1", "org=a/x/3", "org=a/y/1", "org=b/1"]) await store.put(key, bytes);
    const behind = (await Array.fromAsync(store.pages("org=a", "org=a/x/2"))).flat();
    expect(behind.map(({ key }) => key)).toEqual(["org=a/x/3", "org=a/y/1"]);
    expect([await store.folders(""), await store.folders("org=a"), await store.folders("org=c")]).toEqual([
      ["org=a", "org=b"],
      ["x", "y"],
      [],
    ]);
  });

  test("lists more objects than fit on a page", async () => {
    const keys = Array.from({ length: 1_100 }, (_, number) => `many/${String(number).padStart(5, "0")}`);
    await Promise.all(keys.map((key) => store.put(key, bytes.subarray(0, 1))));
    expect((await store.list("many")).map(({ key }) => key)).toEqual(keys);
  });

  test("forgets an object, also one that is not there", async () => {
    await store.put("one", bytes);
    await store.remove("one");
    await store.remove("one");
    expect(await store.list("")).toEqual([]);
  });

  test("can be used", async () => {
    await store.check();
    expect(await store.list("")).toEqual([]);
  });
});
