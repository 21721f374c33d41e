/** As much of an engine for PostgreSQL as shows that the interface is one: the tests compare it with SQLite's. */
import { SQL } from "bun";
import { Kysely, PostgresAdapter, PostgresDialect, sql } from "kysely";
import type {
  Database,
  Engine,
  EngineAdapter,
  FoundByWords,
  StoredRow,
} from "../../../src/database/engine.ts";
import { PLACE_MS, PLACES_AT_ONCE } from "../../../src/database/words/find-by-words.ts";

/** Opens the database of the server that listens in the folder. */
export function openPostgres(folder: string): Database {
  const options = { path: `${folder}/.s.PGSQL.5432`, username: "tests", database: "postgres" };
  const server = new SQL({ adapter: "postgres", max: 1, bigint: true, ...options });
  const dialect = new PostgresDialect({ pool: poolOf(server) as never });
  return new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresEngineAdapter(),
      createIntrospector: (database) => dialect.createIntrospector(database),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver: () => dialect.createDriver(),
    },
  });
}

/** One connection, taken by one at a time. Integers of 64 bits come as numbers, as SQLite gives them. */
function poolOf(server: SQL) {
  let free = Promise.resolve();
  const query = async (text: string, parameters: readonly unknown[]) => {
    const found = await server.unsafe(text, [...parameters]);
    const rows = [...found].map((row: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]),
      ),
    );
    return { command: found.command, rowCount: found.count, rows };
  };
  const connect = async () => {
    const before = free;
    const { promise, resolve: release } = Promise.withResolvers<void>();
    free = promise;
    await before;
    return { query, release };
  };
  return { connect, end: () => server.close() };
}

class PostgresEngineAdapter extends PostgresAdapter implements EngineAdapter {
  readonly engine = postgresEngine;
}

const postgresEngine: Engine = {
  isShared: true,
  clustered: sql``,
  columnTypes: {
    instant: "bigint",
    count: "bigint",
    ratio: "double precision",
    text: "text",
    json: "text",
    bytes: "bytea",
  },
  async setDurability(connection, durability) {
    await sql`set synchronous_commit to ${sql.lit(durability === "full" ? "on" : "off")}`.execute(connection);
  },
  classify(error) {
    const state = error instanceof Error && "errno" in error ? String(error.errno) : "";
    if (/^2[23]/.test(state)) return "bad_values";
    if (state === "XX001") return "damaged";
    if (state === "53100") return "full";
    if (state === "25006") return "read_only";
    return error instanceof SQL.PostgresError ? "unavailable" : null;
  },
  async beginReading(connection) {
    await sql`begin isolation level repeatable read read only`.execute(connection);
  },
  listOf: (texts) => sql`(select jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb))`,
  async replaceSessionRows(database, { name, columns }, { sessions, rows }) {
    const told = Object.keys(rows[0] ?? columns);
    const textOf = (row: StoredRow) => JSON.stringify(told.map((column) => row[column]));
    const stored: StoredRow[] = [];
    for (const { organization, session } of sessions) {
      const found = await sql<StoredRow>`select *, ctid::text as place from ${sql.table(name)}
        where organization = ${organization} and session = ${session}`.execute(database);
      stored.push(...found.rows);
    }
    const wanted = new Map(Map.groupBy(rows, textOf));
    const removed = stored.filter((row) => wanted.get(textOf(row))?.pop() === undefined);
    const added = [...wanted.values()].flat();
    for (const { place } of removed)
      await sql`delete from ${sql.table(name)} where ctid = ${place}::text::tid`.execute(database);
    for (const row of added) {
      const values = sql.join(told.map((column) => row[column]));
      const into = sql.join(told.map((column) => sql.ref(column)));
      await sql`insert into ${sql.table(name)} (${into}) values (${values})`.execute(database);
    }
    return { removed, added };
  },
  foundIn: async () => new Map(),
  async changeSessionRows(database, { name }, changes) {
    const changed: StoredRow[] = [];
    for (const { where, set } of changes) {
      const each = (columns: StoredRow) =>
        Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
      const differs = Object.entries(set).map(
        ([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`,
      );
      const { rows } = await sql<StoredRow>`update ${sql.table(name)} set ${sql.join(each(set))}
        where ${sql.join(each(where), sql` and `)} and (${sql.join(differs, sql` or `)}) returning *`.execute(
        database,
      );
      changed.push(...rows);
    }
    return changed;
  },
  async createWordIndex() {
    // words are looked for in the texts
  },
  async dropWordIndex() {
    // as above
  },
  async findByWords(database, table, { organization, developers, from, to, upTo, limit, ...asked }) {
    const { texts, at, narrowedBy } = table.searched ?? { texts: [], at: "", narrowedBy: [] };
    const [id, time] = [sql.ref(table.key[0] ?? ""), sql.ref(at)];
    const said = sql.join(
      texts.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
      sql` || ' ' || `,
    );
    const { words, beginning } = asked;
    const question = [...words, ...(beginning === null ? [] : [`${beginning}:*`])].join(" & ");
    const apart = sql`('x' || substr(${id}, 9, 4))::bit(16)::int % ${sql.lit(PLACES_AT_ONCE)}`;
    const place = sql`${time} / ${sql.lit(PLACE_MS)} * ${sql.lit(PLACES_AT_ONCE)} + ${apart}`;
    const theirs = narrowedBy.includes("developer") && developers !== null;
    const { rows } =
      await sql<FoundByWords>`select ${id} as id, ${place} as place from ${sql.table(table.name)}
      where organization = ${organization} and ${time} >= ${from - PLACE_MS} and ${time} < ${to}
        and ${theirs ? sql`developer in (${sql.join(developers)})` : sql`true`}
        and to_tsvector('simple', ${said}) @@ to_tsquery('simple', ${question}) and ${place} <= ${upTo}
      order by place desc limit ${limit}`.execute(database);
    return rows;
  },
  async refuseChanges(database, { name }, removed) {
    await sql
      .raw(
        `create function ${name}_stay() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and exists (select 1 from ${removed.name} as gone
          where gone.organization = old.organization and gone.number >= old.number) then return old; end if;
        raise exception '${name} is only added to';
      end $$`,
      )
      .execute(database);
    await sql
      .raw(
        `create trigger ${name}_stay before update or delete on ${name} for each row execute function ${name}_stay()`,
      )
      .execute(database);
  },
  packWords: async () => "done",
  async saveEstimates() {
    // it measures for itself
  },
  async readChangeMark(database) {
    const { rows } = await sql<{ mark: string }>`select pg_current_wal_insert_lsn() - '0/0' as mark`.execute(
      database,
    );
    return Number(rows[0]?.mark ?? 0);
  },
  erasing: (_, work) => work(),
  scrub: async () => ({ kind: "done" }),
  async compact() {
    // its vacuum runs automatically
  },
};
