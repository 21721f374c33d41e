/** Makes a key for each member of a team, and shows them so that they can be handed out. */
import type { Database } from "../../database/open.ts";
import { findDeveloper, nameDeveloper } from "../../identity/developers/directory.ts";
import { isInForce, listKeys } from "../../identity/keys/issue.ts";
import type { Role } from "../../identity/keys/table.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { CommandFailure } from "../command.ts";
import { formatTable } from "../text/table.ts";
import { count } from "../text/count.ts";
import { makeKey } from "./bind.ts";
import type { Member } from "./read-team.ts";

/** What became of one row of the table. */
export interface MemberKey {
  email: string;
  name: string | null;
  role: Role;
  /** The new key's id; null when the developer had one already. */
  id: string | null;
  /** The new key; null when the developer had one already. */
  key: string | null;
}

/** How keys are made for a team. */
export interface TeamWish {
  organizationId: string;
  /** Whether developers who have a key in force get another. */
  again: boolean;
  now: Instant;
}

/** @param transaction - A transaction; so all keys are made or none. */
export async function makeTeamKeys(
  transaction: Database,
  members: readonly Member[],
  wish: TeamWish,
): Promise<MemberKey[]> {
  const made: MemberKey[] = [];
  for (const member of members) made.push(await makeMemberKey(transaction, member, wish));
  return made;
}

async function makeMemberKey(
  transaction: Database,
  { email, name, role }: Member,
  { organizationId, again, now }: TeamWish,
): Promise<MemberKey> {
  if (!again && (await hasKey(transaction, { organizationId, email, role, now })))
    return { email, name, role, id: null, key: null };
  const wish = { organizationId, role, developer: email, name: email };
  const { key, answer } = await makeKey(transaction, wish, now);
  const { id: keyId, developer } = answer;
  if (name !== null && developer !== null) {
    const named = await nameDeveloper(transaction, { organizationId, id: developer.id, name });
    if (!named.ok) throw new CommandFailure(`${email}: ${name} cannot be a developer's name`, 2);
  }
  return { email, name, role, id: keyId, key };
}

async function hasKey(
  database: Database,
  asked: { organizationId: string; email: string; role: Role; now: Instant },
): Promise<boolean> {
  const { organizationId, email, role, now } = asked;
  const developer = await findDeveloper(database, { organizationId, idOrEmail: email });
  if (developer === null) return false;
  return (await listKeys(database, organizationId)).some(
    (key) => key.developerId === developer.id && key.role === role && isInForce(key, now),
  );
}

/**
 * For people.
 *
 * @param width - The width; null for any.
 */
export function teamTable(keys: readonly MemberKey[], width: number | null): string {
  const columns = [
    { title: "EMAIL", align: "left" as const },
    { title: "NAME", align: "left" as const, dropped: 1 },
    { title: "ROLE", align: "left" as const, dropped: 2 },
    { title: "KEY", align: "left" as const },
  ];
  const rows = keys.map(({ email, name, role, key }) => [email, name ?? "-", role, key ?? "has one already"]);
  const made = keys.filter(({ key }) => key !== null).length;
  const there = keys.length - made;
  const summary = [
    made === 0 ? "No key was made." : `${count(made, "key")} made. They are not shown again.`,
    ...(there === 0 ? [] : [`${count(there, "developer")} had a key already; --again makes another one.`]),
  ];
  return [formatTable(columns, rows, width), "", summary.join(" ")].join("\n");
}

/** For a mail merge or a password manager: only the keys that were made. */
export function teamCsv(keys: readonly MemberKey[]): string {
  const rows = keys.filter(({ key }) => key !== null);
  const lines = rows.map(({ email, name, role, key }) => [email, name ?? "", role, key ?? ""]);
  return [["email", "name", "role", "key"], ...lines].map((cells) => cells.map(quoted).join(",")).join("\n");
}

/** Quoted where it has to be; a spreadsheet would take =, +, - and @ at the beginning for a formula. */
function quoted(cell: string): string {
  const safe = /^[=+\-@]/.test(cell) ? `'${cell}` : cell;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
