/** `scoring keys`: makes, lists and revokes keys. */
import type { Database } from "../../database/open.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";
import { describeKey, issueKey, type KeyAnswer, listKeys, revokeKey } from "../../identity/keys/issue.ts";
import type { Role } from "../../identity/keys/table.ts";
import { describeOrganization } from "../../identity/organizations/organization.ts";
import { type Organization, selectOrganizations } from "../../identity/organizations/table.ts";
import { personToBind } from "../../insights/governance/same-person.ts";
import { type Command, type CommandCall, CommandFailure, textFlag, writeAnswer } from "../command.ts";
import { changing, chosenOrganization, reading } from "../stores.ts";
import { formatTable } from "../text-table.ts";

const ORG = { value: "ORG", summary: "The organization's id or name (the only one, or default)." };

export const KEYS_CREATE: Command = {
  name: "keys create",
  operands: [],
  summary: "Makes a key and shows it once.",
  details:
    "An unbound member key may be shared and reads everything of its organization. A key that is bound to a\n" +
    "developer reads that developer's rows; what it sends is that developer's work.",
  flags: {
    role: { value: "ROLE", summary: "member (sends and reads) or admin (also changes); member by default." },
    name: { value: "NAME", summary: "What to call the key." },
    developer: {
      value: "WHO",
      summary: "Binds it: a developer's id or e-mail; a new e-mail makes the developer.",
    },
    org: ORG,
  },
  reads: "directory",
  run: async (call) => {
    const role = roleOf(textFlag(call, "role") ?? "member");
    const { key, answer, organization } = await changing(call, (transaction) =>
      create(call, transaction, role),
    );
    const { id, name, developer, createdAt } = answer;
    const shown = {
      id,
      key,
      role,
      name,
      organization: describeOrganization(organization),
      developer,
      createdAt,
    };
    writeAnswer(
      call,
      shown,
      `${key}\nThis ${role} key of ${organization.name} is not shown again. Its id is ${id}.`,
    );
    return 0;
  },
};

function roleOf(text: string): Role {
  if (text === "member" || text === "admin") return text;
  throw new CommandFailure(`--role is member or admin, not ${text}`, 2);
}

async function create(call: CommandCall, transaction: Database, role: Role) {
  const organization = await chosenOrganization(call, transaction);
  const developerId = await developerOf(call, transaction, organization.id);
  const name = textFlag(call, "name") ?? textFlag(call, "developer") ?? `${role} key`;
  const request = { organizationId: organization.id, name, role, developerId };
  const { key, record } = await issueKey(transaction, request, call.program.clock());
  const developers = await readDevelopers(transaction, organization.id);
  return { key, organization, answer: describeKey(record, developers) };
}

async function developerOf(
  call: CommandCall,
  transaction: Database,
  organizationId: string,
): Promise<string | null> {
  const idOrEmail = textFlag(call, "developer");
  if (idOrEmail === null) return null;
  const bound = await personToBind(transaction, { organizationId, idOrEmail });
  if (bound.ok) return bound.value.id;
  throw new CommandFailure(`there is no developer ${idOrEmail}; an e-mail would make one`);
}

export const KEYS_LIST: Command = {
  name: "keys list",
  operands: [],
  summary: "Lists the keys of every organization, or of one.",
  details: "",
  flags: { org: ORG },
  reads: "directory",
  run: async (call) => {
    const keys = await reading(call, (database) => list(call, database));
    writeAnswer(call, { keys }, keyTable(keys));
    return 0;
  },
};

type ListedKey = KeyAnswer & { organization: ReturnType<typeof describeOrganization> };

async function list(call: CommandCall, database: Database): Promise<ListedKey[]> {
  const asked = textFlag(call, "org");
  const organizations: Organization[] =
    asked === null ? await selectOrganizations(database) : [await chosenOrganization(call, database)];
  const lists = organizations.map(async (organization) => {
    const developers = await readDevelopers(database, organization.id);
    const keys = await listKeys(database, organization.id);
    const described = describeOrganization(organization);
    return keys.map((key) => ({ ...describeKey(key, developers), organization: described }));
  });
  return (await Promise.all(lists)).flat();
}

function keyTable(keys: readonly ListedKey[]): string {
  const titles = ["ID", "NAME", "ROLE", "DEVELOPER", "ORGANIZATION", "LAST USED", "STATE"];
  const rows = keys.map((key) => [
    key.id,
    key.name,
    key.role,
    key.developer?.name ?? "-",
    key.organization.name,
    key.lastUsedAt?.slice(0, 16).replace("T", " ") ?? "never",
    key.revokedAt === null ? "in force" : "revoked",
  ]);
  return formatTable(
    titles.map((title) => ({ title, align: "left" })),
    rows,
  );
}

export const KEYS_REVOKE: Command = {
  name: "keys revoke",
  operands: ["ID"],
  summary: "Takes a key out of force; a running server notices within a second.",
  details: "",
  flags: {},
  reads: "directory",
  run: async (call) => {
    const [id = ""] = call.operands;
    const answer = await changing(call, (transaction) => revoke(call, transaction, id));
    writeAnswer(call, answer, `${answer.name} is revoked.`);
    return 0;
  },
};

async function revoke(call: CommandCall, transaction: Database, id: string): Promise<KeyAnswer> {
  const revoked = await revokeKey(transaction, { id, organizationId: null }, call.program.clock());
  if (!revoked.ok)
    throw new CommandFailure(`there is no key with the id ${id}; scoring keys list names them`);
  return describeKey(revoked.value, await readDevelopers(transaction, revoked.value.organizationId));
}
