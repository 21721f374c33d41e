/** Answers what the audit log has of a person: what was done to them, such as reading their records, and what they did. */
import { auditTables } from "../../../audit/audit-table.ts";
import type { Database } from "../../../database/open.ts";
import type { AuditEntryAnswer } from "../../../identity/audit/audit-answer.ts";
import { type AuditQuery, listAudit } from "../../../identity/audit/list-audit.ts";
import type { Lines } from "./lines.ts";
import type { WhoseData } from "../whose-data.ts";

/** Where reading goes on: first what was done to them, then what they did. */
export interface AuditPlace {
  as: "target" | "actor";
  after: AuditQuery["after"];
}

/** Which entries are asked for. */
export interface OwnAuditQuery {
  whose: WhoseData;
  /** null for the first. */
  place: AuditPlace | null;
}

const ENTRIES_AT_ONCE = 500;

/** Reads some entries, the newest first. */
export async function readOwnAudit(
  database: Database,
  { whose, place }: OwnAuditQuery,
): Promise<Lines<AuditPlace>> {
  const { as, after } = place ?? { as: "target", after: null };
  if (auditTables.tables.some(({ name }) => !whose.tables.includes(name))) return { lines: [], next: null };
  const { entries, next } = await listAudit(database, {
    organizationId: whose.organization,
    withServer: false,
    from: 0,
    to: whose.until + 1,
    actor: null,
    target: null,
    [as]: whose.developer.id,
    actions: null,
    limit: ENTRIES_AT_ONCE,
    after,
  });
  const lines = entries.map((entry) => JSON.stringify(as === "target" ? entry : asActor(entry)));
  if (next !== null) return { lines, next: { as, after: next } };
  return { lines, next: as === "target" ? { as: "actor", after: null } : null };
}

/** Whom it was done to is about somebody else. */
function asActor({ target, ...entry }: AuditEntryAnswer): object {
  return { ...entry, target: target === null ? null : { kind: target.kind } };
}
