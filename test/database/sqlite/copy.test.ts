import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteDriver from "better-sqlite3";
import { copyDatabase } from "../../../src/database/sqlite/copy.ts";

let folder = "";
let writer: SqliteDriver.Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "copy-"));
  writer = new SqliteDriver(join(folder, "from.db"));
  writer.pragma("journal_mode = WAL");
  writer.exec("create table notes (text text)");
});
afterEach(() => {
  writer.close();
  rmSync(folder, { recursive: true });
});

const add = (text: string) => void writer.prepare("insert into notes values (?)").run(text);

function notesIn(path: string): unknown[] {
  const copy = new SqliteDriver(path);
  try {
    return copy.prepare("select text from notes").pluck().all();
  } finally {
    copy.close();
  }
}

describe("a copy of a database", () => {
  test("fails where there is no database", async () => {
    await expect(copyDatabase(join(folder, "none.db"), join(folder, "to.db"), () => {})).rejects.toThrow();
  });

  test("holds what was written before it began, and nothing of what is written meanwhile", async () => {
    for (let number = 0; number < 20_000; number += 1) add(`before ${"x".repeat(1_000)}`);
    let steps = 0;
    await copyDatabase(join(folder, "from.db"), join(folder, "to.db"), () => {
      steps += 1;
      add("meanwhile");
    });
    expect(steps).toBeGreaterThan(1);
    const copied = notesIn(join(folder, "to.db"));
    expect(copied).toHaveLength(20_000);
    expect(copied).not.toContain("meanwhile");
    expect(notesIn(join(folder, "from.db"))).toHaveLength(20_000 + steps);
  });

  test("is for this user's eyes only", async () => {
    await copyDatabase(join(folder, "from.db"), join(folder, "to.db"), () => {});
    expect(statSync(join(folder, "to.db")).mode & 0o777).toBe(0o600);
  });
});
