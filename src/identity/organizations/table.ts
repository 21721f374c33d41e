/** The rows of organizations. */
import type { Database } from "../../database/open.ts";
import { instant, text } from "../../database/columns.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** A group of people whose telemetry and scores belong together and are seen by nobody else. */
export interface Organization {
  id: string;
  name: string;
  createdAt: Instant;
  /** Random bytes in hex, from which cursors are sealed; never shown. */
  secret: string;
}

const ORGANIZATIONS = declareTable(
  "organizations",
  {
    id: text(),
    name: text(),
    created_at: instant(),
    secret: text(),
  },
  { key: ["id"], unique: [["name"]] },
);

/** Never thrown away. */
export const ORGANIZATION_TABLES = {
  name: "organizations",
  tables: [ORGANIZATIONS],
  kept: true,
  migrations: [createOrganizations],
} satisfies TableSet;

async function createOrganizations(database: Database): Promise<void> {
  await createTable(database, ORGANIZATIONS);
}

export async function insertOrganization(transaction: Database, organization: Organization): Promise<void> {
  const { createdAt, ...rest } = organization;
  await tables(transaction, ORGANIZATIONS)
    .insertInto("organizations")
    .values({ ...rest, created_at: createdAt })
    .execute();
}

/** All organizations, the oldest first. */
export async function selectOrganizations(database: Database): Promise<Organization[]> {
  return tables(database, ORGANIZATIONS)
    .selectFrom("organizations")
    .select(["id", "name", "created_at as createdAt", "secret"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Returns the secret of an organization; null when there is none with that id. */
export async function selectSecret(database: Database, id: string): Promise<string | null> {
  const row = await tables(database, ORGANIZATIONS)
    .selectFrom("organizations")
    .select("secret")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.secret ?? null;
}
