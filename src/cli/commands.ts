/** Every command, in the order in which help lists them. */
import { ACCOUNTS_CHANGE, ACCOUNTS_CREATE, ACCOUNTS_END, ACCOUNTS_LIST } from "./accounts/accounts.ts";
import { ACCOUNTS_LINK } from "./accounts/link.ts";
import { AUDIT_EXPORT, AUDIT_LIST } from "./audit/audit.ts";
import { BACKUP } from "./backup/backup.ts";
import { RESTORE } from "./backup/restore.ts";
import { VERIFY } from "./backup/verify.ts";
import type { Command } from "./command.ts";
import { CONFIG_PRINT, OPENAPI, VERSION } from "./commands/about.ts";
import { CONNECT } from "./commands/connect.ts";
import { DEMO } from "./commands/demo.ts";
import { DOCTOR } from "./commands/doctor.ts";
import { HEALTHCHECK } from "./commands/healthcheck.ts";
import { EXPORT } from "./export/export.ts";
import { EXPORT_PERSON } from "./export/export-person.ts";
import { IMPORT } from "./import/import.ts";
import { MIGRATE } from "./migrate/migrate.ts";
import { MCP } from "./mcp/mcp.ts";
import { JUDGE_CHECK } from "./commands/judge.ts";
import { KEYS_CREATE, KEYS_REVOKE } from "./commands/keys.ts";
import { KEYS_LIST } from "./keys/list-keys.ts";
import { KEYS_LINK } from "./keys/link.ts";
import { KEYS_ROTATE } from "./keys/rotate.ts";
import { ORGS_CREATE, ORGS_LIST } from "./commands/organizations.ts";
import { PLUGIN_EXPORT } from "./commands/plugin.ts";
import { PURGE } from "./commands/purge.ts";
import { REBUILD } from "./commands/rebuild.ts";
import { RESCORE } from "./commands/rescore.ts";
import { RETENTION_CONFIRM } from "./retention/confirm.ts";
import { SIGN_INS_END, SIGN_INS_LIST } from "./sign-ins/sign-ins.ts";
import { SCORES } from "./commands/scores.ts";
import { SERVE } from "./commands/serve.ts";
import { STATUS } from "./commands/status.ts";
import { STATUS_LINE } from "./shell/status-line.ts";
import { TRY } from "./try/try.ts";
import { completionCommand } from "./completion/completion.ts";

/** Commands that are used for the same purpose. */
export interface CommandGroup {
  title: string;
  commands: readonly Command[];
}

export const COMMAND_GROUPS: readonly CommandGroup[] = [
  { title: "Start", commands: [SERVE, TRY, DEMO, CONNECT, PLUGIN_EXPORT, MCP, DOCTOR, STATUS, HEALTHCHECK] },
  { title: "Scores", commands: [SCORES, STATUS_LINE, JUDGE_CHECK] },
  {
    title: "People",
    commands: [
      ACCOUNTS_CREATE,
      ACCOUNTS_LINK,
      ACCOUNTS_LIST,
      ACCOUNTS_CHANGE,
      ACCOUNTS_END,
      SIGN_INS_LIST,
      SIGN_INS_END,
    ],
  },
  {
    title: "Keys and organizations",
    commands: [KEYS_CREATE, KEYS_LINK, KEYS_LIST, KEYS_REVOKE, KEYS_ROTATE, ORGS_CREATE, ORGS_LIST],
  },
  { title: "Audit", commands: [AUDIT_LIST, AUDIT_EXPORT] },
  {
    title: "Data",
    commands: [BACKUP, VERIFY, RESTORE, MIGRATE, IMPORT, EXPORT, EXPORT_PERSON, PURGE, RETENTION_CONFIRM],
  },
  { title: "Repair", commands: [REBUILD, RESCORE] },
  { title: "Other", commands: [CONFIG_PRINT, OPENAPI, completionCommand(() => COMMANDS), VERSION] },
];

export const COMMANDS: readonly Command[] = COMMAND_GROUPS.flatMap(({ commands }) => commands);
