/** The audit log in words, the same on the page and on a terminal. */
import type { AuditEntryAnswer } from "../../../../src/identity/audit/audit-answer.ts";

/** What is said of an entry. */
export type SaidEntry = Pick<AuditEntryAnswer, "actor" | "action" | "target" | "details">;

/** Whoever was purged, or was removed in another way. */
export const REMOVED_PERSON = "a removed person";

/** Returns who acted. */
export function sayWho({ actor }: { actor: Pick<SaidEntry["actor"], "kind" | "name"> }): string {
  if (actor.kind === "server") return "the server";
  if (actor.kind === "nobody") return "nobody known";
  if (actor.kind === "command_line") return `${actor.name ?? "somebody"} (command line)`;
  return actor.name ?? REMOVED_PERSON;
}

/** Returns what was done, as the beginning of a sentence. */
export function sayAction({ action }: Pick<SaidEntry, "action">): string {
  return ACTION_WORDS[action];
}

/** Returns what somebody read, for the person whose it is. */
export function sayRead({ action }: Pick<SaidEntry, "action">): string {
  return READ_WORDS[action] ?? sayAction({ action });
}

/** Returns to whom or what it was done, and with which details; empty when there is nothing to say. */
export function sayWhat({ target, details }: Pick<SaidEntry, "target" | "details">): string {
  const said = Object.entries(details).flatMap(([name, value]) =>
    value === null || isRandomId(value) ? [] : [`${name.replaceAll("_", " ")}: ${value}`],
  );
  return [...(target === null ? [] : [sayTarget(target)]), ...said].join(", ");
}

function sayTarget({ kind, name }: NonNullable<SaidEntry["target"]>): string {
  if (kind === "developer" || kind === "account") return name ?? REMOVED_PERSON;
  return name === null ? `a removed ${KIND_WORDS[kind]}` : `${KIND_WORDS[kind]} ${name}`;
}

/** Whom a detail names is found by the filters, and not shown as an id that says nothing. */
function isRandomId(value: string | number | boolean): boolean {
  return typeof value === "string" && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value);
}

const KIND_WORDS: Readonly<Record<NonNullable<SaidEntry["target"]>["kind"], string>> = {
  key: "key",
  account: "account",
  command_line: "user",
  address: "address",
  developer: "developer",
  organization: "organization",
  schedule: "schedule",
  alert_rule: "alert rule",
  webhook: "webhook",
  model_trial: "model trial",
  judgement_job: "judging",
};

const READ_WORDS: Readonly<Partial<Record<SaidEntry["action"], string>>> = {
  prompts_read: "prompts",
  records_read: "records as they were sent",
  conversation_read: "a conversation",
  search_read: "results of a search",
  person_exported: "everything, as a file",
};

/** Every action, as the beginning of a sentence. */
export const ACTION_WORDS: Readonly<Record<SaidEntry["action"], string>> = {
  signed_in: "Signed in",
  sign_in_failed: "Could not sign in",
  signed_out: "Signed out",
  sign_ins_ended: "Ended sign-ins",
  link_made: "Made a one-time link",
  key_made: "Made a key",
  key_changed: "Changed a key",
  key_revoked: "Revoked a key",
  account_made: "Made an account",
  account_changed: "Changed an account",
  account_ended: "Ended an account",
  passkey_changed: "Changed passkeys",
  organization_made: "Made an organization",
  developer_named: "Named a developer",
  developers_merged: "Merged two developers",
  person_purged: "Purged a person",
  person_exported: "Exported a person's data",
  settings_changed: "Changed settings",
  limits_changed: "Changed budgets or guardrails",
  labels_renamed: "Renamed a label",
  alert_rule_changed: "Changed an alert rule",
  schedule_changed: "Changed a schedule",
  integration_changed: "Changed an integration",
  message_tested: "Sent a test message",
  baselines_changed: "Changed baselines",
  recomputed: "Recomputed scores",
  rejudged: "Had prompts judged again",
  model_tested: "Tested the judge model",
  model_trial_changed: "Changed a model trial",
  data_exported: "Exported data",
  audit_exported: "Exported the audit log",
  backup_made: "Made a backup",
  backup_restored: "Restored a backup",
  appliance_moved: "Moved to engines",
  records_imported: "Imported records",
  rows_rebuilt: "Rebuilt all rows",
  retention_confirmed: "Confirmed the clock",
  prompts_read: "Read prompts",
  records_read: "Read records",
  conversation_read: "Read a conversation",
  search_read: "Searched texts",
};
