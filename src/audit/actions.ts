/** What the audit log knows: who acts, what is done, and what it is done to. */

/** Everything that is recorded. An action is never renamed: old entries keep it. */
export const AUDIT_ACTIONS = [
  "signed_in",
  "sign_in_failed",
  "signed_out",
  "sign_ins_ended",
  "link_made",
  "key_made",
  "key_changed",
  "key_revoked",
  "account_made",
  "account_changed",
  "account_ended",
  "passkey_changed",
  "organization_made",
  "developer_named",
  "developers_merged",
  "person_purged",
  "person_exported",
  "settings_changed",
  "limits_changed",
  "labels_renamed",
  "alert_rule_changed",
  "schedule_changed",
  "integration_changed",
  "message_tested",
  "baselines_changed",
  "recomputed",
  "rejudged",
  "model_tested",
  "model_trial_changed",
  "data_exported",
  "audit_exported",
  "backup_made",
  "backup_restored",
  "appliance_moved",
  "records_imported",
  "rows_rebuilt",
  "retention_confirmed",
  "prompts_read",
  "records_read",
  "conversation_read",
  "search_read",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Whether a text names an action. */
export function isAction(text: string): text is AuditAction {
  return AUDIT_ACTIONS.some((action) => action === text);
}

/** Reading what another person wrote or sent. */
export const READING_ACTIONS = [
  "prompts_read",
  "records_read",
  "conversation_read",
  "search_read",
] as const satisfies readonly AuditAction[];
export type ReadingAction = (typeof READING_ACTIONS)[number];

/** Whether a text names such an action. */
export function isReading(text: string): text is ReadingAction {
  return READING_ACTIONS.some((action) => action === text);
}

/** Who acts; `nobody` is whoever could not sign in. */
export const ACTOR_KINDS = ["key", "account", "command_line", "server", "nobody"] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** What has a random id in the log. */
const SUBJECT_KINDS = [
  "key",
  "account",
  "command_line",
  "address",
  "developer",
  "organization",
  "schedule",
  "alert_rule",
  "webhook",
  "model_trial",
  "judgement_job",
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** What became of it: a refusal changed nothing, a failure was an error of the server's. */
export const AUDIT_RESULTS = ["done", "refused", "failed"] as const;
export type AuditResult = (typeof AUDIT_RESULTS)[number];
