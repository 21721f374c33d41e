/** The rows of developers and of the values that stand for them. */
import { type Database, tables } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { Developer, DeveloperSource, Identity } from "./developer.ts";

interface DeveloperRow {
  id: string;
  organization_id: string;
  given_name: string | null;
  email: string | null;
  user_name: string | null;
  fallback_name: string;
  source: DeveloperSource;
  /** The developer that took this one in; null for one that stands alone. */
  merged_into: string | null;
}

interface DeveloperTables {
  developers: DeveloperRow;
  aliases: { organization_id: string; kind: string; value: string; developer_id: string };
}

/** Never thrown away: names, bindings and merges are what people decided. */
export const DEVELOPER_TABLES: TableSet = {
  name: "developers",
  tables: ["aliases", "developers"],
  kept: true,
  migrations: [createDevelopers],
};

async function createDevelopers(database: Database): Promise<void> {
  await database.schema
    .createTable("developers")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull().references("organizations.id"))
    .addColumn("given_name", "text")
    .addColumn("email", "text")
    .addColumn("user_name", "text")
    .addColumn("fallback_name", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("merged_into", "text", (column) => column.references("developers.id"))
    .execute();
  await database.schema
    .createTable("aliases")
    .addColumn("organization_id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("developer_id", "text", (column) => column.notNull().references("developers.id"))
    .addPrimaryKeyConstraint("aliases_key", ["organization_id", "kind", "value"])
    .execute();
}

/** Keeps a new developer and the first value that stands for them. */
export async function insertDeveloper(
  transaction: Database,
  developer: Developer,
  identity: Identity,
): Promise<void> {
  const view = tables<DeveloperTables>(transaction);
  const row: DeveloperRow = {
    id: developer.id,
    organization_id: developer.organizationId,
    given_name: developer.givenName,
    email: developer.email,
    user_name: developer.userName,
    fallback_name: developer.fallbackName,
    source: developer.source,
    merged_into: null,
  };
  const { id, ...known } = row;
  await view
    .insertInto("developers")
    .values({ id, ...known })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(known)) // one who was purged comes back
    .execute();
  await view
    .insertInto("aliases")
    .values({ organization_id: row.organization_id, ...identity, developer_id: row.id })
    .execute();
}

/** A developer, and who took them in. */
export type DeveloperRecord = Developer & { mergedInto: string | null };

/** All developers of an organization, merged ones too, in the order of their ids. */
export async function selectDevelopers(
  database: Database,
  organizationId: string,
): Promise<DeveloperRecord[]> {
  return developersOf(database).where("organization_id", "=", organizationId).orderBy("id").execute();
}

/** Gives: null when there is no such developer in any organization. */
export async function selectDeveloper(database: Database, id: string): Promise<DeveloperRecord | null> {
  return (await developersOf(database).where("id", "=", id).executeTakeFirst()) ?? null;
}

function developersOf(database: Database) {
  return tables<DeveloperTables>(database)
    .selectFrom("developers")
    .select(["id", "organization_id as organizationId", "given_name as givenName", "email", "source"])
    .select(["user_name as userName", "fallback_name as fallbackName", "merged_into as mergedInto"]);
}

/** Gives: the id of the developer that the value stands for, null when it is new. */
export async function selectAlias(
  database: Database,
  organizationId: string,
  identity: Identity,
): Promise<string | null> {
  const found = await tables<DeveloperTables>(database)
    .selectFrom("aliases")
    .select("developer_id")
    .where("organization_id", "=", organizationId)
    .where("kind", "=", identity.kind)
    .where("value", "=", identity.value)
    .executeTakeFirst();
  return found?.developer_id ?? null;
}

/** Gives: each value that stands for a developer of the organization, with the developer's id. */
export async function selectAliases(
  database: Database,
  organizationId: string,
): Promise<(Identity & { developerId: string })[]> {
  return tables<DeveloperTables>(database)
    .selectFrom("aliases")
    .select(["kind", "value", "developer_id as developerId"])
    .where("organization_id", "=", organizationId)
    .orderBy("kind")
    .orderBy("value")
    .execute();
}

/** Lets all values of one developer stand for another, who takes them in. */
export async function redirectDeveloper(transaction: Database, from: string, into: string): Promise<void> {
  const view = tables<DeveloperTables>(transaction);
  await view.updateTable("aliases").set({ developer_id: into }).where("developer_id", "=", from).execute();
  await view.updateTable("developers").set({ merged_into: into }).where("merged_into", "=", from).execute();
  await view.updateTable("developers").set({ merged_into: into }).where("id", "=", from).execute();
}

/** Changes what is known of a developer; what is not given stays. */
export async function updateDeveloper(
  transaction: Database,
  id: string,
  changes: Partial<Pick<Developer, "givenName" | "userName" | "source">>,
): Promise<void> {
  const set = {
    ...(changes.givenName !== undefined && { given_name: changes.givenName }),
    ...(changes.userName !== undefined && { user_name: changes.userName }),
    ...(changes.source !== undefined && { source: changes.source }),
  };
  await tables<DeveloperTables>(transaction)
    .updateTable("developers")
    .set(set)
    .where("id", "=", id)
    .execute();
}
