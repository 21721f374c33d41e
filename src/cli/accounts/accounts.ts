/** `scoring accounts`: invites people who sign in as themselves, changes what they may do, and ends their accounts. */
import type { Database } from "../../database/open.ts";
import { type AccountFault, changeAccount, endAccount, plainEmail } from "../../identity/accounts/account.ts";
import { type AccountAnswer, ROLES } from "../../identity/accounts/answer.ts";
import { everyAccount } from "../../identity/accounts/list-accounts.ts";
import type { Role } from "../../identity/caller.ts";
import { makeAccount } from "../../insights/people/new-account.ts";
import { LABEL_TEXT, labelsAsked } from "../../vocabulary/labels/label.ts";
import type { Result } from "../../vocabulary/result.ts";
import {
  type Command,
  type CommandCall,
  CommandFailure,
  type Flag,
  hasFlag,
  textFlag,
  textsFlag,
  writeAnswer,
} from "../command.ts";
import { type CommandEntry, recordCommand } from "../audit/note-command.ts";
import { printableName } from "../keys/bind.ts";
import { changing, chosenOrganization, reading } from "../stores.ts";
import { type Column, formatTable } from "../text/table.ts";

export const ORG = {
  value: "ORG",
  summary: "The organization's id or name (default: the only one, or default).",
};

const WISH: Readonly<Record<string, Flag>> = {
  role: {
    value: "ROLE",
    isOwn: true,
    summary: "member (own work), lead (usage and scores of --label too) or admin; default member.",
  },
  label: {
    value: "LABEL",
    repeated: true,
    summary: "With --role lead: a label of the sessions to read, such as team.id:platform.",
  },
  name: { value: "NAME", summary: "The person's name." },
};

export const ACCOUNTS_CREATE: Command = {
  name: "accounts create",
  operands: ["EMAIL"],
  summary: "Invite a person to sign in as themselves.",
  details:
    "The work of the developer with this e-mail is the person's own; a new e-mail adds a developer. The account has no " +
    "password: the person signs in by the provider that the settings name, by a passkey, or by a one-time link.\n\n" +
    "An account that has ended is opened again, with the role that is given now.",
  flags: { ...WISH, org: ORG },
  reads: "directory",
  check: checkWish,
  run: async (call) => {
    const [email = ""] = call.operands;
    const answer = await changing(call, async (transaction) => {
      const { id: organizationId } = await chosenOrganization(call, transaction);
      const { role = "member", labels = [], name = null } = wishOf(call);
      const wish = { organizationId, email, name, role, labels };
      const made = valueOf(await makeAccount(transaction, wish, call.program.clock()), email);
      await recordCommand(call, transaction, about(organizationId, "account_made", made));
      return made;
    });
    writeAnswer(call, answer, `${answer.email} may sign in as ${article(answer.role)}.`);
    return 0;
  },
};

export const ACCOUNTS_LIST: Command = {
  name: "accounts list",
  operands: [],
  summary: "List the accounts, with their roles and last sign-in.",
  details: "",
  flags: { org: ORG },
  reads: "directory",
  run: async (call) => {
    const accounts = await reading(call, async (database) =>
      everyAccount(database, (await chosenOrganization(call, database)).id),
    );
    writeAnswer(call, { accounts }, accountTable(accounts, call.speaker.columns));
    return 0;
  },
};

export const ACCOUNTS_CHANGE: Command = {
  name: "accounts change",
  operands: ["EMAIL"],
  summary: "Change what a person may do, or their name.",
  details: "What is not given stays. A running server notices within a second.",
  flags: { ...WISH, org: ORG },
  reads: "directory",
  check(call) {
    checkWish(call);
    if (!["role", "label", "name"].some((name) => hasFlag(call, name)))
      throw new CommandFailure("give --role, --label or --name", 2);
  },
  run: async (call) => {
    const answer = await changeOne(call, "account_changed", (transaction, account) =>
      changeAccount(transaction, { ...account, ...wishOf(call) }),
    );
    writeAnswer(call, answer, `${answer.email} may sign in as ${article(answer.role)}.`);
    return 0;
  },
};

export const ACCOUNTS_END: Command = {
  name: "accounts end",
  operands: ["EMAIL"],
  summary: "End an account, and sign its browsers out within a second.",
  details:
    "What the person's agents sent stays, and so do the person's keys: scoring keys revoke ends those.",
  flags: { org: ORG },
  reads: "directory",
  run: async (call) => {
    const answer = await changeOne(call, "account_ended", (transaction, account) =>
      endAccount(transaction, account, call.program.clock()),
    );
    writeAnswer(call, answer, `The account of ${answer.email} was ended.`);
    return 0;
  },
};

