/** `scoring keys list`: every key, with what it may do and until when. */
import type { Database } from "../../database/open.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";
import { describeKey, type KeyAnswer } from "../../identity/keys/answer.ts";
import { listKeys } from "../../identity/keys/issue.ts";
import { describeOrganization } from "../../identity/organizations/organization.ts";
import { type Organization, selectOrganizations } from "../../identity/organizations/table.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { type Command, type CommandCall, textFlag, writeAnswer } from "../command.ts";
import { chosenOrganization, reading } from "../stores.ts";
import { type Column, formatTable } from "../text/table.ts";

/** Which organization is meant. */
export const ORG = {
  value: "ORG",
  summary: "The organization's id or name (default: the only one, or default).",
};

export const KEYS_LIST: Command = {
  name: "keys list",
  operands: [],
  summary: "List the keys, with their developers, scopes, end and last use.",
  details: "",
  flags: { org: ORG },
  reads: "directory",
  run: async (call) => {
    const keys = await reading(call, (database) => list(call, database));
    const shown = keys.map((key) => ({ ...key, state: stateOf(key, call.program.clock()) }));
    writeAnswer(call, { keys }, keyTable(shown, call.speaker.columns));
    return 0;
  },
};

type ListedKey = KeyAnswer & { organization: ReturnType<typeof describeOrganization> };
type ShownKey = ListedKey & { state: "active" | "ended" | "revoked" };

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

const COLUMNS: readonly (Column & { cell(key: ShownKey): string })[] = [
  { title: "ID", align: "left", cell: ({ id }) => id },
  { title: "NAME", align: "left", dropped: 1, cell: ({ name }) => name },
  { title: "ROLE", align: "left", dropped: 3, cell: ({ role }) => role },
  { title: "SCOPES", align: "left", dropped: 6, cell: ({ scopes }) => scopes.join(" ") },
  { title: "DEVELOPER", align: "left", cell: ({ developer }) => developer?.name ?? "-" },
  { title: "ORGANIZATION", align: "left", dropped: 4, cell: ({ organization }) => organization.name },
  {
    title: "LAST USED",
    align: "left",
    dropped: 2,
    cell: ({ lastUsedAt }) => shownMinute(lastUsedAt) ?? "never",
  },
  { title: "ENDS", align: "left", dropped: 5, cell: ({ endsAt }) => shownMinute(endsAt) ?? "never" },
  { title: "STATE", align: "left", cell: ({ state }) => state },
];

function keyTable(keys: readonly ShownKey[], width: number | null): string {
  return formatTable(
    COLUMNS,
    keys.map((key) => COLUMNS.map(({ cell }) => cell(key))),
    width,
  );
}

function stateOf({ revokedAt, endsAt }: KeyAnswer, now: Instant): ShownKey["state"] {
  if (revokedAt !== null) return "revoked";
  return endsAt !== null && Date.parse(endsAt) <= now ? "ended" : "active";
}

function shownMinute(time: string | null): string | null {
  return time?.slice(0, 16).replace("T", " ") ?? null;
}
