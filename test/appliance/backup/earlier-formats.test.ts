/** A backup of every format so far can be restored and served. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BACKUP_FORMAT } from "../../../src/appliance/backup/contents.ts";
import { restore } from "../../../src/appliance/backup/restore.ts";
import { FORMAT } from "../../../src/appliance/directory.ts";
import { balance, describeDifferences } from "../../../src/books/books.ts";
import { readFigures } from "../../../src/books/books-table.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { startTestAppliance } from "../running.ts";

const FIXTURES = join(import.meta.dir, "../../fixtures/backups");
const BACKUPS = readdirSync(FIXTURES).filter((name) => name.endsWith(".tar"));

const folder = mkdtempSync(join(tmpdir(), "formats-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a backup of each format so far", () => {
  test("is kept here, with the newest among them", () => {
    expect(BACKUPS).toContain(`format-${Math.max(FORMAT, BACKUP_FORMAT)}.tar`);
  });

  test.each(BACKUPS)("%s can be restored and served, with its people, records and scores", async (name) => {
    const directory = join(folder, name);
    const parts = { clock: systemClock, purges: null, tell: () => {} };
    const restored = await restore(directory, join(FIXTURES, name), parts);
    const served = await startTestAppliance({ directory });
    try {
      const figures = await readFigures(served.database);
      expect(figures.held.records).toBe(restored.records);
      await served.settled();
      expect(describeDifferences(balance(await readFigures(served.database), null))).toEqual([]);
      const all = wholeSchema(served.database);
      const people = await all.selectFrom("developers").select("email").execute();
      expect(people.map(({ email }) => email)).toContain("ann@example.com");
      expect((await all.selectFrom("metrics").selectAll().execute()).length).toBeGreaterThanOrEqual(3);
    } finally {
      await served.stop();
    }
  });
});
