/** Adds what commands do to the audit log. */
import { personName } from "../../appliance/keys/user-name.ts";
import { auditTables } from "../../audit/audit-table.ts";
import type { AuditEntry } from "../../audit/entry.ts";
import { recordAudit } from "../../audit/record.ts";
import type { Database } from "../../database/open.ts";
import { describeError } from "../../vocabulary/log.ts";
import type { CommandCall } from "../command.ts";
import { changing, hasTables } from "../stores.ts";

/** What a command did; who and when is known. */
export type CommandEntry = Pick<AuditEntry, "organization" | "action" | "target" | "details">;

/**
 * Adds an entry in the transaction of what the command does.
 *
 * A data directory of an earlier version has no log before the server has run once.
 */
export async function recordCommand(
  call: CommandCall,
  transaction: Database,
  entry: CommandEntry,
): Promise<void> {
  if (!(await hasTables(transaction, auditTables))) return;
  const actor = { kind: "command_line", id: personName() } as const;
  await recordAudit(transaction, { ...entry, actor, at: call.program.clock(), from: null });
}

/** Adds an entry about what was done outside of the database; a database that cannot be written is reported. */
export async function noteCommand(call: CommandCall, entry: CommandEntry): Promise<void> {
  try {
    await changing(call, (transaction) => recordCommand(call, transaction, entry));
  } catch (error) {
    call.speaker.complain(`this is not in the audit log: ${describeError(error)}`);
  }
}
