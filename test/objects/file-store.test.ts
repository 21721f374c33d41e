import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFileStore } from "../../src/objects/file-store.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "objects-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const bytes = new TextEncoder().encode("0123456789");

describe("the file store", () => {
  test("fails on a part that the object does not have", async () => {
    const store = openFileStore(folder);
    await store.put("org=a/one", bytes);
    await expect(store.read("org=a/one", 8, 4)).rejects.toThrow("reading 4 bytes at 8");
    await expect(store.read("org=a/two", 0, 1)).rejects.toThrow("reading 1 bytes at 0");
  });

  test.each(["../outside", "org=a/../../outside", "org=a/../..", "..", ""])(
    "touches nothing outside of its folder: %p",
    async (key) => {
      const inside = join(folder, "store");
      const store = openFileStore(inside);
      writeFileSync(join(folder, "outside"), "mine");
      await store.put("org=a/one", bytes);
      const asked = [() => store.put(key, bytes), () => store.read(key, 0, 1), () => store.remove(key)];
      for (const ask of asked) await expect(ask()).rejects.toThrow("outside of its folder");
      expect(readFileSync(join(folder, "outside"), "utf8")).toBe("mine");
      expect(await store.list("org=a")).toHaveLength(1);
    },
  );

  test("gives back any part of an object", async () => {
    const store = openFileStore(folder);
    await store.put("org=a/date=x/one", bytes);
    expect(new TextDecoder().decode(await store.read("org=a/date=x/one", 2, 3))).toBe("234");
  });

  test("lists whole objects below a prefix, and no half-written one", async () => {
    const store = openFileStore(folder);
    await store.put("org=a/two", bytes);
    await store.put("org=a/one", bytes);
    await store.put("org=b/one", bytes);
    writeFileSync(join(folder, "org=a/three.unfinished"), "half");
    expect(await store.list("org=a")).toEqual([
      { key: "org=a/one", bytes: 10 },
      { key: "org=a/two", bytes: 10 },
    ]);
    expect(await store.list("org=c")).toEqual([]);
  });

  test("forgets an object, also one that is not there", async () => {
    const store = openFileStore(folder);
    await store.put("one", bytes);
    await store.remove("one");
    await store.remove("one");
    expect(await store.list("")).toEqual([]);
  });

  test("lets only its owner read", async () => {
    await openFileStore(folder).put("org=a/one", bytes);
    expect(statSync(join(folder, "org=a/one")).mode & 0o077).toBe(0);
    expect(statSync(join(folder, "org=a")).mode & 0o077).toBe(0);
  });
});
