import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import SqliteDriver from "better-sqlite3";
import { sql } from "kysely";
import { bytes, orNull, text } from "../../../../src/database/columns.ts";
import { type Database, engineOf } from "../../../../src/database/engine.ts";
import { idOfName } from "../../../../src/database/held-id.ts";
import { openDatabase } from "../../../../src/database/open.ts";
import { packed, unpacked } from "../../../../src/database/sqlite/ids/packed-ids.ts";
import { createTable, declareTable, tables } from "../../../../src/database/table-shape.ts";
import { agentSessionId, partName, type SessionName } from "../../../../src/vocabulary/held-name.ts";
import { join } from "node:path";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";

const HOLDER = "0123456789abcdef";
const UUID = "c0ffee00-1234-5678-9abc-def012345678";
const DIGITS = UUID.replaceAll("-", "");
const NAME = `${HOLDER}:${UUID}` as SessionName;
const PART = partName(NAME, 3) ?? NAME;
const PART_OF_DIGITS = partName(`${HOLDER}:${DIGITS}` as SessionName, 1) ?? NAME;

const PACKED: readonly [text: string, bytes: number][] = [
  [DIGITS, 16],
  [DIGITS.slice(-12), 6],
  [NAME, 24],
  [`s:${NAME}`, 25],
  [`i:${NAME}`, 25],
  [`${HOLDER}:${DIGITS}`, 25],
  [`t:${HOLDER}:${DIGITS}`, 25],
];

const UNPACKED = [
  "",
  UUID,
  DIGITS.slice(1),
  `${DIGITS}0`,
  DIGITS.toUpperCase(),
  `${HOLDER}:ses_12`,
  `x:${NAME}`,
  `${HOLDER}:${UUID.toUpperCase()}`,
  PART,
  "g".repeat(32),
  "ä".repeat(32),
];

const KEPT = declareTable(
  "kept",
  { organization: text(), session: text<SessionName>(), data: orNull(bytes()) },
  { key: ["session"] },
);

let directory: string;
let database: Database;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "packed-"));
  database = openDatabase(join(directory, "scoring.db"), "write");
  await createTable(database, KEPT);
});

afterEach(async () => {
  await database.destroy();
  rmSync(directory, { recursive: true });
});

test.each(PACKED)("%p is kept as bytes", (value, length) => {
  const kept = packed(value);
  expect(kept).toBeInstanceOf(Uint8Array);
  expect(kept).toHaveLength(length);
  expect(unpacked(kept)).toBe(value);
});

test.each(UNPACKED)("%p is kept as it is", (value) => {
  expect(packed(value)).toBe(value);
});

test("bytes have the order of their texts", () => {
  const ids = Array.from({ length: 100 }, (_, number) => Bun.SHA256.hash(`${number}`, "hex").slice(0, 32));
  const inOrder = ids.toSorted();
  const kept = ids.map((id) => packed(id) as Buffer).toSorted((left, right) => left.compare(right));
  expect(kept.map(unpacked)).toEqual(inOrder);
});

describe("a table", () => {
  const names = [...PACKED.map(([name]) => name), ...UNPACKED] as SessionName[];

  beforeEach(async () => {
    const rows = names.map((session) => ({ organization: DIGITS, session, data: null }));
    await tables(database, KEPT).insertInto("kept").values(rows).execute();
  });

  test("has bytes in its file and gives texts", async () => {
    const rows = await tables(database, KEPT).selectFrom("kept").select("session").execute();
    expect(rows.map(({ session }) => session).toSorted()).toEqual(names.toSorted());
    const connection = new SqliteDriver(join(directory, "scoring.db"), { readonly: true });
    const [kept] = connection.prepare("select count(*) as n from kept where typeof(session) = 'blob'").all();
    connection.close();
    expect(kept).toEqual({ n: PACKED.length });
  });

  test("finds rows by lists of names", async () => {
    for (const asked of [names, names.slice(0, 2), names.slice(-2), []]) {
      const rows = await tables(database, KEPT)
        .selectFrom("kept")
        .select("session")
        .where("session", "in", engineOf(database).listOf(asked))
        .execute();
      expect(rows.map(({ session }) => session).toSorted()).toEqual(asked.toSorted());
    }
  });

  test.each([
    [NAME, UUID],
    [`${HOLDER}:${DIGITS}`, DIGITS],
    [PART, UUID],
    [PART_OF_DIGITS, DIGITS],
    [`${HOLDER}:ses_12`, "ses_12"],
  ] as [SessionName, string][])("finds the id in %p", async (session, id) => {
    await tables(database, KEPT)
      .insertInto("kept")
      .values({ organization: DIGITS, session, data: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const rows = await tables(database, KEPT)
      .selectFrom("kept")
      .select(["session", idOfName(database, "session").as("id")])
      .where(idOfName(database, "session"), "=", agentSessionId(id))
      .execute();
    expect(rows).toContainEqual({ session, id: agentSessionId(id) });
  });

  test("finds the id in a scope", async () => {
    const { rows } = await sql<{ id: string }>`select ${idOfName(database, "session", 2)} as id from kept
      where session in (${`s:${NAME}`}, ${`t:${HOLDER}:${DIGITS}`}) order by 1`.execute(database);
    expect(rows.map(({ id }) => id)).toEqual([UUID, DIGITS]);
  });

  test.each([6, 16, 24, 25])("gives %d bytes back as bytes", async (length) => {
    const data = new Uint8Array(length).fill(7);
    const found = await tables(database, KEPT)
      .updateTable("kept")
      .set({ data })
      .where("session", "=", NAME)
      .returningAll()
      .execute();
    expect(found).toEqual([{ organization: DIGITS, session: NAME, data: Buffer.from(data) }]);
  });
});
