/** `scoring keys create` and `revoke`. */
import type { Database } from "../../database/open.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";
import { describeKey, type KeyAnswer } from "../../identity/keys/answer.ts";
import { revokeKey } from "../../identity/keys/issue.ts";
import type { Role } from "../../identity/keys/table.ts";
import { describeOrganization } from "../../identity/organizations/organization.ts";
import {
  type Command,
  type CommandCall,
  CommandFailure,
  hasFlag,
  textFlag,
  writeAnswer,
} from "../command.ts";
import { recordCommand } from "../audit/note-command.ts";
import { keyMade, makeKey } from "../keys/bind.ts";
import { ORG } from "../keys/list-keys.ts";
import { makeTeamKeys, teamCsv, teamTable } from "../keys/team-keys.ts";
import { readTeamFile } from "../keys/team.ts";
import { wantedScopes } from "../keys/wanted-scopes.ts";
import { changing, chosenOrganization } from "../stores.ts";
import { timeFlag } from "../time-flag.ts";
import { shownTime } from "../../vocabulary/times.ts";

export const KEYS_CREATE: Command = {
  name: "keys create",
  operands: [],
  summary: "Create a key for one developer, or one for each developer of a team.",
  details:
    "Give each developer a key of their own: what is sent with it counts as that developer's work, and it reads only " +
    "that developer's rows. A member key without --developer may be shared, and only sends; with --reads-all it also " +
    "reads everything of its organization. So does an admin key, also with --developer.\n\n" +
    "Scopes are what a key may do: ingest (send), read_own (read that developer's rows), read_team (read everything), " +
    "admin (change settings, keys and people). --scope names other ones than the usual.\n\n" +
    "--from reads a CSV file with the columns email, name and role (name and role may be missing) and creates a key for " +
    "each line. When one line is wrong, nothing is created. Developers who have a key already get no second one, " +
    "unless --again is given.",
  flags: {
    developer: {
      value: "WHO",
      summary:
        "The developer whose key it is: an e-mail, or a known developer's id. A new e-mail adds a developer.",
    },
    from: { value: "FILE", summary: "Create a key for each line of this CSV file." },
    again: { summary: "With --from: also for developers who have a key." },
    csv: { summary: "With --from: print the new keys as CSV, to hand them out." },
    role: {
      value: "ROLE",
      isOwn: true,
      summary:
        "member (sends, and reads what its scopes say) or admin (reads everyone and changes); default member.",
    },
    scope: {
      value: "SCOPE",
      repeated: true,
      summary: "What the key may do: ingest, read_own, read_team or admin. Give it again for more.",
    },
    "reads-all": { summary: "Let the key also read everything of its organization." },
    ends: { value: "TIME", summary: "When the key ends, such as 2027-01-31 (default never)." },
    name: { value: "NAME", summary: "A name for the key." },
    org: ORG,
  },
  reads: "directory",
  check: (call) => (hasFlag(call, "from") ? checkForTeam(call) : checkOne(call)),
  run: async (call) => {
    const file = textFlag(call, "from");
    return file === null ? createOne(call) : createForTeam(call, file);
  },
};

function checkForTeam(call: CommandCall): void {
  const ofOne = ["developer", "role", "name", "scope", "reads-all", "ends"];
  const other = ofOne.find((name) => hasFlag(call, name));
  if (other !== undefined) throw new CommandFailure(`give --from or --${other}, not both`, 2);
  if (hasFlag(call, "csv") && hasFlag(call, "json"))
    throw new CommandFailure("give --csv or --json, not both", 2);
}

function checkOne(call: CommandCall): void {
  if (hasFlag(call, "again") || hasFlag(call, "csv"))
    throw new CommandFailure("--again and --csv need --from", 2);
  roleOf(textFlag(call, "role") ?? "member");
  wantedScopes(call);
  timeFlag(call, "ends");
}

