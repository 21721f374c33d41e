import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteDriver from "better-sqlite3";
import { CompiledQuery } from "kysely";
import type { SqliteDatabase } from "kysely";
import { type Database, openDatabase } from "../../../src/database/open.ts";
import { KnownRows } from "../../../src/database/sqlite/known-rows.ts";
import { FOR_EACH_ROW, keepStatements } from "../../../src/database/sqlite/statements.ts";
import { inTransaction } from "../../../src/database/transaction.ts";

let connection: SqliteDriver.Database;
let database: SqliteDatabase;

beforeEach(() => {
  connection = new SqliteDriver(":memory:");
  connection.exec("create table notes (id integer primary key, text text)");
  database = keepStatements(connection, new KnownRows());
});

afterEach(() => database.close());

describe("a kept statement", () => {
  test("is the one that was prepared before for the same text", () => {
    const statement = database.prepare("select * from notes where id = ?");
    expect(database.prepare("select * from notes where id = ?")).toBe(statement);
    expect(database.prepare("select * from notes where text = ?")).not.toBe(statement);
  });

  test("knows the columns that its table has got since", () => {
    database.prepare("insert into notes values (1, 'one')").run([]);
    expect(database.prepare("select * from notes").all([])).toEqual([{ id: 1, text: "one" }]);
    connection.exec("alter table notes add column more integer");
    expect(database.prepare("select * from notes").all([])).toEqual([{ id: 1, text: "one", more: null }]);
  });

  test("is not in the way of a second reading of the same rows", () => {
    for (const id of [1, 2]) database.prepare("insert into notes values (?, 'a')").run([id]);
    const reading = database.prepare("select id from notes").iterate([]);
    reading.next();
    expect(database.prepare("select id from notes").all([])).toHaveLength(2);
    expect(reading.next().value).toEqual({ id: 2 });
    reading.next();
  });

  test("is let go when many others were used since", () => {
    const statement = database.prepare("select 0");
    for (let number = 1; number <= 200; number += 1) database.prepare(`select ${number}`);
    expect(database.prepare("select 0")).not.toBe(statement);
  });

  test("is none whose text lists very many values", () => {
    const text = `select 1 in (${Array.from({ length: 4_096 }, () => "1").join(",")})`;
    expect(database.prepare(text)).not.toBe(database.prepare(text));
  });
});

describe("a statement for each row", () => {
  const text = `${FOR_EACH_ROW}insert into notes values (?, ?)`;

  test("keeps nothing when one of the rows cannot be kept, as part of a transaction", async () => {
    const directory = mkdtempSync(join(tmpdir(), "each-row-"));
    const opened = openDatabase(join(directory, "scoring.db"), "write");
    await opened.executeQuery(CompiledQuery.raw("create table notes (id integer primary key, text text)"));
    const rows = [
      [1, "one"],
      [1, "another"],
    ];
    const insert = inTransaction(opened, "normal", (on) => on.executeQuery(CompiledQuery.raw(text, rows)));
    expect(insert).rejects.toThrow("UNIQUE");
    await insert.catch(() => {});
    const left = await opened.executeQuery(CompiledQuery.raw("select * from notes"));
    expect(left.rows).toEqual([]);
    await opened.destroy();
    rmSync(directory, { recursive: true });
  });

  test("runs once for each of its parameters", () => {
    const { changes } = database.prepare(text).run([
      [1, "one"],
      [2, null],
    ]);
    expect(changes).toBe(2);
    expect(database.prepare("select * from notes").all([])).toEqual([
      { id: 1, text: "one" },
      { id: 2, text: null },
    ]);
  });
});

describe("a pragma", () => {
  const durability = async (on: Database) =>
    (await on.executeQuery<{ synchronous: number }>(CompiledQuery.raw("pragma synchronous"))).rows[0]
      ?.synchronous;

  test("takes effect each time it is asked for", async () => {
    const directory = mkdtempSync(join(tmpdir(), "pragma-"));
    const opened = openDatabase(join(directory, "scoring.db"), "write");
    for (const wanted of ["full", "normal", "full"] as const) {
      const found = await inTransaction(opened, wanted, durability);
      expect(found).toBe(wanted === "full" ? 2 : 1);
    }
    await opened.destroy();
    rmSync(directory, { recursive: true });
  });
});
