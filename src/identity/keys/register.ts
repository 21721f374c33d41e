/** All keys and organizations as the database has them, read in one go and away from the thread that judges requests. */
import type { Database } from "../../database/open.ts";
import { type AccountRecord, selectAccounts } from "../accounts/table.ts";
import { type Organization, selectOrganizations } from "../organizations/table.ts";
import { type KeyRecord, selectKeyByHash, selectKeys } from "./table.ts";

/** A key, as far as judging a request needs it. */
export type HeldKey = Pick<
  KeyRecord,
  "id" | "hash" | "organizationId" | "role" | "developerId" | "scopes" | "endsAt" | "revokedAt"
>;

/** An account in force, as far as judging a request needs it. */
export type HeldAccount = Pick<AccountRecord, "id" | "organizationId" | "role" | "developerId" | "labels">;

export interface Register {
  /** Revoked ones too, the oldest first. */
  keys: readonly HeldKey[];
  /** Those in force. */
  accounts: readonly HeldAccount[];
  organizations: readonly Organization[];
}

/** Nobody can know right now: whoever reads the database does not answer. */
export interface Unread {
  kind: "unread";
}

export async function readRegister(database: Database): Promise<Register> {
  const keys = (await selectKeys(database)).map(heldKeyOf);
  const accounts = (await selectAccounts(database))
    .filter(({ endedAt }) => endedAt === null)
    .map(heldAccountOf);
  return { keys, accounts, organizations: await selectOrganizations(database) };
}

/**
 * Returns null when no key of that hash was ever made; else everything, since its organization may be as new
 * as the key.
 */
export async function readRegisterWith(database: Database, hash: string): Promise<Register | null> {
  return (await selectKeyByHash(database, hash)) === null ? null : readRegister(database);
}

function heldKeyOf({
  name: _name,
  createdAt: _createdAt,
  lastUsedAt: _lastUsedAt,
  ...key
}: KeyRecord): HeldKey {
  return key;
}

function heldAccountOf({ id, organizationId, role, developerId, labels }: AccountRecord): HeldAccount {
  return { id, organizationId, role, developerId, labels };
}
