/** What the first start makes, so that a person and an agent can begin at once. */
import type { Database } from "../database/open.ts";
import type { Instant } from "../vocabulary/units.ts";
import { localDeveloper } from "./developers/directory.ts";
import { issueKey } from "./keys/issue.ts";
import { createOrganization } from "./organizations/organization.ts";
import { selectOrganizations } from "./organizations/table.ts";

/** The texts of the two keys; they are known here and nowhere else. */
export interface FirstKeys {
  /** For people. */
  admin: string;
  /** For agents of the developer who works on this machine: bound, so that nobody else may send with it. */
  member: string;
  /** The name of that developer; null where nobody works as the system's user, and the key is bound to nobody. */
  developer: string | null;
}

/**
 * Makes the organization "default" with an admin key and a member key.
 *
 * @returns null when there is an organization already.
 * @remarks Takes the operating system's user, after whom the developer is named; null for one that is no
 *   person.
 */
export async function createFirstKeys(
  transaction: Database,
  userName: string | null,
  now: Instant,
): Promise<FirstKeys | null> {
  if ((await selectOrganizations(transaction)).length > 0) return null;
  const made = await createOrganization(transaction, "default", now);
  if (!made.ok) throw new Error("BUG: the first organization's name is taken");
  const organizationId = made.value.id;
  const developer =
    userName === null ? null : await localDeveloper(transaction, { organizationId, userName });
  const person = { organizationId, name: "first admin key", role: "admin" as const, developerId: null };
  const name = userName ?? "first member key";
  const agent = { organizationId, name, role: "member" as const, developerId: developer?.id ?? null };
  const [admin, member] = [await issueKey(transaction, person, now), await issueKey(transaction, agent, now)];
  return { admin: admin.key, member: member.key, developer: userName };
}
