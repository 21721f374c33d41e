/** The organizations of a run, each with a key to send and read with, and the same ones in another database. */
import { inTransaction } from "../../src/database/transaction.ts";
import type { TableShape } from "../../src/database/columns.ts";
import type { Database } from "../../src/database/engine.ts";
import { declareTable, tables } from "../../src/database/table-shape.ts";
import { issueKey } from "../../src/identity/keys/issue.ts";
import { createOrganization } from "../../src/identity/organizations/organization.ts";
import { deleteImport, insertImport } from "../../src/ingest/imports/going-on-table.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import type { Sender } from "../chaos/clients.ts";

/** Whoever sends for an organization. */
export interface Person extends Sender {
  keyId: string;
}

/** Makes organizations as commands make them while servers run. */
export async function makePeople(
  database: Database,
  organizations: number,
): Promise<readonly [Person, ...Person[]]> {
  const [first, ...others] = Array.from({ length: organizations }, (_, index) => `company ${index + 1}`);
  return [
    await makeSender(database, first ?? "company"),
    ...(await Promise.all(others.map((name) => makeSender(database, name)))),
  ];
}

function makeSender(database: Database, name: string): Promise<Person> {
  return inTransaction(database, "full", async (transaction) => {
    const made = await createOrganization(transaction, name, systemClock());
    if (!made.ok) throw new Error(`there is an organization ${name} already`);
    const organization = made.value.id;
    const { key, record } = await issueKey(
      transaction,
      {
        organizationId: organization,
        name: "agents",
        role: "member",
        developerId: null,
        scopes: ["ingest", "read_team"],
      },
      systemClock(),
    );
    return { organization, key, keyId: record.id };
  });
}

/** Makes the same organizations, with the same keys, in another database. */
export async function copyPeople(from: Database, to: Database, people: readonly Sender[]): Promise<void> {
  const copied = new Set(people.map(({ organization }) => organization));
  await inTransaction(to, "full", async (transaction) => {
    for (const [name, column] of [
      ["organizations", "id"],
      ["keys", "organization_id"],
    ] as const) {
      const shape = declareTable<string, TableShape["columns"]>(name, {});
      const rows = await tables(from, shape).selectFrom(name).selectAll().execute();
      for (const row of rows.filter((each) => copied.has(String(each[column]))))
        await tables(transaction, shape).insertInto(name).values(row).execute();
    }
  });
}

const IMPORT = "a day";
type Importing = Pick<Person, "organization" | "keyId">;

/** Begins an import of each: until it ends nothing usual is learned, which would depend on what came first. */
export async function beginImports(database: Database, people: readonly Importing[]): Promise<void> {
  await inTransaction(database, "full", async (transaction) => {
    for (const { organization, keyId } of people)
      await insertImport(transaction, { id: IMPORT, keyId, organization, beganAt: systemClock() });
  });
}

/** Ends them: what is usual is learned from all that came. */
export async function endImports(database: Database, people: readonly Importing[]): Promise<void> {
  await inTransaction(database, "full", async (transaction) => {
    for (const { keyId } of people) await deleteImport(transaction, { id: IMPORT, keyId });
  });
}
