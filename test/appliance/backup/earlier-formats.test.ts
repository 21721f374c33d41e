/** What versions before 0.2.0 left is refused with words that say what to do, and stays as it is. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { restore } from "../../../src/appliance/backup/restore.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { scoring } from "../../cli/in-process.ts";
import { startTestAppliance } from "../running.ts";

const BACKUP = join(import.meta.dir, "../../fixtures/backups/format-1.tar");

const folder = mkdtempSync(join(tmpdir(), "formats-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a backup by a version before 0.2.0", () => {
  test("is not restored", async () => {
    const directory = join(folder, "restored");
    const parts = { clock: systemClock, purges: null, report: () => {} };
    await expect(restore(directory, BACKUP, parts)).rejects.toThrow(
      "was made by version 0.1.0; this version restores backups of 0.2.0 and later",
    );
    expect(existsSync(directory) ? readdirSync(directory) : []).toEqual([]);
  });
});

describe("a data directory of a version before 0.2.0", () => {
  test("is neither served nor read, and nothing in it changes", async () => {
    const directory = join(folder, "served");
    mkdirSync(directory, { mode: 0o700 });
    for (const [name, text] of Object.entries({ format: "1\n", "scoring.db": "a database" }))
      writeFileSync(join(directory, name), text, { mode: 0o600 });
    const refused =
      "was made by a version before 0.2.0, which this version cannot read. Nothing was changed.";
    await expect(startTestAppliance({ directory })).rejects.toThrow(refused);
    for (const command of ["status", "scores", "backup"]) {
      const operands = command === "backup" ? [join(folder, "backup.tar")] : [];
      const read = await scoring([command, ...operands, "--data-dir", directory]);
      expect([command, read.code, read.err]).toEqual([command, 1, expect.stringContaining(refused)]);
    }
    expect(await Bun.file(join(directory, "scoring.db")).text()).toBe("a database");
    expect(readdirSync(directory).toSorted()).toEqual(["format", "scoring.db"]);
  });
});
