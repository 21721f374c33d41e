/** Makes and revokes keys. */
import { randomUUID } from "node:crypto";
import type { Database } from "../../database/open.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { describeDeveloper, type DeveloperAnswer } from "../developers/answer.ts";
import type { Developer } from "../developers/developer.ts";
import { hashKey, mintKey } from "./key.ts";
import { insertKey, type KeyRecord, type Role, selectKeyById, selectKeys, updateRevoked } from "./table.ts";

/** What is asked for with a new key. */
export interface KeyRequest {
  organizationId: string;
  name: string;
  role: Role;
  /** The developer to bind it to; null for a key that several people may share. */
  developerId: string | null;
}

/** A key just made; its text is known here and nowhere else. */
export interface IssuedKey {
  key: string;
  record: KeyRecord;
}

/** Makes a key and keeps its hash. */
export async function issueKey(
  transaction: Database,
  request: KeyRequest,
  now: Milliseconds,
): Promise<IssuedKey> {
  const key = mintKey();
  const record: KeyRecord = {
    id: randomUUID(),
    hash: hashKey(key),
    ...request,
    createdAt: now,
    lastUsedAt: null,
    revokedAt: null,
  };
  await insertKey(transaction, record);
  return { key, record };
}

/** The keys of one organization, revoked ones too, the oldest first. */
export async function listKeys(database: Database, organizationId: string): Promise<KeyRecord[]> {
  return (await selectKeys(database)).filter((key) => key.organizationId === organizationId);
}

/**
 * Revokes a key for ever; a second time changes nothing.
 *
 * Takes: the organization it must belong to, null for any.
 * Fails: `unknown_key` when there is none, or it is another organization's.
 */
export async function revokeKey(
  transaction: Database,
  key: { id: string; organizationId: string | null },
  now: Milliseconds,
): Promise<Result<KeyRecord, { kind: "unknown_key" }>> {
  const record = await selectKeyById(transaction, key.id);
  const foreign = key.organizationId !== null && record?.organizationId !== key.organizationId;
  if (record === null || foreign) return fail({ kind: "unknown_key" });
  await updateRevoked(transaction, key.id, now);
  return succeed({ ...record, revokedAt: record.revokedAt ?? now });
}

/** A key as answers show it. */
export interface KeyAnswer {
  id: string;
  name: string;
  role: Role;
  developer: DeveloperAnswer | null;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

/** Takes: the developers of the key's organization by id. */
export function describeKey(key: KeyRecord, developers: ReadonlyMap<string, Developer>): KeyAnswer {
  const developer = key.developerId === null ? undefined : developers.get(key.developerId);
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    developer: developer === undefined ? null : describeDeveloper(developer),
    createdAt: new Date(key.createdAt).toISOString(),
    lastUsedAt: isoOrNull(key.lastUsedAt),
    revokedAt: isoOrNull(key.revokedAt),
  };
}

function isoOrNull(time: Milliseconds | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
