/** `scoring audit`: who did what, as a table or as JSON Lines. */
import { sayAction, sayWhat, sayWho } from "../../../embedded/dashboard/words/audit/say-entry.ts";
import { isAction } from "../../audit/actions.ts";
import { auditTables } from "../../audit/audit-table.ts";
import type { Database } from "../../database/open.ts";
import type { AuditEntryAnswer } from "../../identity/audit/audit-answer.ts";
import { type AuditPage, type AuditQuery, listAudit } from "../../identity/audit/list-audit.ts";
import { type Command, type CommandCall, CommandFailure, textFlag, writeAnswer } from "../command.ts";
import { chosenOrganization, hasTables, reading } from "../stores.ts";
import { formatTable } from "../text/table.ts";
import { timeFlag } from "../time-flag.ts";
import { noteCommand } from "./note-command.ts";

const FILTERS = {
  from: { value: "TIME", summary: "The earliest, inclusive, ISO 8601." },
  to: { value: "TIME", summary: "The latest, exclusive, ISO 8601." },
  actor: { value: "WHO", summary: "Who did it: a developer's id or e-mail, or a key's id." },
  target: { value: "WHO", summary: "To whom or what, likewise." },
  action: { value: "ACTION", summary: "What was done, such as key_made." },
  org: { value: "ORG", summary: "The organization's id or name (default: the only one, or default)." },
};

const USUAL_ENTRIES = 50;
const AT_ONCE = 1_000;

export const AUDIT_LIST: Command = {
  name: "audit list",
  operands: [],
  summary: "List who did what and when, the newest first.",
  details:
    "The log of the organization and of the server: sign-ins, keys, settings, purges, exports, backups, and who read " +
    "another person's prompts or records. Entries hold no names and no texts; names are looked up when they are shown.",
  flags: {
    ...FILTERS,
    limit: { value: "N", summary: `How many entries (default ${USUAL_ENTRIES}).` },
  },
  reads: "directory",
  check: (call) => void [limitOf(call), filtersOf(call)],
  run: async (call) => {
    const page = await reading(call, (database) =>
      pageOf(call, database, { limit: limitOf(call), after: null }),
    );
    const { entries } = page;
    writeAnswer(call, { entries }, entryTable(entries, call.speaker.columns));
    return 0;
  },
};

export const AUDIT_EXPORT: Command = {
  name: "audit export",
  operands: [],
  summary: "Print the audit log as JSON Lines, the newest first.",
  details:
    "One entry in each line, with its hashes. Keep it elsewhere: an entry that was removed from the database, or " +
    "changed in it, is found by comparing the two.",
  flags: FILTERS,
  reads: "directory",
  check: (call) => void filtersOf(call),
  run: async (call) => {
    const printed = await printPages(call);
    const organization = await reading(call, (database) => chosenOrganization(call, database));
    const details = { entries: printed };
    await noteCommand(call, { organization: organization.id, action: "audit_exported", details });
    return 0;
  },
};

/** Returns how many entries there were. */
async function printPages(call: CommandCall): Promise<number> {
  let after: AuditQuery["after"] = null;
  for (let printed = 0; ;) {
    const page: AuditPage = await readPage(call, { limit: AT_ONCE, after });
    const { entries, next } = page;
    if (entries.length > 0) call.speaker.show(entries.map((entry) => JSON.stringify(entry)).join("\n"));
    printed += entries.length;
    if (next === null) return printed;
    after = next;
  }
}

function readPage(call: CommandCall, page: Pick<AuditQuery, "limit" | "after">): Promise<AuditPage> {
  return reading(call, (database) => pageOf(call, database, page));
}

async function pageOf(
  call: CommandCall,
  database: Database,
  page: Pick<AuditQuery, "limit" | "after">,
): Promise<AuditPage> {
  if (!(await hasTables(database, auditTables))) return { entries: [], next: null };
  const organization = await chosenOrganization(call, database);
  return listAudit(database, {
    organizationId: organization.id,
    withServer: true,
    ...filtersOf(call),
    ...page,
  });
}

function filtersOf(call: CommandCall): Pick<AuditQuery, "from" | "to" | "actor" | "target" | "actions"> {
  const action = textFlag(call, "action");
  if (action !== null && !isAction(action))
    throw new CommandFailure(`--action ${action}: there is no such action`, 2);
  return {
    from: timeFlag(call, "from") ?? 0,
    to: timeFlag(call, "to") ?? Number.MAX_SAFE_INTEGER,
    actor: textFlag(call, "actor"),
    target: textFlag(call, "target"),
    actions: action === null ? null : [action],
  };
}

function limitOf(call: CommandCall): number {
  const given = textFlag(call, "limit") ?? String(USUAL_ENTRIES);
  const limit = Number(given);
  if (Number.isInteger(limit) && limit >= 1 && limit <= AT_ONCE) return limit;
  throw new CommandFailure(`--limit ${given}: expected a whole number from 1 to ${AT_ONCE}`, 2);
}

function entryTable(entries: readonly AuditEntryAnswer[], width: number | null): string {
  if (entries.length === 0) return "No entry.";
  const columns = ["TIME", "WHO", "ACTION", "WHAT", "RESULT", "FROM"].map((title, index) => ({
    title,
    align: "left" as const,
    ...(index > 3 && { dropped: index }),
  }));
  const rows = entries.map((entry) => [
    entry.at.slice(0, 19).replace("T", " "),
    sayWho(entry),
    sayAction(entry),
    sayWhat(entry),
    entry.result,
    entry.from ?? "",
  ]);
  return formatTable(columns, rows, width);
}
