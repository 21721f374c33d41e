import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noteBackup, readLastBackup } from "../../../src/appliance/backup/last-backup.ts";
import { checkBackup } from "../../../src/cli/doctor/backup.ts";
import { DAY, HOUR } from "../../../src/vocabulary/units.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const WHOLE = { bytes: 3_221_225_472, records: 411_200, missingObjects: 0 };

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "backed-up-"));
  writeFileSync(join(dataDir, "format"), "1\n");
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const madeBefore = (age: number) => ({ ...WHOLE, madeAt: new Date(NOW - age).toISOString() });

function agedBy(age: number): void {
  utimesSync(join(dataDir, "format"), (NOW - age) / 1_000, (NOW - age) / 1_000);
}

const check = (database: string | null = null) => checkBackup({ dataDir, database }, NOW);

describe("a directory without a backup", () => {
  test("needs none in its first week", () => {
    agedBy(6 * DAY);
    expect(check()).toMatchObject({ state: "ok", found: "none was made of this directory yet" });
  });

  test("is warned of afterwards, with what makes one", () => {
    agedBy(8 * DAY);
    expect(check()).toMatchObject({ state: "warn", remedy: expect.stringContaining("scoring backup FILE") });
  });

  test("is not warned of where PostgreSQL's own tools make backups", () => {
    agedBy(8 * DAY);
    expect(check("postgres://db/scoring")).toMatchObject({ state: "ok", remedy: null });
  });
});

describe("a directory with a backup", () => {
  test("shows its time and what it holds", async () => {
    await noteBackup(dataDir, madeBefore(HOUR));
    expect(check()).toMatchObject({ state: "ok", found: "2026-11-22T11:00:00.000Z, 411,200 records, 3 GiB" });
  });

  test("is warned of when it is older than a week", async () => {
    await noteBackup(dataDir, madeBefore(8 * DAY));
    expect(check()).toMatchObject({ state: "warn", found: expect.stringContaining("the last one is of") });
  });

  test("is warned of when it lacks objects", async () => {
    await noteBackup(dataDir, { ...madeBefore(HOUR), missingObjects: 2 });
    expect(check()).toMatchObject({ state: "warn", found: expect.stringContaining("it lacks 2 objects") });
  });
});

describe("the note", () => {
  test("is none when it is not what this version wrote", () => {
    writeFileSync(join(dataDir, "last-backup.json"), "{");
    expect(readLastBackup(dataDir)).toBeNull();
  });

  test("that cannot be written does not make the backup fail", async () => {
    mkdirSync(join(dataDir, "last-backup.json"));
    await noteBackup(dataDir, madeBefore(HOUR));
    expect(readLastBackup(dataDir)).toBeNull();
  });
});