async function createForTeam(call: CommandCall, file: string): Promise<0> {
  const team = readTeamFile(file);
  if (!team.ok) throw new CommandFailure([`no key was created; ${file}:`, ...team.problem].join("\n  "));
  const { organization, keys } = await changing(call, async (transaction) => {
    const organization = await chosenOrganization(call, transaction);
    const wish = {
      organizationId: organization.id,
      again: hasFlag(call, "again"),
      now: call.program.clock(),
    };
    const keys = await makeTeamKeys(transaction, team.value, wish);
    for (const { id, role } of keys)
      if (id !== null) await recordCommand(call, transaction, keyMade(organization.id, { id, role }));
    return { organization, keys };
  });
  if (keys.some(({ role, key }) => role === "admin" && key !== null)) warnOfAdmins(call);
  if (hasFlag(call, "csv")) call.speaker.show(teamCsv(keys));
  else
    writeAnswer(
      call,
      { organization: describeOrganization(organization), keys },
      teamTable(keys, call.speaker.columns),
    );
  return 0;
}

async function createOne(call: CommandCall): Promise<0> {
  const role = roleOf(textFlag(call, "role") ?? "member");
  const { key, answer, organization } = await changing(call, async (transaction) => {
    const organization = await chosenOrganization(call, transaction);
    const [developer, name] = [textFlag(call, "developer"), textFlag(call, "name")];
    const wanted = { ...wantedScopes(call), endsAt: timeFlag(call, "ends") };
    const wish = { organizationId: organization.id, role, developer, name, ...wanted };
    const made = await makeKey(transaction, wish, call.program.clock());
    await recordCommand(call, transaction, keyMade(organization.id, made.answer));
    return { organization, ...made };
  });
  const { id, name, developer, scopes, createdAt, endsAt } = answer;
  if (role === "admin" && developer !== null) warnOfAdmins(call);
  const shown = {
    id,
    key,
    role,
    name,
    organization: describeOrganization(organization),
    developer,
    scopes,
    createdAt,
    endsAt,
  };
  const owner = developer === null ? "" : `, ${developer.name}'s own`;
  const text = `${key}\nThis is a ${role} key of ${organization.name}${owner}. ${sayScopes(answer)} It is not shown again. Its id is ${id}.`;
  writeAnswer(call, shown, text);
  return 0;
}

/** On stderr, so that what a program reads stays as it is. */
function warnOfAdmins({ speaker }: CommandCall): void {
  speaker.complain(
    "An admin key reads everyone's prompts, records and scores, also with a developer. " +
      "For somebody's own work create a key with --role member.",
  );
}

/** For keys whose reading may be expected otherwise. */
function sayScopes({ role, developer, scopes, endsAt }: KeyAnswer): string {
  const ends = endsAt === null ? "" : ` It ends on ${shownTime(Date.parse(endsAt))}.`;
  if (role === "member" && developer === null && !scopes.includes("read_team"))
    return `It only sends: --reads-all makes one that reads.${ends}`;
  return `It may do this: ${scopes.join(", ")}.${ends}`;
}

function roleOf(text: string): Role {
  if (text === "member" || text === "admin") return text;
  throw new CommandFailure(`--role is member or admin, not ${text}`, 2);
}

export const KEYS_REVOKE: Command = {
  name: "keys revoke",
  operands: ["ID"],
  summary: "Revoke a key; a running server notices within a second.",
  details: "",
  flags: {},
  reads: "directory",
  run: async (call) => {
    const [id = ""] = call.operands;
    const answer = await changing(call, (transaction) => revoke(call, transaction, id));
    writeAnswer(call, answer, `The key ${answer.name} was revoked.`);
    return 0;
  },
};

async function revoke(call: CommandCall, transaction: Database, id: string): Promise<KeyAnswer> {
  const revoked = await revokeKey(transaction, { id, organizationId: null }, call.program.clock());
  if (!revoked.ok) throw new CommandFailure(`unknown key id: ${id}. scoring keys list shows the ids.`);
  const { organizationId: organization } = revoked.value;
  const target = { kind: "key", id } as const;
  await recordCommand(call, transaction, { organization, action: "key_revoked", target });
  return describeKey(revoked.value, await readDevelopers(transaction, revoked.value.organizationId));
}
