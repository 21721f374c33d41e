/** The organization that works, the same in every combination: rows are called after its id and those of its people. */
import type { TableShape } from "../../src/database/columns.ts";
import type { Database } from "../../src/database/engine.ts";
import { declareTable, tables } from "../../src/database/table-shape.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { developerToBind } from "../../src/identity/developers/directory.ts";
import { issueKey } from "../../src/identity/keys/issue.ts";
import { createOrganization } from "../../src/identity/organizations/organization.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";

/** Whoever sends; `shared` is a key of nobody, whose records say themselves who worked. */
export type Who = "ann" | "bob" | "shared";

/** The organization, and a key to send with for each. */
export interface People {
  organization: string;
  keys: Readonly<Record<Who, string>>;
  /** Reads and changes everything. */
  admin: string;
  /** The id of that key. */
  keyId: string;
}

/** The organization's name, for commands. */
export const ORGANIZATION = "company";

/** The e-mail of somebody whose key is theirs. */
export function emailOf(who: Exclude<Who, "shared">): string {
  return `${who}@example.com`;
}

/** Makes them. */
export function makePeople(database: Database): Promise<People> {
  return inTransaction(database, "full", async (transaction) => {
    const made = await createOrganization(transaction, ORGANIZATION, systemClock());
    if (!made.ok) throw new Error(`there is an organization ${ORGANIZATION} already`);
    const organization = made.value.id;
    const keyOf = async (name: Who | "admin") => {
      const asked = { organizationId: organization, idOrEmail: `${name}@example.com` };
      const isTheirs = name === "ann" || name === "bob";
      const bound = isTheirs ? await developerToBind(transaction, asked) : null;
      const { key, record } = await issueKey(
        transaction,
        {
          organizationId: organization,
          name,
          role: name === "admin" ? "admin" : "member",
          developerId: bound?.ok === true ? bound.value.id : null,
          scopes: name === "admin" ? ["ingest", "read_team", "admin"] : ["ingest", "read_team"],
        },
        systemClock(),
      );
      return { key, id: record.id };
    };
    const [ann, bob, shared] = [await keyOf("ann"), await keyOf("bob"), await keyOf("shared")];
    const { key: admin, id: keyId } = await keyOf("admin");
    return { organization, keys: { ann: ann.key, bob: bob.key, shared: shared.key }, admin, keyId };
  });
}

/** Their tables, those that others refer to first, and the column that says whose a row is. */
const TABLES = [
  ["organizations", "id"],
  ["developers", "organization_id"],
  ["aliases", "organization_id"],
  ["keys", "organization_id"],
] as const;

/** The rows of these tables. */
export type PeopleRows = readonly (readonly Record<string, unknown>[])[];

/** Reads the rows that make them, before anything was sent. */
export async function readPeople(database: Database, { organization }: People): Promise<PeopleRows> {
  const read: Record<string, unknown>[][] = [];
  for (const [name, column] of TABLES) {
    const rows = await tables(database, shapeOf(name)).selectFrom(name).selectAll().execute();
    read.push(rows.filter((row) => row[column] === organization));
  }
  return read;
}

/** Makes the same people in another database. */
export async function copyPeople(rows: PeopleRows, to: Database): Promise<void> {
  await inTransaction(to, "full", async (transaction) => {
    for (const [index, [name]] of TABLES.entries())
      for (const row of rows[index] ?? [])
        await tables(transaction, shapeOf(name)).insertInto(name).values(row).execute();
  });
}

function shapeOf(name: string) {
  return declareTable<string, TableShape["columns"]>(name, {});
}
