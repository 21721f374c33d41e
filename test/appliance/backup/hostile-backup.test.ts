/** Backups that somebody made to do harm: each is refused with what is wrong, and takes no more memory than a good one. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArchiveWriter } from "../../../src/appliance/backup/archive.ts";
import { FORMAT } from "../../../src/appliance/directory.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { dataDirectory } from "../../cli/command-line.ts";
import { scoring } from "../../cli/in-process.ts";

const MIB = 1024 * 1024;
const HEADER = { format: 1, version: "0.1.0", madeAt: "2026-11-22T00:00:00Z", directoryFormat: FORMAT };

const folder = mkdtempSync(join(tmpdir(), "hostile-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A backup whose sums are right, whatever its database is. */
async function forge(name: string, database: Uint8Array | null): Promise<string> {
  const path = join(folder, name);
  const archive = await ArchiveWriter.open(path, systemClock());
  await archive.add("backup.json", JSON.stringify(HEADER));
  if (database !== null)
    await archive.add("database/00000001.zst", Buffer.from(await Bun.zstdCompress(database)));
  await archive.finish({ objects: 0, records: 0, organizations: 1, missing: [], audit: [] });
  await archive.close();
  return path;
}

/** What verify and restore say, which must be the same; nothing is left of either. */
async function refusalOf(path: string): Promise<string> {
  const before = readdirSync(folder);
  const place = join(folder, "place");
  const verified = await scoring(["verify", path]);
  const restored = await scoring(["restore", path, "--data-dir", place]);
  expect([verified.code, restored.code]).toEqual([1, 1]);
  expect(restored.err).toBe(verified.err.replace("scoring verify:", "scoring restore:"));
  if (existsSync(place)) rmSync(place, { recursive: true });
  expect(readdirSync(folder)).toEqual(before);
  return verified.err;
}

describe("a backup", () => {
  test("whose piece of the database is larger than any that is made is refused, however small it is packed", async () => {
    const path = await forge("bomb.tar", Buffer.alloc(64 * MIB));
    expect(await refusalOf(path)).toContain("holds more than a backup puts into one piece");
  });

  test.each([
    ["no database", Buffer.from("no database"), "its database is damaged, or not a database"],
    ["nothing", Buffer.alloc(0), "its database is not scoring's"],
  ])(
    "with %s in the database's place is not whole, and nobody is sent to repair an empty directory",
    async (what, bytes, found) => {
      const said = await refusalOf(await forge(`${what}.tar`, bytes));
      expect(said).toContain(found);
      expect(said).not.toContain("rebuild");
    },
  );

  test("without a database is refused in words", async () => {
    const said = await refusalOf(await forge("empty.tar", null));
    expect(said).toContain("cannot be restored: it holds no database");
  });

  test("leaves nothing of an earlier look at it that was killed, and what may still be in use", async () => {
    const path = await forge("twice.tar", null);
    const [old, recent] = [`${path}.verify-old`, `${path}.verify-now`];
    for (const left of [old, recent]) mkdirSync(left);
    const before = systemClock() / 1000 - 2 * 3600;
    utimesSync(old, before, before);
    await scoring(["verify", path]);
    expect([existsSync(old), existsSync(recent)]).toEqual([false, true]);
    rmSync(recent, { recursive: true });
  });

  test("that has the server connect somewhere says so when it is restored", async () => {
    const { directory } = await dataDirectory();
    writeFileSync(
      join(directory, "scoring.toml"),
      'llm_base_url = "http://collector.example.net/v1"\nllm_model = "m"\n',
    );
    const file = join(folder, "addressed.tar");
    expect((await scoring(["backup", file, "--data-dir", directory])).code).toBe(0);
    expect((await scoring(["verify", file])).code).toBe(0);
    const place = join(folder, "addressed");
    mkdirSync(place);
    const { code, out } = await scoring(["restore", file, "--data-dir", place]);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining("http://collector.example.net/v1 (llm_base_url)"),
    ]);
  });
});
