/** SQLite's own ways, as every step asks for them. */
import { CompiledQuery, sql } from "kysely";
import type { ColumnKind } from "../columns.ts";
import type { Database, Durability, Engine } from "../engine.ts";
import { classify } from "./classify.ts";
import { compact, erasing } from "./erase.ts";
import { scrub } from "./scrub/scrub.ts";
import { saveEstimates } from "./estimates-table.ts";
import { replaceSessionRows } from "./session-rows-table.ts";

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

export const sqliteEngine: Engine = {
  columnTypes,
  async setDurability(connection, durability) {
    await connection.executeQuery(SYNCHRONOUS[durability]);
  },
  async beginReading(connection) {
    await connection.executeQuery(BEGIN_READING);
  },
  classify,
  listOf: (texts) => sql`(select value from json_each(${JSON.stringify(texts)}))`,
  replaceSessionRows,
  saveEstimates,
  readChangeMark,
  erasing,
  scrub,
  compact,
};
