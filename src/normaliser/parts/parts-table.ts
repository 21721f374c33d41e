/** The rows of sessions' parts: where each begins, and how much it holds. */
import { count, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import type { KnownParts, PartSize, SessionPart } from "./session-parts.ts";

/** The later parts of sessions. */
export const SESSION_PARTS = declareTable(
  "session_parts",
  {
    organization: text(),
    /** The part's name. */
    session: text(),
    /** The place of the record with which it begins. */
    sequence: count(),
    frame: count(),
    record: count(),
  },
  { key: ["organization", "session"] },
);

/** How much sessions and parts hold, by their names. */
export const SESSION_SIZES = declareTable(
  "session_sizes",
  { organization: text(), session: text(), size: count(), counted_to: count() },
  { key: ["organization", "session"] },
);

/** Makes the tables. What was examined before them counts as nothing. */
export async function createParts(database: Database): Promise<void> {
  await createTable(database, SESSION_PARTS);
  await createTable(database, SESSION_SIZES);
}

/**
 * Reads what is known of the parts of sessions.
 *
 * @param names - the names of sessions and of parts
 * @returns those of the parts that are known, and the sizes of all
 */
export async function readParts(
  database: Database,
  organization: string,
  names: readonly string[],
): Promise<KnownParts> {
  const parts: SessionPart[] = [];
  for (const chunk of rowChunks(names)) {
    const rows = await tables(database, SESSION_PARTS)
      .selectFrom("session_parts")
      .select(["session", "sequence", "frame", "record"])
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .execute();
    parts.push(...rows.map(({ session, ...from }) => ({ session, from })));
  }
  return { parts, sizes: await readSizes(database, organization, names) };
}

/**
 * Reads how much sessions or parts hold.
 *
 * @returns sizes by name; none for one of which nothing was counted
 */
export async function readSizes(
  database: Database,
  organization: string,
  names: readonly string[],
): Promise<Map<string, PartSize>> {
  const sizes = new Map<string, PartSize>();
  for (const chunk of rowChunks(names)) {
    const rows = await tables(database, SESSION_SIZES)
      .selectFrom("session_sizes")
      .select(["session", "size", "counted_to as countedTo"])
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .execute();
    for (const { session, ...size } of rows) sizes.set(session, size);
  }
  return sizes;
}

/** Keeps the parts that began, and adds what was added to each. */
export async function saveParts(
  transaction: Database,
  organization: string,
  { begun, added }: { begun: readonly SessionPart[]; added: ReadonlyMap<string, PartSize> },
): Promise<void> {
  for (const chunk of rowChunks(begun))
    await tables(transaction, SESSION_PARTS)
      .insertInto("session_parts")
      .values(chunk.map(({ session, from }) => ({ organization, session, ...from })))
      .execute();
  const sizes = [...added].map(([session, { size, countedTo }]) => {
    return { organization, session, size, counted_to: countedTo };
  });
  for (const chunk of rowChunks(sizes))
    await tables(transaction, SESSION_SIZES)
      .insertInto("session_sizes")
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(["organization", "session"]).doUpdateSet((row) => ({
          size: row("session_sizes.size", "+", row.ref("excluded.size")),
          counted_to: row.ref("excluded.counted_to"),
        })),
      )
      .execute();
}
