/** Adds to the audit log that rows were taken out over the API. */
import type { Actor, AuditDetails } from "../../audit/entry.ts";
import { recordAudit } from "../../audit/record.ts";
import type { Database } from "../../database/open.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** What was taken out, and by whom. */
export interface ExportMade {
  organization: string;
  actor: Actor;
  from: string;
  action: "data_exported" | "audit_exported";
  details: AuditDetails;
}

/** Adds the entry. */
export async function recordExport(transaction: Database, made: ExportMade, now: Instant): Promise<void> {
  await recordAudit(transaction, { ...made, at: now });
}
