/** Entries of the audit log as they are read: the newest first, and by who acted or whom it was done to. */
import type { Database } from "../database/open.ts";
import { tables } from "../database/table-shape.ts";
import type { Instant } from "../vocabulary/units.ts";
import type { AuditAction } from "./actions.ts";
import { AUDIT_ENTRIES, entryOf } from "./audit-table.ts";
import type { KeptEntry } from "./entry.ts";

/** Where a page ended. */
export interface AuditPosition {
  at: Instant;
  organization: string;
  number: number;
}

/** Which entries of one chain are wanted. */
export interface WantedEntries {
  organization: string;
  from: Instant;
  to: Instant;
  /** Random ids, any of which acted; null for anybody. */
  actors: readonly string[] | null;
  /** Random ids, to any of which it was done; null for all. */
  targets: readonly string[] | null;
  /** null for all. */
  actions: readonly AuditAction[] | null;
  /** Where the page before ended; null for the first page. */
  after: AuditPosition | null;
  limit: number;
}

/** Returns the newest entries of a chain that come after the page before. */
export async function selectNewestEntries(database: Database, wanted: WantedEntries): Promise<KeptEntry[]> {
  const { organization, from, to, actors, targets, actions, after, limit } = wanted;
  let query = tables(database, AUDIT_ENTRIES)
    .selectFrom("audit_entries")
    .selectAll()
    .where("organization", "=", organization)
    .where("at", ">=", from)
    .where("at", "<", to);
  if (actors !== null) query = query.where("actor", "in", actors);
  if (targets !== null) query = query.where("target", "in", targets);
  if (actions !== null) query = query.where("action", "in", actions);
  if (after !== null)
    query = query.where((row) =>
      row.or([
        row("at", "<", after.at),
        row.and([
          row("at", "=", after.at),
          // chains of the same moment come in the order of their organizations
          organization === after.organization
            ? row("number", "<", after.number)
            : row("organization", ">", after.organization),
        ]),
      ]),
    );
  const rows = await query.orderBy("at", "desc").orderBy("number", "desc").limit(limit).execute();
  return rows.map(entryOf);
}
