/** The rows of one-time links, until they are used or too old. */
import type { Database } from "../../database/open.ts";
import { instant, orNull, text } from "../../database/columns.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import type { TableSet } from "../../database/prepare.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { columnsOf, type SignedIn, signedInOf, whereIs } from "../sign-ins/signed-in.ts";

/** A link as it is kept. */
export interface LinkRecord {
  /** SHA-256 of the token in the link, in hex. */
  hash: string;
  /** Whom it signs in. */
  who: SignedIn;
  /** The id of the key or account that made it; null for the command line. */
  madeBy: string | null;
  createdAt: Instant;
  expiresAt: Instant;
}

/** Exactly one of `key_id` and `account_id` is set. */
export const SIGN_IN_LINKS = declareTable(
  "sign_in_links",
  {
    hash: text(),
    key_id: orNull(text()),
    account_id: orNull(text()),
    made_by: orNull(text()),
    created_at: instant(),
    expires_at: instant(),
  },
  { key: ["hash"] },
);

/** Kept, so that a restart ends no link. */
export const SIGN_IN_LINK_TABLES = {
  name: "sign-in-links",
  tables: [SIGN_IN_LINKS],
  kept: true,
  migrations: [(database) => createTable(database, SIGN_IN_LINKS)],
} satisfies TableSet;

export async function insertLink(
  transaction: Database,
  { hash, who, madeBy, createdAt, expiresAt }: LinkRecord,
): Promise<void> {
  await tables(transaction, SIGN_IN_LINKS)
    .insertInto("sign_in_links")
    .values({ hash, ...columnsOf(who), made_by: madeBy, created_at: createdAt, expires_at: expiresAt })
    .execute();
}

/**
 * Removes a link, and returns whom it signed in.
 *
 * @returns null for one that is not there or has expired.
 */
export async function takeLink(
  transaction: Database,
  { hash, now }: { hash: string; now: Instant },
): Promise<SignedIn | null> {
  const found = await tables(transaction, SIGN_IN_LINKS)
    .deleteFrom("sign_in_links")
    .where("hash", "=", hash)
    .returningAll()
    .executeTakeFirst();
  return found === undefined || found.expires_at <= now ? null : signedInOf(found);
}

/** Removes all of a key or an account. */
export async function deleteLinksOf(transaction: Database, who: SignedIn): Promise<void> {
  const { column, id } = whereIs(who);
  await tables(transaction, SIGN_IN_LINKS).deleteFrom("sign_in_links").where(column, "=", id).execute();
}

/** Removes those that expired before this time. */
export async function deleteExpiredLinks(transaction: Database, before: Instant): Promise<void> {
  await tables(transaction, SIGN_IN_LINKS)
    .deleteFrom("sign_in_links")
    .where("expires_at", "<", before)
    .execute();
}
