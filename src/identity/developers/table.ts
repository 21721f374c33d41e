/** The rows of developers and of the values that stand for them. */
import type { Database } from "../../database/open.ts";
import { orNull, referring, text } from "../../database/columns.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { Developer, DeveloperSource, Identity } from "./developer.ts";

/** One row for each person. */
export const DEVELOPERS = declareTable(
  "developers",
  {
    id: text(),
    organization_id: referring(text(), "organizations.id"),
    given_name: orNull(text()),
    email: orNull(text()),
    user_name: orNull(text()),
    fallback_name: text(),
    source: text<DeveloperSource>(),
    /** The developer that took this one in; null for one that was not merged. */
    merged_into: orNull(referring(text(), "developers.id")),
  },
  { key: ["id"] },
);

export type DeveloperRow = RowOf<typeof DEVELOPERS>;

/** The values that stand for a developer. */
export const ALIASES = declareTable(
  "aliases",
  {
    organization_id: text(),
    kind: text(),
    value: text(),
    developer_id: referring(text(), "developers.id"),
  },
  { key: ["organization_id", "kind", "value"] },
);

/** Never thrown away: names, bindings and merges are what people decided. */
export const DEVELOPER_TABLES = {
  name: "developers",
  tables: [ALIASES, DEVELOPERS],
  kept: true,
  migrations: [createDevelopers],
} satisfies TableSet;

async function createDevelopers(database: Database): Promise<void> {
  await createTable(database, DEVELOPERS);
  await createTable(database, ALIASES);
}

/** Keeps a new developer and the first value that stands for them. */
export async function insertDeveloper(
  transaction: Database,
  developer: Developer,
  identity: Identity,
): Promise<void> {
  const view = tables(transaction, DEVELOPERS, ALIASES);
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

/** Returns null when there is no such developer in any organization. */
export async function selectDeveloper(database: Database, id: string): Promise<DeveloperRecord | null> {
  return (await developersOf(database).where("id", "=", id).executeTakeFirst()) ?? null;
}

function developersOf(database: Database) {
  return tables(database, DEVELOPERS, ALIASES)
    .selectFrom("developers")
    .select(["id", "organization_id as organizationId", "given_name as givenName", "email", "source"])
    .select(["user_name as userName", "fallback_name as fallbackName", "merged_into as mergedInto"]);
}

/** Returns the id of the developer whom the value names, null when it is new. */
export async function selectAlias(
  database: Database,
  organizationId: string,
  identity: Identity,
): Promise<string | null> {
  const found = await tables(database, DEVELOPERS, ALIASES)
    .selectFrom("aliases")
    .select("developer_id")
    .where("organization_id", "=", organizationId)
    .where("kind", "=", identity.kind)
    .where("value", "=", identity.value)
    .executeTakeFirst();
  return found?.developer_id ?? null;
}

/** Returns each value that names a developer of the organization, with the developer's id. */
export async function selectAliases(
  database: Database,
  organizationId: string,
): Promise<(Identity & { developerId: string })[]> {
  return tables(database, DEVELOPERS, ALIASES)
    .selectFrom("aliases")
    .select(["kind", "value", "developer_id as developerId"])
    .where("organization_id", "=", organizationId)
    .orderBy("kind")
    .orderBy("value")
    .execute();
}

/** Lets all values of one developer stand for another, who takes them in. */
export async function redirectDeveloper(transaction: Database, from: string, into: string): Promise<void> {
  const view = tables(transaction, DEVELOPERS, ALIASES);
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
  await tables(transaction, DEVELOPERS, ALIASES)
    .updateTable("developers")
    .set(set)
    .where("id", "=", id)
    .execute();
}
