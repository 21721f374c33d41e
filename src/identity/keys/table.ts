/** The rows of keys; of a key itself only its hash. */
import type { Database } from "../../database/open.ts";
import { instant, orNull, referring, text } from "../../database/columns.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { Caller } from "../caller.ts";

/** What a key may do: `member` sends and reads, `admin` also changes. */
export type Role = Caller["role"];

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
  createdAt: Instant;
  /** Exact to the minute; null when it was never used. */
  lastUsedAt: Instant | null;
  /** null while it is in force. */
  revokedAt: Instant | null;
}

/** One row for each key that was ever made. */
export const KEYS = declareTable(
  "keys",
  {
    id: text(),
    organization_id: referring(text(), "organizations.id"),
    hash: text(),
    name: text(),
    role: text<Role>(),
    developer_id: orNull(text()),
    created_at: instant(),
    last_used_at: orNull(instant()),
    revoked_at: orNull(instant()),
  },
  { key: ["id"], unique: [["hash"]] },
);

export type KeyRow = RowOf<typeof KEYS>;

/** Never thrown away. */
export const KEY_TABLES = {
  name: "keys",
  tables: [KEYS],
  kept: true,
  migrations: [createKeys],
} satisfies TableSet;

async function createKeys(database: Database): Promise<void> {
  await createTable(database, KEYS);
}

export async function insertKey(transaction: Database, key: KeyRecord): Promise<void> {
  const row: KeyRow = {
    id: key.id,
    organization_id: key.organizationId,
    hash: key.hash,
    name: key.name,
    role: key.role,
    developer_id: key.developerId,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
  };
  await tables(transaction, KEYS).insertInto("keys").values(row).execute();
}

/** All keys of all organizations, revoked ones too, the oldest first. */
export async function selectKeys(database: Database): Promise<KeyRecord[]> {
  return keysOf(database).orderBy("created_at").orderBy("id").execute();
}

/** Returns null when no such key was ever made. */
export async function selectKeyByHash(database: Database, hash: string): Promise<KeyRecord | null> {
  return (await keysOf(database).where("hash", "=", hash).executeTakeFirst()) ?? null;
}

/** Returns null when no such key was ever made. */
export async function selectKeyById(database: Database, id: string): Promise<KeyRecord | null> {
  return (await keysOf(database).where("id", "=", id).executeTakeFirst()) ?? null;
}

function keysOf(database: Database) {
  return tables(database, KEYS)
    .selectFrom("keys")
    .select([
      "id",
      "hash",
      "name",
      "role",
      "organization_id as organizationId",
      "developer_id as developerId",
    ])
    .select(["created_at as createdAt", "last_used_at as lastUsedAt", "revoked_at as revokedAt"]);
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
  for (const { keyId, at } of uses) {
    await tables(transaction, KEYS)
      .updateTable("keys")
      .set({ last_used_at: at })
      .where("id", "=", keyId)
      .execute();
  }
}
