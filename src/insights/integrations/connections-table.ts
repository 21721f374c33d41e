/** The rows of how organizations are connected to the chat tool; what it gave out is in them only encrypted. */
import { instant, json, orNull, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";

/** An app that somebody signed in with, or a webhook address that somebody pasted. */
export type ConnectionKind = "app" | "webhook";

/** At most one row of each kind for an organization. */
export const CHAT_CONNECTIONS = declareTable(
  "chat_connections",
  {
    organization: text(),
    kind: text<ConnectionKind>(),
    /** The token or the address, encrypted. */
    sealed: text(),
    /** The workspace; null for a webhook, which does not name it. */
    team_id: orNull(text()),
    team_name: orNull(text()),
    /** JSON: a list of what the token may do. */
    scopes: json(),
    connected_at: instant(),
    /** The id of the key that connected it. */
    connected_by: text(),
    /** When Slack last took what was asked. */
    worked_at: orNull(instant()),
    /** What went wrong after that; null when nothing did. */
    problem_kind: orNull(text()),
    problem: orNull(text()),
    problem_at: orNull(instant()),
  },
  { key: ["organization", "kind"] },
);

export type ConnectionRow = RowOf<typeof CHAT_CONNECTIONS>;

/** Never thrown away. */
export const chatTables = {
  name: "chat",
  tables: [CHAT_CONNECTIONS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, CHAT_CONNECTIONS);
}

/** Puts a connection in the place of the one that was there. */
export async function replaceConnection(transaction: Database, row: ConnectionRow): Promise<void> {
  await tables(transaction, CHAT_CONNECTIONS)
    .deleteFrom("chat_connections")
    .where("organization", "=", row.organization)
    .where("kind", "=", row.kind)
    .execute();
  await tables(transaction, CHAT_CONNECTIONS).insertInto("chat_connections").values(row).execute();
}

/** The connections of an organization. */
export function selectConnections(database: Database, organization: string): Promise<ConnectionRow[]> {
  return tables(database, CHAT_CONNECTIONS)
    .selectFrom("chat_connections")
    .selectAll()
    .where("organization", "=", organization)
    .orderBy("kind")
    .execute();
}

/** Forgets every connection of an organization. */
export async function deleteConnections(transaction: Database, organization: string): Promise<void> {
  await tables(transaction, CHAT_CONNECTIONS)
    .deleteFrom("chat_connections")
    .where("organization", "=", organization)
    .execute();
}

/** What came of using a connection. */
export type Use = Pick<ConnectionRow, "worked_at" | "problem_kind" | "problem" | "problem_at">;

/** Notes what came of using a connection, unless another has taken its place meanwhile. */
export async function updateUse(
  transaction: Database,
  { organization, kind, sealed }: Pick<ConnectionRow, "organization" | "kind" | "sealed">,
  use: Use,
): Promise<void> {
  await tables(transaction, CHAT_CONNECTIONS)
    .updateTable("chat_connections")
    .set(use)
    .where("organization", "=", organization)
    .where("kind", "=", kind)
    .where("sealed", "=", sealed)
    .execute();
}
