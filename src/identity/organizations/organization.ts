/** Makes and finds organizations. */
import { randomBytes } from "node:crypto";
import type { Database } from "../../database/open.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { insertOrganization, type Organization, selectOrganizations } from "./table.ts";

/**
 * Makes an organization.
 *
 * @throws `name_taken` when another one has the name.
 */
export async function createOrganization(
  transaction: Database,
  name: string,
  now: Instant,
): Promise<Result<Organization, { kind: "name_taken" }>> {
  if ((await findOrganization(transaction, name)) !== null) return fail({ kind: "name_taken" });
  const organization = {
    id: randomBytes(6).toString("hex"),
    name,
    createdAt: now,
    secret: randomBytes(32).toString("hex"),
  };
  await insertOrganization(transaction, organization);
  return succeed(organization);
}

/**
 * Makes an organization again of which only the id is known, because its objects name it.
 *
 * @returns false when it is there.
 */
export async function restoreOrganization(transaction: Database, id: string, now: Instant): Promise<boolean> {
  if ((await selectOrganizations(transaction)).some((organization) => organization.id === id)) return false;
  const name = `adopted ${id}`;
  await insertOrganization(transaction, {
    id,
    name,
    createdAt: now,
    secret: randomBytes(32).toString("hex"),
  });
  return true;
}

/** The organization with that id or that name, null when there is none. */
export async function findOrganization(database: Database, idOrName: string): Promise<Organization | null> {
  const organizations = await selectOrganizations(database);
  return organizations.find(({ id, name }) => id === idOrName || name === idOrName) ?? null;
}

/** An organization as answers show it. */
export interface OrganizationAnswer {
  id: string;
  name: string;
  createdAt: string;
}

export function describeOrganization(organization: Organization): OrganizationAnswer {
  const { id, name, createdAt } = organization;
  return { id, name, createdAt: isoTime(createdAt) };
}
