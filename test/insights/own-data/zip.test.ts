import { describe, expect, test } from "bun:test";
import type { OwnFile } from "../../../src/insights/own-data/own-files.ts";
import { packFiles } from "../../../src/insights/own-data/zip.ts";
import { unzipped } from "../../unzipped.ts";

const AT = Date.parse("2026-11-21T12:00:00Z");
const MEGABYTE = 1024 * 1024;

/** A file of parts that cannot be made smaller; `made` counts them. */
async function* parts(count: number, made: { count: number }): AsyncGenerator<string, void> {
  for (let number = 0; number < count; number += 1) {
    made.count += 1;
    yield Buffer.from(crypto.getRandomValues(new Uint8Array(48 * 1024))).toString("base64");
  }
}

async function* files(...list: OwnFile[]): AsyncGenerator<OwnFile, void> {
  yield* list;
}

async function bytesOf(zip: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe("a zip", () => {
  test("holds its files, of any length, with every letter", async () => {
    const text = async function* () {
      yield "Grüße\n";
      yield "日本\n";
    };
    const made = { count: 0 };
    const zip = packFiles(
      files({ name: "a.txt", parts: text() }, { name: "b/c.txt", parts: parts(40, made) }),
      AT,
    );
    const found = await unzipped(await bytesOf(zip));
    expect([...found.keys()]).toEqual(["a.txt", "b/c.txt"]);
    expect(found.get("a.txt")).toBe("Grüße\n日本\n");
    expect(found.get("b/c.txt")?.length).toBe(40 * 64 * 1024);
  });

  test("is read no further than it is taken: a large person needs no more memory than a small one", async () => {
    const made = { count: 0 };
    const zip = packFiles(files({ name: "large", parts: parts(10_000, made) }), AT);
    const iterator = zip[Symbol.asyncIterator]();
    let taken = 0;
    while (taken < 4 * MEGABYTE) taken += (await iterator.next()).value?.length ?? 0;
    const before = made.count;
    for (let turn = 0; turn < 1_000; turn += 1) await Bun.sleep(0);
    expect(made.count - before).toBeLessThan(40);
    expect(made.count).toBeLessThan(200);
    await iterator.return?.();
    for (let turn = 0; turn < 1_000; turn += 1) await Bun.sleep(0);
    expect(made.count).toBeLessThan(200);
  });

  test("has no end when a file cannot be read", async () => {
    const broken = async function* (): AsyncGenerator<string, void> {
      yield "first\n";
      throw new Error("the disk is gone");
    };
    const zip = packFiles(files({ name: "a", parts: broken() }), AT);
    expect(await bytesOf(zip).catch((error: Error) => error.message)).toBe("the disk is gone");
  });
});
