/** Makes and revokes keys. */
import { randomUUID } from "node:crypto";
import type { Database } from "../../database/open.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { Scope } from "../caller.ts";
import { endSignInsOf } from "../sign-ins/sign-in.ts";
import { hashKey, mintKey } from "./key.ts";
import { usualScopes } from "./scopes.ts";
import { insertKey, type KeyRecord, type Role, selectKeyById, selectKeys, updateRevoked } from "./table.ts";

/** What is asked for with a new key. */
export interface KeyRequest {
  organizationId: string;
  name: string;
  role: Role;
  /** The developer to bind it to; null for a key that several people may share. */
  developerId: string | null;
  /** Those of `usualScopes` when left out. */
  scopes?: readonly Scope[];
  /** When it ends; left out for never. */
  endsAt?: Instant | null;
}

/** A key just made; its text is known here and nowhere else. */
export interface IssuedKey {
  key: string;
  record: KeyRecord;
}

/** Makes a key and keeps its hash. */
export async function issueKey(transaction: Database, request: KeyRequest, now: Instant): Promise<IssuedKey> {
  const key = mintKey();
  const record: KeyRecord = {
    id: randomUUID(),
    hash: hashKey(key),
    ...request,
    scopes: request.scopes ?? usualScopes(request),
    createdAt: now,
    lastUsedAt: null,
    endsAt: request.endsAt ?? null,
    revokedAt: null,
  };
  await insertKey(transaction, record);
  return { key, record };
}

/** Whether a key works at a time. */
export function isInForce(
  { revokedAt, endsAt }: Pick<KeyRecord, "revokedAt" | "endsAt">,
  at: Instant,
): boolean {
  return revokedAt === null && (endsAt === null || endsAt > at);
}

/** The keys of one organization, revoked ones too, the oldest first. */
export async function listKeys(database: Database, organizationId: string): Promise<KeyRecord[]> {
  return (await selectKeys(database)).filter((key) => key.organizationId === organizationId);
}

/**
 * Revokes a key for ever, as somebody asks who needs a key for it: the last one with which keys can be made
 * stays.
 *
 * @param transaction - A transaction.
 * @throws As `revokeKey`; `last_admin_key`.
 */
export async function revokeUnlessLast(
  transaction: Database,
  key: { id: string; organizationId: string },
  now: Instant,
): Promise<Result<KeyRecord, { kind: "unknown_key" | "last_admin_key" }>> {
  const keys = await listKeys(transaction, key.organizationId);
  // one that ends by itself is no help on the day after
  const admins = keys.filter(
    ({ role, revokedAt, endsAt }) => role === "admin" && revokedAt === null && endsAt === null,
  );
  if (admins.length === 1 && admins[0]?.id === key.id) return fail({ kind: "last_admin_key" });
  return revokeKey(transaction, key, now);
}

/**
 * Revokes a key for ever, and signs out whoever signed in with it; a second time changes nothing.
 *
 * @throws `unknown_key` when there is none, or it is another organization's.
 * @remarks Takes the organization it must belong to, null for any.
 */
export async function revokeKey(
  transaction: Database,
  key: { id: string; organizationId: string | null },
  now: Instant,
): Promise<Result<KeyRecord, { kind: "unknown_key" }>> {
  const record = await selectKeyById(transaction, key.id);
  const foreign = key.organizationId !== null && record?.organizationId !== key.organizationId;
  if (record === null || foreign) return fail({ kind: "unknown_key" });
  await updateRevoked(transaction, key.id, now);
  await endSignInsOf(transaction, { keyId: key.id });
  return succeed({ ...record, revokedAt: record.revokedAt ?? now });
}
