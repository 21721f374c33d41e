/** The rows of keys; of a key itself only its hash. */
import type { Database } from "../../database/open.ts";
import { instant, orNull, referring, text } from "../../database/columns.ts";
import { addColumns, createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { KeyRole, Scope } from "../caller.ts";
import { readScopes, writeScopes } from "./scopes.ts";

/** What a key is for: `member` sends and reads, `admin` also changes. */
export type Role = KeyRole;

/** A key as it is kept. */
export interface KeyRecord {
  id: string;
  organizationId: string;
  /** SHA-256 of the key, in hex. */
  hash: string;
  name: string;
  role: Role;
  /** The developer it is bound to; null when several people may share it. */
  developerId: string | null;
  scopes: readonly Scope[];
  createdAt: Instant;
  /** Exact to the minute; null when it was never used. */
  lastUsedAt: Instant | null;
  /** When it ends by itself, or has ended; null for never. */
  endsAt: Instant | null;
  /** null while nobody has revoked it. */
  revokedAt: Instant | null;
}

/** The columns that the first version had. */
const FIRST_COLUMNS = {
  id: text(),
  organization_id: referring(text(), "organizations.id"),
  hash: text(),
  name: text(),
  role: text<Role>(),
  developer_id: orNull(text()),
  created_at: instant(),
  last_used_at: orNull(instant()),
  revoked_at: orNull(instant()),
};

const SINCE_SCOPES = { scopes: text(), ends_at: orNull(instant()) };

const CONSTRAINTS = { key: ["id"], unique: [["hash"]] } as const;

/** One row for each key that was ever made. */
export const KEYS = declareTable("keys", { ...FIRST_COLUMNS, ...SINCE_SCOPES }, CONSTRAINTS);

export type KeyRow = RowOf<typeof KEYS>;

/** Never thrown away. */
export const KEY_TABLES = {
  name: "keys",
  tables: [KEYS],
  kept: true,
  migrations: [createKeys, addScopes],
} satisfies TableSet;

async function createKeys(database: Database): Promise<void> {
  await createTable(database, declareTable("keys", FIRST_COLUMNS, CONSTRAINTS));
}

/** Keys that were made before there were scopes go on doing what they did. */
async function addScopes(database: Database): Promise<void> {
  await addColumns(database, "keys", SINCE_SCOPES);
  const all = tables(database, KEYS).updateTable("keys");
  const members = all.where("role", "=", "member");
  await all.set({ scopes: "ingest read_team admin" }).where("role", "=", "admin").execute();
  await members.set({ scopes: "ingest read_own" }).where("developer_id", "is not", null).execute();
  await members.set({ scopes: "ingest read_team" }).where("developer_id", "is", null).execute();
}

export async function insertKey(transaction: Database, key: KeyRecord): Promise<void> {
  const row: KeyRow = {
    id: key.id,
    organization_id: key.organizationId,
    hash: key.hash,
    name: key.name,
    role: key.role,
    developer_id: key.developerId,
    scopes: writeScopes(key.scopes),
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    ends_at: key.endsAt,
    revoked_at: key.revokedAt,
  };
  await tables(transaction, KEYS).insertInto("keys").values(row).execute();
}

/** All keys of all organizations, revoked ones too, the oldest first. */
export async function selectKeys(database: Database): Promise<KeyRecord[]> {
  const rows = await keysOf(database).orderBy("created_at").orderBy("id").execute();
  return rows.map(recordOf);
}

/** Returns null when no such key was ever made. */
export async function selectKeyByHash(database: Database, hash: string): Promise<KeyRecord | null> {
  const row = await keysOf(database).where("hash", "=", hash).executeTakeFirst();
  return row === undefined ? null : recordOf(row);
}

/** Returns null when no such key was ever made. */
export async function selectKeyById(database: Database, id: string): Promise<KeyRecord | null> {
  const row = await keysOf(database).where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : recordOf(row);
}

function keysOf(database: Database) {
  return tables(database, KEYS)
    .selectFrom("keys")
    .select([
      "id",
      "hash",
      "name",
      "role",
      "scopes",
      "organization_id as organizationId",
      "developer_id as developerId",
    ])
    .select(["created_at as createdAt", "last_used_at as lastUsedAt"])
    .select(["ends_at as endsAt", "revoked_at as revokedAt"]);
}

function recordOf({ scopes, ...key }: Omit<KeyRecord, "scopes"> & Pick<KeyRow, "scopes">): KeyRecord {
  return { ...key, scopes: readScopes(scopes) };
}

/** Revokes a key; one that is revoked already keeps its time. */
export async function updateRevoked(transaction: Database, id: string, now: Instant): Promise<void> {
  await tables(transaction, KEYS)
    .updateTable("keys")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .execute();
}

/** Sets when a key ends. */
export async function updateEnd(transaction: Database, id: string, endsAt: Instant): Promise<void> {
  await tables(transaction, KEYS).updateTable("keys").set({ ends_at: endsAt }).where("id", "=", id).execute();
}

/** Removes a key as if it had never been made. */
export async function deleteKey(transaction: Database, id: string): Promise<void> {
  await tables(transaction, KEYS).deleteFrom("keys").where("id", "=", id).execute();
}

/** That a key was used. */
export interface KeyUse {
  keyId: string;
  at: Instant;
}

/** Notes the newest use of each key. */
export async function updateLastUsed(transaction: Database, uses: readonly KeyUse[]): Promise<void> {
  // in one order, so that two engines that note the same keys do not wait for each other
  for (const { keyId, at } of uses.toSorted((left, right) => (left.keyId < right.keyId ? -1 : 1))) {
    await tables(transaction, KEYS)
      .updateTable("keys")
      .set({ last_used_at: at })
      .where("id", "=", keyId)
      .execute();
  }
}
