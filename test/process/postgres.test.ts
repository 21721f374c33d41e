import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareDatabase } from "../../src/appliance/rebuild/forget-derived.ts";
import { ALL_TABLES } from "../../src/appliance/tables.ts";
import { instant, type TableShape, text } from "../../src/database/columns.ts";
import type { Database } from "../../src/database/engine.ts";
import { declareDays } from "../../src/database/days/days-table.ts";
import {
  emptyChangedDays,
  keepOpenDays,
  keptAsJson,
  readKeptDays,
} from "../../src/database/days/kept-days-table.ts";
import { openDatabase } from "../../src/database/open.ts";
import { readAllRows } from "../all-rows.ts";
import { TABLE_SETS } from "../../src/database/table.ts";
import { createTable, declareTable, tables } from "../../src/database/table-shape.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { addRareRows, captureRows, copyRows } from "../database/postgres/captured-rows.ts";
import { CHANGES, INDIRECTLY } from "../database/postgres/changing.ts";
import { findLandmarks, type Landmarks } from "../database/postgres/landmarks.ts";
import { IN_ANY_ORDER, QUESTIONS } from "../database/postgres/reading.ts";
import { openPostgres } from "../database/postgres/open-postgres.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../engines/postgres.ts";
import { askingFunctions } from "../database/postgres/table-files.ts";
import { isSkipped } from "../skipped.ts";

const TABLES = ALL_TABLES.flatMap<TableShape>((set) => set.tables);
const NAMES = [TABLE_SETS, ...TABLES].map(({ name }) => name);
/** Nothing here fills these: they would need a damaged object, a clock that is right again, and days of work. */
const SELDOM = new Set([
  "boundary_looks.override",
  "clock_doubts.ended_at",
  "clock_doubts.last_sequence",
  "damaged_frames.version",
  "examined.organization",
  "examined.sequence",
  "prompts.given",
  "recomputes.reason",
  "score_days.packed",
]);
const found = findPostgres();
const missing = "missing" in found ? found.missing : "";

test("every function of a table file is asked of both databases", () => {
  const asked = [...Object.keys(QUESTIONS), ...CHANGES.map(({ name }) => name), ...INDIRECTLY];
  expect([...new Set(asked)].toSorted()).toEqual(askingFunctions());
});