type Changed = Promise<Result<AccountAnswer, AccountFault>>;

function about(organization: string, action: CommandEntry["action"], account: AccountAnswer): CommandEntry {
  const { id, role } = account;
  return { organization, action, target: { kind: "account", id }, details: { role } };
}

/** Finds the account of the e-mail, and changes it. */
function changeOne(
  call: CommandCall,
  action: CommandEntry["action"],
  change: (transaction: Database, account: { organizationId: string; id: string }) => Changed,
): Promise<AccountAnswer> {
  const [email = ""] = call.operands;
  return changing(call, async (transaction) => {
    const account = await accountNamed(call, transaction, email);
    const changed = valueOf(await change(transaction, account), email);
    await recordCommand(call, transaction, about(account.organizationId, action, changed));
    return changed;
  });
}

/** @throws A failure of the command when the organization has no account of that e-mail. */
export async function accountNamed(
  call: CommandCall,
  transaction: Database,
  email: string,
): Promise<{ organizationId: string; id: string }> {
  const { id: organizationId } = await chosenOrganization(call, transaction);
  const accounts = await everyAccount(transaction, organizationId);
  const found = accounts.find((account) => account.email === plainEmail(email));
  if (found === undefined) throw new CommandFailure(unknownAccount(email));
  return { organizationId, id: found.id };
}

function valueOf<Value>(
  result: Result<Value, { kind: AccountFault["kind"] | "not_an_email" }>,
  email: string,
): Value {
  if (result.ok) return result.value;
  throw new CommandFailure(FAULTS[result.problem.kind](email));
}

const FAULTS: Readonly<Record<AccountFault["kind"] | "not_an_email", (email: string) => string>> = {
  unknown_account: unknownAccount,
  account_exists: (email) => `${email} has an account. scoring accounts change ${email} changes it.`,
  lead_without_labels: () => "a lead needs --label, such as --label team.id:platform",
  not_an_email: (email) => `${email} is no e-mail`,
};

export function unknownAccount(email: string): string {
  return `no account in force has the e-mail ${email}. scoring accounts list shows them.`;
}

function checkWish(call: CommandCall): void {
  const role = textFlag(call, "role");
  if (role !== null && !isRole(role))
    throw new CommandFailure(`--role is member, lead or admin, not ${role}`, 2);
  for (const label of textsFlag(call, "label"))
    if (!LABEL_TEXT.safeParse(label).success)
      throw new CommandFailure(
        `--label is a name, a colon and a value, such as team.id:platform, not ${label}`,
        2,
      );
}

function wishOf(call: CommandCall) {
  const [role, name, labels] = [textFlag(call, "role"), textFlag(call, "name"), textsFlag(call, "label")];
  return {
    ...(role !== null && isRole(role) && { role }),
    ...(name !== null && { name: printableName(name) }),
    ...(labels.length > 0 && { labels: labelsAsked(labels) }),
  };
}

function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}

function article(role: Role): string {
  return role === "admin" ? "an admin" : `a ${role}`;
}

const COLUMNS: readonly (Column & { cell(account: AccountAnswer): string })[] = [
  { title: "E-MAIL", align: "left", cell: ({ email }) => email },
  { title: "NAME", align: "left", dropped: 1, cell: ({ name }) => name ?? "-" },
  { title: "ROLE", align: "left", cell: ({ role }) => role },
  { title: "LABELS", align: "left", dropped: 2, cell: ({ labels }) => labels.join(" ") || "-" },
  {
    title: "LAST SIGN-IN",
    align: "left",
    dropped: 3,
    cell: ({ lastSignInAt }) => lastSignInAt?.slice(0, 16).replace("T", " ") ?? "never",
  },
  { title: "STATE", align: "left", cell: ({ endedAt }) => (endedAt === null ? "active" : "ended") },
];

function accountTable(accounts: readonly AccountAnswer[], width: number | null): string {
  if (accounts.length === 0) return "No accounts. scoring accounts create EMAIL invites a person.";
  return formatTable(
    COLUMNS,
    accounts.map((account) => COLUMNS.map(({ cell }) => cell(account))),
    width,
  );
}
