/** A real database with the tables of identity and one organization. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../src/database/open.ts";
import { openPrepared } from "../database/prepared.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { type IssuedKey, issueKey, type KeyRequest } from "../../src/identity/keys/issue.ts";
import { createOrganization } from "../../src/identity/organizations/organization.ts";
import type { Organization } from "../../src/identity/organizations/table.ts";
import { IDENTITY_TABLES } from "../../src/identity/tables.ts";

export const NOW = Date.parse("2026-11-21T12:00:00Z");

export async function openIdentity(): Promise<Database> {
  const database = await openPrepared(
    join(mkdtempSync(join(tmpdir(), "identity-")), "scoring.db"),
    IDENTITY_TABLES,
  );
  return database;
}

export async function addOrganization(database: Database, name: string): Promise<Organization> {
  const made = await inTransaction(database, "full", (transaction) =>
    createOrganization(transaction, name, NOW),
  );
  if (!made.ok) throw new Error(`there is an organization ${name} already`);
  return made.value;
}

export function addKey(
  database: Database,
  request: Partial<KeyRequest> & { organizationId: string },
): Promise<IssuedKey> {
  const whole: KeyRequest = { name: "laptop", role: "member", developerId: null, ...request };
  // tests read with the keys that they share
  if (whole.role === "member" && whole.developerId === null) whole.scopes ??= ["ingest", "read_team"];
  return inTransaction(database, "full", (transaction) => issueKey(transaction, whole, NOW));
}
