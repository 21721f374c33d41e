/** The rows of accounts: people who sign in as themselves. */
import { instant, json, orNull, referring, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { AskedLabel } from "../../vocabulary/labels/label.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { Role } from "../caller.ts";

/** An account as it is kept. */
export interface AccountRecord {
  id: string;
  organizationId: string;
  /** In lower case; different in each account of an organization. */
  email: string;
  /** null where nobody gave one. */
  name: string | null;
  role: Role;
  /** The sessions whose usage and scores a lead reads; empty for other roles. */
  labels: readonly AskedLabel[];
  /** The developer whose work is this person's own. */
  developerId: string;
  createdAt: Instant;
  /** null while the person has never signed in. */
  lastSignInAt: Instant | null;
  /** null while the account is in force. */
  endedAt: Instant | null;
}

/** One row for each person who was ever invited, until a purge of the person. */
export const USER_ACCOUNTS = declareTable(
  "user_accounts",
  {
    id: text(),
    organization: referring(text(), "organizations.id"),
    email: text(),
    name: orNull(text()),
    role: text<Role>(),
    /** JSON of names and values. */
    labels: json(),
    developer: text(),
    created_at: instant(),
    last_sign_in_at: orNull(instant()),
    ended_at: orNull(instant()),
  },
  { key: ["id"], unique: [["organization", "email"]], owner: ["developer"] },
);

export type AccountRow = RowOf<typeof USER_ACCOUNTS>;

/** Kept: who may sign in is what people decided. */
export const USER_ACCOUNT_TABLES = {
  name: "user-accounts",
  tables: [USER_ACCOUNTS],
  kept: true,
  migrations: [createAccounts],
} satisfies TableSet;

async function createAccounts(database: Database): Promise<void> {
  await createTable(database, USER_ACCOUNTS);
}

/** Keeps a new account. */
export async function insertAccount(transaction: Database, account: AccountRecord): Promise<void> {
  await tables(transaction, USER_ACCOUNTS).insertInto("user_accounts").values(rowOf(account)).execute();
}

/** Writes an account anew, all but its id. */
export async function updateAccount(transaction: Database, account: AccountRecord): Promise<void> {
  const { id, ...row } = rowOf(account);
  await tables(transaction, USER_ACCOUNTS)
    .updateTable("user_accounts")
    .set(row)
    .where("id", "=", id)
    .execute();
}

/** All accounts of all organizations, ended ones too, the oldest first. */
export async function selectAccounts(database: Database): Promise<AccountRecord[]> {
  const rows = await accountsIn(database).orderBy("created_at").orderBy("id").execute();
  return rows.map(recordOf);
}

/** Returns null when there is none. */
export async function selectAccount(database: Database, id: string): Promise<AccountRecord | null> {
  const row = await accountsIn(database).where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : recordOf(row);
}

/** The accounts of an e-mail, one in each organization at most. */
export async function selectAccountsOf(database: Database, email: string): Promise<AccountRecord[]> {
  const rows = await accountsIn(database).where("email", "=", email).orderBy("organization").execute();
  return rows.map(recordOf);
}

function accountsIn(database: Database) {
  return tables(database, USER_ACCOUNTS).selectFrom("user_accounts").selectAll();
}

function rowOf(account: AccountRecord): AccountRow {
  const { id, email, name, role } = account;
  return {
    id,
    organization: account.organizationId,
    email,
    name,
    role,
    labels: JSON.stringify(account.labels),
    developer: account.developerId,
    created_at: account.createdAt,
    last_sign_in_at: account.lastSignInAt,
    ended_at: account.endedAt,
  };
}

function recordOf(row: AccountRow): AccountRecord {
  const { id, email, name, role } = row;
  return {
    id,
    organizationId: row.organization,
    email,
    name,
    role,
    labels: JSON.parse(row.labels) as AskedLabel[],
    developerId: row.developer,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
    endedAt: row.ended_at,
  };
}
