/** The rows of passkeys: of each the public half, by which a signature of its device is verified. */
import { count, instant, json, orNull, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** A passkey as it is kept. */
export interface PasskeyRecord {
  id: string;
  organizationId: string;
  accountId: string;
  /** The developer of the account. */
  developerId: string;
  /** The id that its device gave it, in base64url; different in each passkey. */
  credentialId: string;
  /** In COSE form, in base64url. */
  publicKey: string;
  /** How often its device signed with it; 0 where devices do not count. */
  counter: number;
  /** How its device is reached, as the browser said: "internal", "usb". */
  transports: readonly string[];
  /** What its person calls it. */
  name: string;
  createdAt: Instant;
  /** null while nobody signed in with it. */
  lastUsedAt: Instant | null;
}

/** One row for each passkey, until its person removes it or the account ends. */
export const PASSKEYS = declareTable(
  "passkeys",
  {
    id: text(),
    organization: text(),
    account: text(),
    developer: text(),
    credential: text(),
    public_key: text(),
    counter: count(),
    /** JSON of names. */
    transports: json(),
    name: text(),
    created_at: instant(),
    last_used_at: orNull(instant()),
  },
  {
    key: ["id"],
    unique: [["credential"]],
    indexes: { passkeys_by_account: ["account"] },
    owner: ["developer"],
  },
);

type PasskeyRow = RowOf<typeof PASSKEYS>;

/** Kept: nobody but the person's device can make one again. */
export const PASSKEY_TABLES = {
  name: "passkeys",
  tables: [PASSKEYS],
  kept: true,
  migrations: [createPasskeys],
} satisfies TableSet;

async function createPasskeys(database: Database): Promise<void> {
  await createTable(database, PASSKEYS);
}

/** Keeps a new passkey. */
export async function insertPasskey(transaction: Database, passkey: PasskeyRecord): Promise<void> {
  await tables(transaction, PASSKEYS).insertInto("passkeys").values(rowOf(passkey)).execute();
}

/** The passkeys of an account, the oldest first. */
export async function selectPasskeysOf(database: Database, accountId: string): Promise<PasskeyRecord[]> {
  const rows = await passkeysIn(database)
    .where("account", "=", accountId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(recordOf);
}

/** Returns null when no account has one with that id of its device. */
export async function selectPasskey(database: Database, credentialId: string): Promise<PasskeyRecord | null> {
  const row = await passkeysIn(database).where("credential", "=", credentialId).executeTakeFirst();
  return row === undefined ? null : recordOf(row);
}

/** Changes a passkey's name, or notes its use. */
export async function updatePasskey(
  transaction: Database,
  { id, name, counter, lastUsedAt }: PasskeyRecord,
): Promise<void> {
  await tables(transaction, PASSKEYS)
    .updateTable("passkeys")
    .set({ name, counter, last_used_at: lastUsedAt })
    .where("id", "=", id)
    .execute();
}

/** Removes a passkey. */
export async function deletePasskey(transaction: Database, id: string): Promise<void> {
  await tables(transaction, PASSKEYS).deleteFrom("passkeys").where("id", "=", id).execute();
}

/** Removes all passkeys of an account. */
export async function deletePasskeysOf(transaction: Database, accountId: string): Promise<void> {
  await tables(transaction, PASSKEYS).deleteFrom("passkeys").where("account", "=", accountId).execute();
}

function passkeysIn(database: Database) {
  return tables(database, PASSKEYS).selectFrom("passkeys").selectAll();
}

function rowOf(passkey: PasskeyRecord): PasskeyRow {
  const { id, counter, name } = passkey;
  return {
    id,
    organization: passkey.organizationId,
    account: passkey.accountId,
    developer: passkey.developerId,
    credential: passkey.credentialId,
    public_key: passkey.publicKey,
    counter,
    transports: JSON.stringify(passkey.transports),
    name,
    created_at: passkey.createdAt,
    last_used_at: passkey.lastUsedAt,
  };
}

function recordOf(row: PasskeyRow): PasskeyRecord {
  const { id, counter, name } = row;
  return {
    id,
    organizationId: row.organization,
    accountId: row.account,
    developerId: row.developer,
    credentialId: row.credential,
    publicKey: row.public_key,
    counter,
    transports: JSON.parse(row.transports) as string[],
    name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
