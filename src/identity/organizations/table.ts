/** The rows of organizations. */
import { type Database, tables } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";

/** A group of people whose telemetry and scores belong together and are seen by nobody else. */
export interface Organization {
  id: string;
  name: string;
  createdAt: Milliseconds;
  /** Random bytes in hex, from which cursors are sealed; never shown. */
  secret: string;
}

interface OrganizationTables {
  organizations: { id: string; name: string; created_at: Milliseconds; secret: string };
}

/** Never thrown away. */
export const ORGANIZATION_TABLES: TableSet = {
  name: "organizations",
  tables: ["organizations"],
  kept: true,
  migrations: [createOrganizations],
};

async function createOrganizations(database: Database): Promise<void> {
  await database.schema
    .createTable("organizations")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "integer", (column) => column.notNull())
    .addColumn("secret", "text", (column) => column.notNull())
    .execute();
}

export async function insertOrganization(transaction: Database, organization: Organization): Promise<void> {
  const { createdAt, ...rest } = organization;
  await tables<OrganizationTables>(transaction)
    .insertInto("organizations")
    .values({ ...rest, created_at: createdAt })
    .execute();
}

/** All organizations, the oldest first. */
export async function selectOrganizations(database: Database): Promise<Organization[]> {
  return tables<OrganizationTables>(database)
    .selectFrom("organizations")
    .select(["id", "name", "created_at as createdAt", "secret"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}
