import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery } from "kysely";
import { lockDirectory } from "../../src/database/lock.ts";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { type Migration, prepareTables, type TableSet } from "../../src/database/prepare.ts";
import { createTable, tables } from "../../src/database/table-shape.ts";
import { inTransaction, onSnapshot } from "../../src/database/transaction.ts";
import { NOTES } from "../database/notes.ts";

const createNotes = (database: Database) => createTable(database, NOTES);

const notes = (kept: boolean, migrations: readonly Migration[]): TableSet => ({
  name: "notes",
  tables: [NOTES],
  kept,
  migrations,
});

const derivedNotes = (shape: number): TableSet => ({
  name: "notes",
  tables: [NOTES],
  kept: false,
  shape,
  create: createNotes,
});

let directory = "";
let database: Database;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "database-"));
  database = openDatabase(join(directory, "scoring.db"), "write");
});

afterEach(async () => {
  await database.destroy();
  rmSync(directory, { recursive: true });
});

const insert = (into: Database, id: number) =>
  tables(into, NOTES).insertInto("notes").values({ id, text: "x" }).execute();
const count = async () => (await tables(database, NOTES).selectFrom("notes").selectAll().execute()).length;

describe("a transaction", () => {
  test("keeps nothing when its work throws", async () => {
    await prepareTables(database, [notes(true, [createNotes])]);
    const broken = inTransaction(database, "full", async (transaction) => {
      await insert(transaction, 1);
      throw new Error("stop");
    });
    await expect(broken).rejects.toThrow("stop");
    expect(await count()).toBe(0);
  });

  test("says why it failed when the database itself has undone it, as on a full disk", async () => {
    await prepareTables(database, [notes(true, [createNotes])]);
    await database.executeQuery(CompiledQuery.raw("pragma max_page_count = 10"));
    const text = "x".repeat(100_000);
    const full = inTransaction(database, "full", (transaction) =>
      tables(transaction, NOTES).insertInto("notes").values({ id: 1, text }).execute(),
    );
    await expect(full).rejects.toThrow("database or disk is full");
    await inTransaction(database, "full", (transaction) => insert(transaction, 2));
    expect(await count()).toBe(1);
  });

  test("waits for another process's writes instead of failing on a stale snapshot", async () => {
    await prepareTables(database, [notes(true, [createNotes])]);
    const writer = join(import.meta.dir, "other-writer.ts");
    const other = Bun.spawn([process.execPath, writer, join(directory, "scoring.db"), "1000"], {
      stderr: "inherit",
    });
    for (let id = 0; id < 200; id += 1)
      await inTransaction(database, "normal", async (one) => insert(one, id));
    expect(await other.exited).toBe(0);
    expect(await count()).toBe(400);
  });
});

describe("a snapshot", () => {
  test("does not change while others write", async () => {
    await prepareTables(database, [notes(true, [createNotes])]);
    const reading = openDatabase(join(directory, "scoring.db"), "read");
    const rows = (from: Database) => tables(from, NOTES).selectFrom("notes").select("id").execute();
    const [before, after] = await onSnapshot(reading, async (snapshot) => {
      const first = await rows(snapshot);
      await insert(database, 1);
      return [first, await rows(snapshot)];
    });
    expect([before, after, await rows(reading)]).toEqual([[], [], [{ id: 1 }]]);
    await reading.destroy();
  });
});

describe("preparing tables", () => {
  test("refuses kept tables of a newer version", async () => {
    await prepareTables(database, [notes(true, [createNotes, async () => {}])]);
    await expect(prepareTables(database, [notes(true, [createNotes])])).rejects.toThrow("newer version");
  });

  test("refuses tables that only a newer version knows, and changes nothing", async () => {
    const others: TableSet = { name: "sums of notes", tables: [], kept: true, migrations: [async () => {}] };
    await prepareTables(database, [notes(true, [createNotes]), others]);
    const more = notes(true, [createNotes, (one) => insert(one, 1).then(() => {})]);
    await expect(prepareTables(database, [more])).rejects.toThrow(
      "the tables of sums of notes were written by a newer version; start that version instead",
    );
    expect(await count()).toBe(0);
  });

  test("migrates kept tables and keeps their rows", async () => {
    await prepareTables(database, [notes(true, [createNotes])]);
    await insert(database, 1);
    await prepareTables(database, [notes(true, [createNotes, (one) => insert(one, 2).then(() => {})])]);
    expect(await count()).toBe(2);
  });

  test("makes derived tables of another shape anew and says so", async () => {
    await prepareTables(database, [derivedNotes(1)]);
    await insert(database, 1);
    const again = await prepareTables(database, [derivedNotes(2)]);
    expect(again.emptied).toEqual(["notes"]);
    expect(await count()).toBe(0);
  });

  test("migrates derived tables that have migrations, because records may be gone, and says so", async () => {
    await prepareTables(database, [notes(false, [createNotes])]);
    await insert(database, 1);
    const again = await prepareTables(database, [notes(false, [createNotes, async () => {}])]);
    expect(again.emptied).toEqual(["notes"]);
    expect(await count()).toBe(1);
    await expect(prepareTables(database, [notes(false, [createNotes])])).rejects.toThrow("newer version");
  });

  test("says that derived tables are new, but not of a database that is new", async () => {
    const others: TableSet = { name: "others", tables: [], kept: true, migrations: [async () => {}] };
    expect(await prepareTables(database, [others])).toEqual({ emptied: [] });
    const all = [others, derivedNotes(1)];
    expect(await prepareTables(database, all)).toEqual({ emptied: ["notes"] });
    expect(await prepareTables(database, all)).toEqual({ emptied: [] });
  });
});

describe("the directory's lock", () => {
  test("names the process that holds it", () => {
    const held = lockDirectory(directory);
    expect(lockDirectory(directory)).toEqual({
      ok: false,
      problem: { kind: "directory_busy", pid: process.pid, work: "server" },
    });
    if (held.ok) held.value.release();
  });

  test("leaves no note of who held it", () => {
    const held = lockDirectory(directory, "rebuild");
    const note = join(directory, "serving.pid");
    expect(readFileSync(note, "utf8")).toBe(`${process.pid} rebuild\n`);
    if (held.ok) held.value.release();
    expect(readFileSync(note, "utf8")).toBe("");
    const later = lockDirectory(directory, "backup");
    if (held.ok) held.value.release();
    expect(readFileSync(note, "utf8")).toBe(`${process.pid} backup\n`);
    if (later.ok) later.value.release();
  });

  test("can be taken again once released", () => {
    const first = lockDirectory(directory);
    if (first.ok) first.value.release();
    const second = lockDirectory(directory);
    expect(second.ok).toBe(true);
    if (second.ok) second.value.release();
  });
});
