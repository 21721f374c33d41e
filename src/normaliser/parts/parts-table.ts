/** The rows of sessions' parts: where each begins, and how much it holds. */
import { sql } from "kysely";
import { count, text } from "../../database/columns.ts";
import { idOfName } from "../../database/held-id.ts";
import type { Database } from "../../database/open.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import type { StoredSignal } from "../../vocabulary/otlp.ts";
import type { KnownParts, PartSize, SessionPart } from "./session-parts.ts";
import type { AgentSessionId, SessionName } from "../../vocabulary/held-name.ts";

/**
 * The later parts of sessions. Like their sizes they stay when rows are made again: objects were joined by then, and
 * come in another order, in which parts would begin elsewhere.
 */
export const SESSION_PARTS = declareTable(
  "session_parts",
  {
    organization: text(),
    /** The part's name. */
    session: text<SessionName>(),
    /** The place of the record with which it begins. */
    sequence: count(),
    frame: count(),
    record: count(),
  },
  { owner: ["session"], key: ["organization", "session"] },
);

/** How much of each signal sessions and parts hold, by their names. */
export const SESSION_SIZES = declareTable(
  "session_sizes",
  {
    organization: text(),
    session: text<SessionName>(),
    signal: text<StoredSignal>(),
    size: count(),
    counted_to: count(),
  },
  { owner: ["session"], key: ["organization", "session", "signal"], clustered: true },
);

/** Makes the tables. What was examined before them counts as nothing. */
export async function createParts(database: Database): Promise<void> {
  await createTable(database, SESSION_PARTS);
  await createTable(database, SESSION_SIZES);
  for (const table of [SESSION_PARTS.name, SESSION_SIZES.name])
    await database.schema
      .createIndex(`${table}_by_id`)
      .on(table)
      .expression(sql`organization, ${idOfName(database, "session")}`)
      .execute();
}

/**
 * Reads what is known of the parts of sessions.
 *
 * @param ids - the sessions' ids, as agents gave them
 * @returns the later parts of all sessions with one of the ids, whoever holds them, and the sizes of all parts
 */
export async function readParts(
  database: Database,
  organization: string,
  ids: readonly AgentSessionId[],
): Promise<KnownParts> {
  const parts: SessionPart[] = [];
  const sizes: PartSize[] = [];
  for (const chunk of rowChunks(ids)) {
    const rows = await tables(database, SESSION_PARTS)
      .selectFrom("session_parts")
      .select(["session", "sequence", "frame", "record"])
      .where("organization", "=", organization)
      .where(idOfName(database, "session"), "in", chunk)
      .orderBy("session")
      .execute();
    parts.push(...rows.map(({ session, ...from }) => ({ session, from })));
    sizes.push(
      ...(await selectSizes(database, organization)
        .where(idOfName(database, "session"), "in", chunk)
        .execute()),
    );
  }
  return { parts, sizes };
}

/**
 * Reads how much sessions or parts hold.
 *
 * @returns what they hold of each signal of which something was counted
 */
export async function readSizes(
  database: Database,
  organization: string,
  names: readonly SessionName[],
): Promise<PartSize[]> {
  const sizes: PartSize[] = [];
  for (const chunk of rowChunks(names)) {
    sizes.push(...(await selectSizes(database, organization).where("session", "in", chunk).execute()));
  }
  return sizes;
}

function selectSizes(database: Database, organization: string) {
  return tables(database, SESSION_SIZES)
    .selectFrom("session_sizes")
    .select(["session", "signal", "size", "counted_to as countedTo"])
    .where("organization", "=", organization)
    .orderBy("session")
    .orderBy("signal");
}

/** Keeps the parts that began, and adds what was added to each. */
export async function saveParts(
  transaction: Database,
  organization: string,
  { begun, added }: { begun: readonly SessionPart[]; added: readonly PartSize[] },
): Promise<void> {
  for (const chunk of rowChunks(begun))
    await tables(transaction, SESSION_PARTS)
      .insertInto("session_parts")
      .values(chunk.map(({ session, from }) => ({ organization, session, ...from })))
      .execute();
  const sizes = added.map(({ countedTo, ...size }) => ({ organization, ...size, counted_to: countedTo }));
  for (const chunk of rowChunks(sizes))
    await tables(transaction, SESSION_SIZES)
      .insertInto("session_sizes")
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(["organization", "session", "signal"]).doUpdateSet((row) => ({
          size: row("session_sizes.size", "+", row.ref("excluded.size")),
          counted_to: row.ref("excluded.counted_to"),
        })),
      )
      .execute();
}
