/** The shape of the tables of turns and sub-sessions. */
import type { Database } from "../database/open.ts";

/** Makes the tables that `table.ts` writes, with an index for each way in which they are read. */
export async function createTurnTables(database: Database): Promise<void> {
  await createTurns(database);
  await createSubSessions(database);
  const { schema } = database;
  await schema
    .createTable("assembled_sessions")
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("session", "text", (column) => column.notNull())
    .addColumn("developer", "text", (column) => column.notNull())
    .addColumn("look_at", "integer")
    .addPrimaryKeyConstraint("assembled_sessions_key", ["organization", "session"])
    .execute();
  await schema
    .createIndex("assembled_sessions_by_look")
    .on("assembled_sessions")
    .columns(["look_at"])
    .execute();
}

async function createTurns(database: Database): Promise<void> {
  const { schema } = database;
  await schema
    .createTable("turns")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("session", "text", (column) => column.notNull())
    .addColumn("developer", "text", (column) => column.notNull())
    .addColumn("turn_index", "integer", (column) => column.notNull())
    .addColumn("prompt", "text")
    .addColumn("started_at", "integer", (column) => column.notNull())
    .addColumn("ended_at", "integer", (column) => column.notNull())
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("duration_ms", "integer", (column) => column.notNull())
    .addColumn("model_ms", "integer", (column) => column.notNull())
    .addColumn("tool_ms", "integer", (column) => column.notNull())
    .addColumn("model", "text")
    .addColumn("prompt_chars", "integer")
    .addColumn("trivial", "integer")
    .addColumn("repair", "integer", (column) => column.notNull())
    .addColumn("calls", "integer", (column) => column.notNull())
    .addColumn("failed_calls", "integer", (column) => column.notNull())
    .addColumn("unknown_calls", "integer", (column) => column.notNull())
    .addColumn("tools", "integer", (column) => column.notNull())
    .addColumn("failed_tools", "integer", (column) => column.notNull())
    .addColumn("input_uncached", "integer")
    .addColumn("cache_read", "integer")
    .addColumn("cache_creation", "integer")
    .addColumn("output", "integer")
    .addColumn("lines_added", "integer")
    .addColumn("lines_removed", "integer")
    .execute();
  await createIndex(database, "turns", ["organization", "session"]);
  await createIndex(database, "turns", ["organization", "started_at"]);
  await createIndex(database, "turns", ["organization", "day", "duration_ms"]);
  await createIndex(database, "turns", ["organization", "developer", "started_at"]);
}

async function createSubSessions(database: Database): Promise<void> {
  const { schema } = database;
  await schema
    .createTable("sub_sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("session", "text", (column) => column.notNull())
    .addColumn("developer", "text", (column) => column.notNull())
    .addColumn("sub_session_index", "integer", (column) => column.notNull())
    .addColumn("first_turn", "integer", (column) => column.notNull())
    .addColumn("last_turn", "integer", (column) => column.notNull())
    .addColumn("started_at", "integer", (column) => column.notNull())
    .addColumn("ended_at", "integer", (column) => column.notNull())
    .addColumn("title", "text")
    .addColumn("size", "real", (column) => column.notNull())
    .addColumn("bucket", "integer", (column) => column.notNull())
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("scoreable", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("boundary_kind", "text", (column) => column.notNull())
    .addColumn("boundary_p", "real")
    .addColumn("boundary_confidence", "text")
    .addColumn("boundary_overridden", "integer", (column) => column.notNull())
    .addColumn("non_trivial_turns", "integer", (column) => column.notNull())
    .execute();
  await createIndex(database, "sub_sessions", ["organization", "session"]);
  await createIndex(database, "sub_sessions", ["organization", "started_at", "id"]);
  await createIndex(database, "sub_sessions", ["organization", "developer", "started_at", "id"]);
}

async function createIndex(database: Database, table: string, columns: readonly string[]): Promise<void> {
  const name = [table, "by", ...columns.slice(1)].join("_");
  await database.schema
    .createIndex(name)
    .on(table)
    .columns([...columns])
    .execute();
}
