/** The rows of sign-ins: people's browsers, each standing for the key that it was signed in with. */
import type { Database } from "../../database/open.ts";
import { instant, text } from "../../database/columns.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** A sign-in as it is kept. */
export interface SignInRecord {
  /** SHA-256 of the token that the browser holds, in hex. */
  hash: string;
  keyId: string;
  expiresAt: Instant;
}

export const SIGN_INS = declareTable(
  "sign_ins",
  { hash: text(), key_id: text(), expires_at: instant() },
  { key: ["hash"] },
);

/** Kept, so that a restart signs nobody out. */
export const SIGN_IN_TABLES = {
  name: "sign-ins",
  tables: [SIGN_INS],
  kept: true,
  migrations: [createSignIns],
} satisfies TableSet;

async function createSignIns(database: Database): Promise<void> {
  await createTable(database, SIGN_INS);
}

export async function insertSignIn(transaction: Database, signIn: SignInRecord): Promise<void> {
  const { hash, keyId, expiresAt } = signIn;
  await tables(transaction, SIGN_INS)
    .insertInto("sign_ins")
    .values({ hash, key_id: keyId, expires_at: expiresAt })
    .execute();
}

/** Returns null when there is none; one that has expired is found until the next sign-in. */
export async function selectSignIn(database: Database, hash: string): Promise<SignInRecord | null> {
  const found = await tables(database, SIGN_INS)
    .selectFrom("sign_ins")
    .select(["hash", "key_id as keyId", "expires_at as expiresAt"])
    .where("hash", "=", hash)
    .executeTakeFirst();
  return found ?? null;
}

export async function deleteSignIn(transaction: Database, hash: string): Promise<void> {
  await tables(transaction, SIGN_INS).deleteFrom("sign_ins").where("hash", "=", hash).execute();
}

/** Removes those that expired before this time. */
export async function deleteExpiredSignIns(transaction: Database, before: Instant): Promise<void> {
  await tables(transaction, SIGN_INS).deleteFrom("sign_ins").where("expires_at", "<", before).execute();
}

/**
 * Removes the oldest of a key's sign-ins.
 *
 * @remarks Takes how many newest ones stay.
 */
export async function deleteOldestSignIns(
  transaction: Database,
  { keyId, keep }: { keyId: string; keep: number },
): Promise<void> {
  const held = await tables(transaction, SIGN_INS)
    .selectFrom("sign_ins")
    .select("hash")
    .where("key_id", "=", keyId)
    .orderBy("expires_at", "desc")
    .orderBy("hash")
    .execute();
  const hashes = held.slice(keep).map(({ hash }) => hash);
  if (hashes.length === 0) return;
  await tables(transaction, SIGN_INS).deleteFrom("sign_ins").where("hash", "in", hashes).execute();
}