describe.skipIf(isSkipped(missing === "", missing))("PostgreSQL and SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "both-"));
  let server: PostgresServer;
  let sqlite: Database;
  let postgres: Database;
  let at: Landmarks;
  /** Questions that were answered with something at least once. */
  const answeredWithRows = new Set<string>();
  /** Columns that held something at least once, such as "cards.rewrite". */
  const filled = new Set<string>();
  /** Rows that were looked at for that. */
  const looked = new Set<string>();

  beforeAll(async () => {
    sqlite = openDatabase(await captureRows(folder), "write");
    await addRareRows(sqlite);
    if ("programs" in found) server = await startPostgres(found.programs);
    postgres = openPostgres(server, "engine");
    await prepareDatabase(postgres);
    await copyRows(sqlite, postgres, TABLES);
    at = await findLandmarks(sqlite);
  }, 600_000);

  afterAll(async () => {
    await sqlite.destroy();
    await postgres?.destroy();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("have the same rows to begin with", async () => {
    expect(at.metrics.length).toBeGreaterThan(3);
    await compareRows();
  });

  test.each(Object.keys(QUESTIONS))("answer %s alike", (name) => answerAlike(name));

  test.each(CHANGES.map(({ name, change }) => [name, change] as const))(
    "are left alike by %s",
    async (_, change) => {
      const outcomes = [];
      for (const database of [sqlite, postgres]) outcomes.push(plain(await change(database, at)));
      expect(outcomes[1]).toEqual(outcomes[0]);
      await compareRows();
      // later changes remove what these are about
      for (const name of Object.keys(QUESTIONS)) if (!answeredWithRows.has(name)) await answerAlike(name);
    },
  );

  test.each(Object.keys(QUESTIONS))("answer %s alike afterwards", (name) => answerAlike(name));

  test("keeps no day as it was before another connection changed it", async () => {
    const visits = declareTable("visits", { organization: text(), at: instant() });
    const days = declareDays("visit_days");
    await createTable(postgres, visits);
    await createTable(postgres, days);
    const other = openPostgres(server, "engine");
    const visit = (connection: Database) =>
      inTransaction(connection, "full", async (transaction) => {
        const row = { organization: "ours", at: DAY };
        await tables(transaction, visits).insertInto("visits").values(row).execute();
        await emptyChangedDays(transaction, days, [row]);
      });
    let visitMeanwhile = () => visit(other);
    const keep = () =>
      keepOpenDays(postgres, keptAsJson<number>(days, "1"), {
        now: 9 * DAY,
        limit: 9,
        first: "newest",
        add: async (transaction) => {
          const rows = await tables(transaction, visits).selectFrom("visits").selectAll().execute();
          await visitMeanwhile();
          return rows.length;
        },
      });
    const read = () =>
      readKeptDays(postgres, keptAsJson<number>(days, "1"), { organization: "ours", from: 0, to: 9 });
    await visit(postgres);
    await keep();
    expect([...(await read())]).toEqual([[1, null]]);
    visitMeanwhile = async () => {};
    await keep();
    expect([...(await read())]).toEqual([[1, 2]]);
    await other.destroy();
  });

  test("were compared with something in every column", () => {
    const columns = TABLES.flatMap(({ name, columns }) =>
      Object.keys(columns).map((column) => `${name}.${column}`),
    );
    expect(columns.filter((column) => !filled.has(column) && !SELDOM.has(column))).toEqual([]);
  });

  async function compareRows(): Promise<void> {
    const rows = await rowsOf(sqlite);
    expect(await rowsOf(postgres)).toEqual(rows);
    for (const [name, found] of Object.entries(rows))
      for (const row of found.filter((one) => !looked.has(one))) {
        looked.add(row);
        for (const column of columnsWithValue(row)) filled.add(`${name}.${column}`);
      }
  }

  async function answerAlike(name: string): Promise<void> {
    const ask = QUESTIONS[name];
    if (ask === undefined) throw new Error("no such question");
    const answers = (database: Database) => Promise.all(ask(database, at));
    const shown = IN_ANY_ORDER.has(name) ? sorted : plain;
    const answered = await answers(sqlite);
    expect(shown(await answers(postgres))).toEqual(shown(answered));
    if (holdsSomething(plain(answered))) answeredWithRows.add(name);
  }
});

async function rowsOf(database: Database): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const name of NAMES) rows[name] = await readAllRows(database, name);
  return rows;
}

/** @param row - As JSON. */
function columnsWithValue(row: string): string[] {
  const values = Object.entries(JSON.parse(row) as Record<string, unknown>);
  return values.filter(([, value]) => value !== null).map(([column]) => column);
}

/** The same, every list in an order that depends on what it holds only. */
function sorted(answers: unknown): unknown {
  return JSON.parse(JSON.stringify(plain(answers)), (_, one: unknown) =>
    Array.isArray(one) ? one.toSorted((first, second) => (textOf(first) < textOf(second) ? -1 : 1)) : one,
  );
}

function textOf(value: unknown): string {
  return JSON.stringify(value);
}

/** Whether there is more in it than nulls, zeros and empty lists. */
function holdsSomething(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(holdsSomething);
  return value !== null && value !== 0 && value !== false && value !== "";
}

/** Bytes and maps as what can be compared. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (_, one: unknown) => {
      if (one instanceof Map)
        return [...one].toSorted(([first], [second]) => (String(first) < String(second) ? -1 : 1));
      return one instanceof Set ? [...one].toSorted() : one;
    }),
  );
}
