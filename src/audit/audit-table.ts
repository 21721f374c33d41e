/**
 * The rows of the audit log. Each organization has a chain, the server another. The database refuses to change an entry,
 * and to remove one that comes after the last checkpoint.
 */
import type { Database } from "../database/open.ts";
import { count, instant, json, orNull, text } from "../database/columns.ts";
import { engineOf } from "../database/engine.ts";
import type { TableSet } from "../database/prepare.ts";
import { createTable, declareTable, type RowOf, tables } from "../database/table-shape.ts";
import type { ActorKind, AuditAction, AuditResult, SubjectKind } from "./actions.ts";
import { type KeptEntry, NO_HASH } from "./entry.ts";
import { AUDIT_SUBJECTS } from "./subjects-table.ts";

export const AUDIT_ENTRIES = declareTable(
  "audit_entries",
  {
    organization: text(),
    number: count(),
    at: instant(),
    actor_kind: text<ActorKind>(),
    actor: orNull(text()),
    address: orNull(text()),
    action: text<AuditAction>(),
    target_kind: orNull(text<SubjectKind>()),
    target: orNull(text()),
    result: text<AuditResult>(),
    details: json(),
    previous_hash: text(),
    hash: text(),
  },
  {
    key: ["organization", "number"],
    indexes: {
      audit_entries_by_target: ["organization", "target", "number"],
      audit_entries_by_time: ["organization", "at", "number"],
    },
  },
);

/** Where a chain ends: the newest entry's number and hash. */
const AUDIT_HEADS = declareTable(
  "audit_heads",
  { organization: text(), number: count(), hash: text() },
  { key: ["organization"] },
);

/** Up to where retention has removed a chain's entries. */
const AUDIT_CHECKPOINTS = declareTable(
  "audit_checkpoints",
  { organization: text(), number: count(), hash: text() },
  { key: ["organization"] },
);

/** Never thrown away. */
export const auditTables = {
  name: "audit",
  tables: [AUDIT_ENTRIES, AUDIT_HEADS, AUDIT_CHECKPOINTS, AUDIT_SUBJECTS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  for (const shape of auditTables.tables) await createTable(database, shape);
  await engineOf(database).refuseChanges(database, AUDIT_ENTRIES, AUDIT_CHECKPOINTS);
}

/** A place in a chain, with the hash of the entry there. */
export interface ChainPlace {
  organization: string;
  number: number;
  hash: string;
}

/**
 * Takes the next number of a chain: another transaction that wants one waits until this one is over.
 *
 * @returns It, and the hash of the entry before.
 */
export async function takePlace(
  transaction: Database,
  organization: string,
): Promise<{ number: number; previousHash: string }> {
  const { number, hash } = await tables(transaction, AUDIT_HEADS)
    .insertInto("audit_heads")
    .values({ organization, number: 1, hash: NO_HASH })
    .onConflict((conflict) =>
      conflict.column("organization").doUpdateSet((row) => ({ number: row("audit_heads.number", "+", 1) })),
    )
    .returning(["number", "hash"])
    .executeTakeFirstOrThrow();
  return { number, previousHash: hash };
}

/** Adds an entry at the place that was taken for it. */
export async function insertEntry(transaction: Database, entry: KeptEntry): Promise<void> {
  const { actorKind, targetKind, previousHash, ...rest } = entry;
  const view = tables(transaction, AUDIT_ENTRIES, AUDIT_HEADS);
  await view
    .insertInto("audit_entries")
    .values({ ...rest, actor_kind: actorKind, target_kind: targetKind, previous_hash: previousHash })
    .execute();
  await view
    .updateTable("audit_heads")
    .set({ hash: entry.hash })
    .where("organization", "=", entry.organization)
    .execute();
}

/** Returns where each chain ends, by organization. */
export async function selectHeads(database: Database): Promise<ChainPlace[]> {
  return tables(database, AUDIT_HEADS)
    .selectFrom("audit_heads")
    .selectAll()
    .orderBy("organization")
    .execute();
}

/** Returns up to where entries were removed, by organization; a chain that is whole has none. */
export async function selectCheckpoints(database: Database): Promise<ChainPlace[]> {
  return tables(database, AUDIT_CHECKPOINTS)
    .selectFrom("audit_checkpoints")
    .selectAll()
    .orderBy("organization")
    .execute();
}

/** Returns the organizations that have entries. */
export async function selectChains(database: Database): Promise<string[]> {
  const rows = await tables(database, AUDIT_ENTRIES)
    .selectFrom("audit_entries")
    .select("organization")
    .distinct()
    .orderBy("organization")
    .execute();
  return rows.map(({ organization }) => organization);
}

/** Entries of one chain. */
export interface EntriesAfter {
  organization: string;
  /** The number of the entry before the first that is wanted. */
  after: number;
  limit: number;
}

/** Returns the next entries of a chain, the oldest first. */
export async function selectEntriesAfter(
  database: Database,
  { organization, after, limit }: EntriesAfter,
): Promise<KeptEntry[]> {
  const rows = await tables(database, AUDIT_ENTRIES)
    .selectFrom("audit_entries")
    .selectAll()
    .where("organization", "=", organization)
    .where("number", ">", after)
    .orderBy("number")
    .limit(limit)
    .execute();
  return rows.map(entryOf);
}

/** Removes a chain's entries up to a place, which the checkpoint keeps. */
export async function removeEntries(
  transaction: Database,
  { organization, number, hash }: ChainPlace,
): Promise<void> {
  const view = tables(transaction, AUDIT_ENTRIES, AUDIT_CHECKPOINTS);
  await view
    .insertInto("audit_checkpoints")
    .values({ organization, number, hash })
    .onConflict((conflict) => conflict.column("organization").doUpdateSet({ number, hash }))
    .execute();
  await view
    .deleteFrom("audit_entries")
    .where("organization", "=", organization)
    .where("number", "<=", number)
    .execute();
}

/** An entry of a row. */
export function entryOf(row: RowOf<typeof AUDIT_ENTRIES>): KeptEntry {
  const { actor_kind: actorKind, target_kind: targetKind, previous_hash: previousHash, ...rest } = row;
  return { ...rest, actorKind, targetKind, previousHash };
}
