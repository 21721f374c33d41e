/** A database with a log, for tests of the log. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auditTables } from "../../src/audit/audit-table.ts";
import type { AuditEntry } from "../../src/audit/entry.ts";
import { recordAudit } from "../../src/audit/record.ts";
import type { Database } from "../../src/database/open.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { openPrepared } from "../database/prepared.ts";

export const NOW = Date.parse("2026-11-29T08:00:00Z");

const SETS = [auditTables];

/** Makes one with no entries. */
export async function openLog(): Promise<{ path: string; database: Database }> {
  const path = join(mkdtempSync(join(tmpdir(), "audit-")), "scoring.db");
  return { path, database: await openPrepared(path, SETS) };
}

/** Returns an entry of somebody who made a key. */
export function keyMade(changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    organization: "ours",
    at: NOW,
    actor: { kind: "key", id: "ada's key" },
    from: "192.0.2.7",
    action: "key_made",
    target: { kind: "key", id: "a new key" },
    details: { role: "member" },
    ...changes,
  };
}

/** Records entries, each in its own transaction. */
export async function record(database: Database, ...entries: readonly AuditEntry[]): Promise<void> {
  for (const entry of entries)
    await inTransaction(database, "full", (transaction) => recordAudit(transaction, entry));
}
