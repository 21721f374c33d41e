/** Replaces a key by a new one that does the same; both work for a while, so that no agent stops. */
import type { Database } from "../../database/open.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Instant, Milliseconds } from "../../vocabulary/units.ts";
import { readDevelopers } from "../developers/directory.ts";
import { describeKey, type KeyAnswer } from "./answer.ts";
import { isInForce, issueKey } from "./issue.ts";
import { type KeyRecord, selectKeyById, updateEnd } from "./table.ts";

/** Which key is replaced. */
export interface RotationWish {
  id: string;
  /** The organization it must belong to; null for any. */
  organizationId: string | null;
  /** How long the old key goes on working. */
  overlap: Milliseconds;
  /** Whoever holds a key may only replace a developer's own, and give no key a longer life than it has. */
  by: "admin" | "holder";
}

/** Why a key is not replaced. */
export interface RotationFault {
  kind: "unknown_key" | "not_in_force" | "needs_an_admin";
}

/** The new key, whose text is known here and nowhere else, and the end of the old one. */
export interface Rotation {
  organizationId: string;
  key: string;
  answer: KeyAnswer;
  replaced: { id: string; name: string; endsAt: Instant };
}

/**
 * Makes the new key, with the name, role, scopes and developer of the old one, and gives the old one an end.
 *
 * @param transaction - A transaction.
 * @throws `unknown_key`; `not_in_force` for one that was revoked or has ended; `needs_an_admin` for a holder of a
 *   shared key, an admin key, or one that ends.
 */
export async function rotateKey(
  transaction: Database,
  { id, organizationId, overlap, by }: RotationWish,
  now: Instant,
): Promise<Result<Rotation, RotationFault>> {
  const old = await selectKeyById(transaction, id);
  const isForeign = organizationId !== null && old?.organizationId !== organizationId;
  if (old === null || isForeign) return fail({ kind: "unknown_key" });
  if (!isInForce(old, now)) return fail({ kind: "not_in_force" });
  if (by === "holder" && !holderMayReplace(old)) return fail({ kind: "needs_an_admin" });
  const { organizationId: organization, name, role, scopes, developerId } = old;
  const request = { organizationId: organization, name, role, scopes, developerId };
  const { key, record } = await issueKey(transaction, request, now);
  const endsAt = Math.min(now + overlap, old.endsAt ?? Infinity);
  await updateEnd(transaction, id, endsAt);
  const developers = await readDevelopers(transaction, organization);
  const answer = describeKey(record, developers);
  return succeed({ organizationId: organization, key, answer, replaced: { id, name, endsAt } });
}

function holderMayReplace({ role, developerId, endsAt }: KeyRecord): boolean {
  return role === "member" && developerId !== null && endsAt === null;
}
