/** A new store with one organization and its developers, for as long as something is measured in it. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ALL_TABLES } from "../../src/appliance/tables.ts";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { prepareTables } from "../../src/database/prepare.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { insertDeveloper } from "../../src/identity/developers/table.ts";
import { createOrganization } from "../../src/identity/organizations/organization.ts";
import type { Instant } from "../../src/vocabulary/units.ts";

export interface NewStore {
  database: Database;
  /** Its file. */
  path: string;
  /** The organization's id; its developers are `dev-0`, `dev-1` and so on. */
  organization: string;
}

/**
 * Makes the store, and removes it after the work.
 *
 * @param folder - Where its directory is made.
 * @param made - When the organization is made, and how many developers it has.
 */
export async function inNewStore(
  folder: string,
  { at, developers }: { at: Instant; developers: number },
  work: (store: NewStore) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(folder, "scoring-bench-"));
  const path = join(directory, "scoring.db");
  const preparing = openDatabase(path, "write");
  await prepareTables(preparing, ALL_TABLES);
  await preparing.destroy();
  // plans with the estimates that preparing has saved
  const database = openDatabase(path, "write");
  try {
    const organization = await inTransaction(database, "normal", async (transaction) => {
      const made = await createOrganization(transaction, "ours", at);
      if (!made.ok) throw new Error("the new store has an organization");
      for (let place = 0; place < developers; place += 1)
        await addDeveloper(transaction, { organizationId: made.value.id, id: `dev-${place}` });
      return made.value.id;
    });
    await work({ database, path, organization });
  } finally {
    await database.destroy();
    rmSync(directory, { recursive: true });
  }
}

async function addDeveloper(
  transaction: Database,
  { organizationId, id }: Record<"organizationId" | "id", string>,
): Promise<void> {
  const email = `${id}@example.com`;
  const names = { givenName: null, email, userName: null, fallbackName: id };
  const developer = { id, organizationId, ...names, source: "bound" as const };
  await insertDeveloper(transaction, developer, { kind: "user.email", value: email });
}
