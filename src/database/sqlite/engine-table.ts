/** SQLite's own ways, as every step asks for them. */
import { CompiledQuery, sql } from "kysely";
import type { ColumnKind, TableShape } from "../columns.ts";
import type {
  ChangedRows,
  Database,
  Durability,
  Engine,
  Findings,
  NextRows,
  RowChange,
  StoredRow,
} from "../engine.ts";
import { refuseChanges } from "./append-only/append-only-table.ts";
import { classify } from "./classify.ts";
import { compact, erasing } from "./erase.ts";
import { scrub } from "./scrub/scrub.ts";
import { saveEstimates } from "./estimates-table.ts";
import type { KnownRows } from "./known-rows.ts";
import { idInName, listOf, textOf } from "./ids/packed-ids.ts";
import { pagesOf } from "./pages/pages-table.ts";
import { changeSessionRows } from "./changed-rows-table.ts";
import { replaceSessionRows } from "./session-rows-table.ts";
import { createWordIndex, dropWordIndex, findByWords, packWords } from "./words-table.ts";

/** Every integer of SQLite's has up to 64 bits. */
const columnTypes: Record<ColumnKind, string> = {
  instant: "integer",
  count: "integer",
  ratio: "double precision",
  text: "text",
  json: "text",
  bytes: "blob",
};

const SYNCHRONOUS: Record<Durability, CompiledQuery> = {
  full: CompiledQuery.raw("pragma synchronous = full"),
  normal: CompiledQuery.raw("pragma synchronous = normal"),
};
const DATA_VERSION = CompiledQuery.raw("pragma data_version");
const BEGIN_READING = CompiledQuery.raw("begin deferred");

async function readChangeMark(database: Database): Promise<number> {
  const { rows } = await database.executeQuery<{ data_version: number }>(DATA_VERSION);
  return rows[0]?.data_version ?? 0;
}

/** @param known - What the connection knows of stored rows. */
export function sqliteEngine(known: KnownRows): Engine {
  return { ...WAYS, replaceSessionRows: replace, changeSessionRows: change, foundIn };

  async function replace(database: Database, table: TableShape, next: NextRows): Promise<ChangedRows> {
    known.lookAt(await readChangeMark(database));
    return replaceSessionRows(database, table, { ...next, known });
  }

  async function foundIn(transaction: Database, shapes: readonly TableShape[]): Promise<Findings> {
    known.lookAt(await readChangeMark(transaction));
    return known.foundIn(shapes.map(({ name }) => name));
  }

  async function change(
    database: Database,
    table: TableShape,
    changes: readonly RowChange[],
  ): Promise<StoredRow[]> {
    if (changes.length === 0) return [];
    known.lookAt(await readChangeMark(database));
    return changeSessionRows(database, table, { changes, known });
  }
}

/** The ways that need nothing of the connection. */
const WAYS: Omit<Engine, "replaceSessionRows" | "changeSessionRows" | "foundIn"> = {
  isShared: false,
  columnTypes,
  clustered: sql`without rowid`,
  async setDurability(connection, durability) {
    await connection.executeQuery(SYNCHRONOUS[durability]);
  },
  async beginReading(connection) {
    await connection.executeQuery(BEGIN_READING);
  },
  classify,
  listOf,
  textOf,
  idInName,
  createWordIndex,
  dropWordIndex,
  findByWords,
  packWords,
  refuseChanges,
  pagesOf,
  saveEstimates,
  // other processes are commands, whose changes are seen by the mark
  onChange: async () => () => {},
  readChangeMark,
  erasing,
  scrub,
  compact,
};
