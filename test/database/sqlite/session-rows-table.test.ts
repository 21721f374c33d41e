import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { count, orNull, ratio, text } from "../../../src/database/columns.ts";
import { engineOf } from "../../../src/database/engine.ts";
import { type Database, openDatabase } from "../../../src/database/open.ts";
import { changeSessionRows, replaceSessionRows } from "../../../src/database/session-rows.ts";
import { createTable, declareTable, type RowOf, tables } from "../../../src/database/table-shape.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { named } from "../../session-names.ts";

const LINES = declareTable("lines", {
  organization: text(),
  session: text(),
  text: orNull(text()),
  share: ratio(),
  seen: orNull(count()),
});

type Line = Omit<RowOf<typeof LINES>, "seen">;

let directory = "";
let database: Database;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "session-rows-"));
  database = openDatabase(join(directory, "scoring.db"), "write");
  await createTable(database, LINES);
});

afterEach(async () => {
  await database.destroy();
  rmSync(directory, { recursive: true });
});

const line = (session: string, text: string | null, share = 0.5): Line => ({
  organization: "ours",
  session,
  text,
  share,
});
const replace = (sessions: readonly string[], rows: readonly Line[]) =>
  replaceSessionRows(database, LINES, {
    sessions: sessions.map((session) => ({ organization: "ours", session: named(session) })),
    rows,
  });
const stored = () => tables(database, LINES).selectFrom("lines").selectAll().orderBy("text").execute();
const textsOf = async () => (await stored()).map(({ session, text }) => `${session} ${text}`);
const mark = () => tables(database, LINES).updateTable("lines").set({ seen: 1 }).execute();

describe("the rows of sessions", () => {
  test("are gone where none take their place", async () => {
    await replace(["a", "b"], [line("a", "one"), line("b", "two")]);
    await replace(["a"], []);
    expect(await textsOf()).toEqual(["b two"]);
  });

  test("of another organization stay", async () => {
    await replaceSessionRows(database, LINES, {
      sessions: [{ organization: "theirs", session: named("a") }],
      rows: [{ ...line("a", "theirs"), organization: "theirs" }],
    });
    await replace(["a"], [line("a", "ours")]);
    expect(await textsOf()).toEqual(["a ours", "a theirs"]);
  });

  test("are written only where they changed", async () => {
    await replace(["a"], [line("a", "one"), line("a", "two", 1), line("a", null)]);
    await mark();
    await replace(["a"], [line("a", "one"), line("a", "two", 1.5), line("a", null)]);
    expect((await stored()).map(({ text, share, seen }) => [text, share, seen])).toEqual([
      [null, 0.5, 1],
      ["one", 0.5, 1],
      ["two", 1.5, null],
    ]);
  });

  test("are as many as asked for, also when they are alike", async () => {
    await replace(["a"], [line("a", "one"), line("a", "one"), line("a", "one")]);
    await replace(["a"], [line("a", "one"), line("a", "one")]);
    expect(await textsOf()).toEqual(["a one", "a one"]);
    await replace(
      ["a"],
      Array.from({ length: 40 }, () => line("a", "one")),
    );
    expect(await textsOf()).toHaveLength(40);
  });

  test("are changed one by one where they differ", async () => {
    await replace(["a"], [line("a", "one"), line("a", "two", 1)]);
    const where = (text: string) => ({ organization: "ours", session: "a", text });
    const changed = await changeSessionRows(database, LINES, [
      { where: where("one"), set: { share: 0.5 } },
      { where: where("two"), set: { share: 2 } },
      { where: where("three"), set: { share: 3 } },
    ]);
    expect(changed).toEqual([{ ...line("a", "two", 2), seen: null }]);
    expect((await stored()).map(({ share }) => share)).toEqual([0.5, 2]);
  });

  test("are known as they are after one of them was changed", async () => {
    const like = (share: number) => [line("a", "one"), line("a", "two", share)];
    await replace(["a"], like(1));
    await changeSessionRows(database, LINES, [{ where: { session: "a", text: "two" }, set: { share: 2 } }]);
    const same = await replace(["a"], like(2));
    expect([same.added, same.removed]).toEqual([[], []]);
    const { added, removed } = await replace(["a"], like(1));
    expect([added, removed].map(([row]) => row?.share)).toEqual([1, 2]);
    expect([added, removed].flat()).toHaveLength(2);
  });

  test("are what is stored after a change that was rolled back", async () => {
    await replace(["a"], [line("a", "one", 1)]);
    const failing = inTransaction(database, "normal", async (transaction) => {
      const change = { where: { session: "a", text: "one" }, set: { share: 2 } };
      await changeSessionRows(transaction, LINES, [change]);
      throw new Error("no");
    });
    expect(failing).rejects.toThrow("no");
    await failing.catch(() => {});
    const { added } = await replace(["a"], [line("a", "one", 2)]);
    expect(added).toHaveLength(1);
  });
});

describe("what was found out from a table", () => {
  const findings = (from = database) => engineOf(from).foundIn(from, [LINES]);
  const remember = async (from = database) => void (await findings(from)).set("how many", { lines: 0 });

  test("is there until somebody writes to that table", async () => {
    await remember();
    await sql`create table others (text text)`.execute(database);
    expect((await findings()).get("how many")).toEqual({ lines: 0 });
    await mark();
    expect((await findings()).get("how many")).toBeUndefined();
  });

  test("is forgotten when another connection writes", async () => {
    await remember();
    const other = openDatabase(join(directory, "scoring.db"), "write");
    await tables(other, LINES).insertInto("lines").values(line("a", "one")).execute();
    await other.destroy();
    expect((await findings()).get("how many")).toBeUndefined();
  });

  test("is forgotten with a transaction that was rolled back", async () => {
    const failing = inTransaction(database, "normal", async (transaction) => {
      await remember(transaction);
      throw new Error("no");
    });
    await failing.catch(() => {});
    expect((await findings()).get("how many")).toBeUndefined();
  });
});
