/** The labels of sessions, and which rows belong to sessions that have some. */
import { sql } from "kysely";
import type { SessionName } from "../../vocabulary/held-name.ts";
import { text } from "../columns.ts";
import type { Database, SessionOf } from "../engine.ts";
import type { TableSet } from "../prepare.ts";
import { rowChunks } from "../row-chunks.ts";
import { replaceSessionRows } from "../session-rows.ts";
import { createTable, declareTable, type RowOf, tables } from "../table-shape.ts";

export const SESSION_LABELS = declareTable(
  "session_labels",
  {
    organization: text(),
    session: text<SessionName>(),
    developer: text(),
    name: text(),
    /** As the agent sent it. */
    value: text(),
  },
  {
    owner: ["session", "developer"],
    key: ["organization", "session", "name"],
    indexes: { session_labels_by_value: ["organization", "name", "value", "session", "developer"] },
  },
);

export const sessionLabelTables = {
  name: "session labels",
  tables: [SESSION_LABELS],
  kept: false,
  shape: 1,
  create: createTables,
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, SESSION_LABELS);
}

export type SessionLabelRow = RowOf<typeof SESSION_LABELS>;

/** Replaces the labels of sessions. */
export async function saveLabels(
  database: Database,
  sessions: readonly SessionOf[],
  rows: readonly SessionLabelRow[],
): Promise<void> {
  await replaceSessionRows(database, SESSION_LABELS, { sessions, rows });
}

/** The values of one label that are asked for, as agents send them: a session has one of them. */
export interface LabelValues {
  name: string;
  values: readonly string[];
}

/** Returns the condition that a row belongs to a session of the organization with one of the values. */
export function ofLabelled(organization: string, session: string, { name, values }: LabelValues) {
  // a list without values would be no SQL
  if (values.length === 0) return sql<boolean>`1 = 0`;
  return sql<boolean>`${sql.ref(session)} in (
    select ${sql.ref("session_labels.session")} from ${sql.table("session_labels")}
    where ${sql.ref("session_labels.organization")} = ${organization}
      and ${sql.ref("session_labels.name")} = ${name}
      and ${sql.ref("session_labels.value")} in (${sql.join(values)}))`;
}

/** How many sessions of a developer have a value. */
export interface LabelCount {
  name: string;
  value: string;
  developer: string;
  sessions: number;
}

/** Counts the sessions of each label, as agents send it, by developer. */
export async function countLabels(database: Database, organization: string): Promise<LabelCount[]> {
  const rows = await tables(database, SESSION_LABELS)
    .selectFrom("session_labels")
    .select((row) => ["name", "value", "developer", row.fn.countAll<number>().as("sessions")])
    .where("organization", "=", organization)
    .groupBy(["name", "value", "developer"])
    .execute();
  return rows.map((row) => ({ ...row, sessions: Number(row.sessions) }));
}

/** Returns the ids of the developers with a session that has all of the labels. */
export async function developersLabelled(
  database: Database,
  { organization, labels }: { organization: string; labels: readonly LabelValues[] },
): Promise<Set<string>> {
  let query = tables(database, SESSION_LABELS)
    .selectFrom("session_labels")
    .select("developer")
    .distinct()
    .where("organization", "=", organization);
  for (const label of labels) query = query.where(ofLabelled(organization, "session", label));
  return new Set((await query.execute()).map(({ developer }) => developer));
}

/** Returns the labels of these sessions by name, as agents send them. */
export async function readLabelsOf(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
): Promise<Pick<SessionLabelRow, "session" | "name" | "value">[]> {
  const rows = rowChunks(sessions).map((chunk) =>
    tables(database, SESSION_LABELS)
      .selectFrom("session_labels")
      .select(["session", "name", "value"])
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .orderBy("session")
      .orderBy("name")
      .execute(),
  );
  return (await Promise.all(rows)).flat();
}

/** Returns those of the sessions that have all of the labels. */
export async function readLabelled(
  database: Database,
  { organization, labels }: { organization: string; labels: readonly LabelValues[] },
  sessions: readonly SessionName[],
): Promise<Set<SessionName>> {
  const found = new Set<SessionName>();
  for (const chunk of rowChunks(sessions)) {
    let query = tables(database, SESSION_LABELS)
      .selectFrom("session_labels")
      .select("session")
      .where("organization", "=", organization)
      .where("session", "in", chunk);
    for (const label of labels) query = query.where(ofLabelled(organization, "session", label));
    for (const { session } of await query.execute()) found.add(session);
  }
  return found;
}
