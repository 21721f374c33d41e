/** The demo's organization: a key for the person who looks, one for each developer, one for captured sessions. */
import type { Database } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import { developerToBind, nameDeveloper } from "../identity/developers/directory.ts";
import { issueKey } from "../identity/keys/issue.ts";
import { createOrganization } from "../identity/organizations/organization.ts";
import type { Instant } from "../vocabulary/units.ts";
import type { Person } from "./work/session.ts";
import { localStores, openDatabaseOf } from "../stores.ts";

/** The label that everything of the demo carries. */
const SAMPLE_ORGANIZATION = "sample data";

/** The organization's keys; those without an id are texts. */
export interface DemoKeys {
  organizationId: string;
  admin: string;
  /** Bound to nobody. */
  captured: string;
  /** By e-mail, each bound to its developer. */
  developers: ReadonlyMap<string, { id: string; key: string }>;
}

/** Makes the organization in a running appliance's database; the server finds its keys when they are used. */
export async function foundOrganization(
  directory: string,
  people: readonly Pick<Person, "name" | "email">[],
  now: Instant,
): Promise<DemoKeys> {
  const database = openDatabaseOf(localStores(directory), "write");
  try {
    return await inTransaction(database, "full", (transaction) => makeKeys(transaction, people, now));
  } finally {
    await database.destroy();
  }
}

async function makeKeys(
  transaction: Database,
  people: readonly Pick<Person, "name" | "email">[],
  now: Instant,
): Promise<DemoKeys> {
  const made = await createOrganization(transaction, SAMPLE_ORGANIZATION, now);
  if (!made.ok) throw new Error(`there is an organization ${SAMPLE_ORGANIZATION} already`);
  const organizationId = made.value.id;
  const unbound = { organizationId, developerId: null };
  const admin = await issueKey(transaction, { ...unbound, name: "demo admin", role: "admin" }, now);
  const captured = await issueKey(
    transaction,
    { ...unbound, name: "captured sessions", role: "member" },
    now,
  );
  const developers = new Map<string, { id: string; key: string }>();
  for (const { name, email } of people) {
    const developerId = await makeDeveloper(transaction, { organizationId, name, email });
    const key = await issueKey(transaction, { organizationId, name, role: "member", developerId }, now);
    developers.set(email, { id: key.record.id, key: key.key });
  }
  return { organizationId, admin: admin.key, captured: captured.key, developers };
}

async function makeDeveloper(
  transaction: Database,
  { organizationId, name, email }: { organizationId: string; name: string; email: string },
): Promise<string> {
  const bound = await developerToBind(transaction, { organizationId, idOrEmail: email });
  if (!bound.ok) throw new Error(`BUG: ${email} is no e-mail`);
  const { id } = bound.value;
  await nameDeveloper(transaction, { organizationId, id, name });
  return id;
}
