/** PostgreSQL's own ways, as every step asks for them; the dialect adds what needs the connection. */
import { CompiledQuery, type RawBuilder, sql } from "kysely";
import type { TableShape } from "../columns.ts";
import type { Database, Engine } from "../engine.ts";
import { classify } from "./classify.ts";
import { pagesOf } from "./pages-table.ts";
import { changeSessionRows, replaceSessionRows, TYPES } from "./session-rows-table.ts";
import { vacuumAll, vacuumNext } from "./vacuum-table.ts";
import { createWordIndex, dropWordIndex, findByWords } from "./words-table.ts";

const BEGIN_READING = CompiledQuery.raw("begin isolation level repeatable read read only");
const SNAPSHOT = CompiledQuery.raw("select pg_current_snapshot()::text as seen");

/** Text is compared byte by byte, whatever the database's own order is. */
const BYTEWISE = ' collate "C"';

/** Which transactions are seen says whether anything changed: exact, also within a snapshot. */
async function readChangeMark(database: Database): Promise<number> {
  const { rows } = await database.executeQuery<{ seen: string }>(SNAPSHOT);
  return Number(BigInt(Bun.hash(rows[0]?.seen ?? "")) >> 11n);
}

async function refuseChanges(database: Database, { name }: TableShape, removed: TableShape): Promise<void> {
  const stay = sql.raw(`${name}_stay`);
  await sql`create function ${stay}() returns trigger language plpgsql as ${sql.raw(`$$ begin
    if tg_op = 'DELETE' and exists (select 1 from ${removed.name} as gone
      where gone.organization = old.organization and gone.number >= old.number) then return old; end if;
    raise exception '${name} is only added to';
  end $$`)}`.execute(database);
  await sql`create trigger ${stay} before update or delete on ${sql.table(name)}
    for each row execute function ${stay}()`.execute(database);
}

/** Texts as one parameter, so that their number does not change the statement. */
function listOf<Text extends string>(texts: readonly Text[]): RawBuilder<Text> {
  return sql<Text>`(select unnest(${texts}::text[]))`;
}

export const postgresEngine: Omit<Engine, "setDurability" | "onChange"> = {
  isShared: true,
  columnTypes: { ...TYPES, text: `text${BYTEWISE}`, json: `text${BYTEWISE}` },
  clustered: sql``,
  classify,
  async beginReading(connection) {
    await connection.executeQuery(BEGIN_READING);
  },
  listOf,
  textOf: (column) => sql`${column}`,
  idInName: (column, first) => sql`substr(${column}, ${sql.lit(first)})`,
  replaceSessionRows,
  changeSessionRows,
  // other engines' changes would have to be asked for before each use, which costs as much as reading again
  foundIn: async () => new Map(),
  createWordIndex,
  dropWordIndex,
  findByWords,
  packWords: async () => "done",
  refuseChanges,
  pagesOf,
  async saveEstimates() {
    // it measures for itself
  },
  readChangeMark,
  erasing: (_, work) => work(),
  scrub: vacuumNext,
  compact: vacuumAll,
};
