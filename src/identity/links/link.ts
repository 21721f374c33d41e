/** Makes links that sign in once, without a key: for whoever has none at hand, on any machine. */
import type { Database } from "../../database/open.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { DAY, type Instant, type Milliseconds } from "../../vocabulary/units.ts";
import { isInForce } from "../keys/issue.ts";
import { showsSomething } from "../keys/scopes.ts";
import { type KeyRecord, selectKeyById } from "../keys/table.ts";
import { hashToken, mintToken } from "../sign-ins/sign-in.ts";
import { deleteExpiredLinks, insertLink, type LinkRecord } from "./links-table.ts";

/**
 * How long a link can be used.
 *
 * @see docs/api.md.
 */
const LASTS: Milliseconds = DAY;

/** A link just made; its token is known here and nowhere else. */
export interface MadeLink {
  token: string;
  expiresAt: Instant;
}

/** Makes a link that signs in as a key or an account. */
export async function startSignInLink(
  transaction: Database,
  { who, madeBy }: Pick<LinkRecord, "who" | "madeBy">,
  now: Instant,
): Promise<MadeLink> {
  const token = mintToken();
  const expiresAt = now + LASTS;
  await deleteExpiredLinks(transaction, now);
  await insertLink(transaction, { hash: hashToken(token), who, madeBy, createdAt: now, expiresAt });
  return { token, expiresAt };
}

/** Why a key gets no link. */
export interface LinkFault {
  kind: "unknown_key" | "key_ended" | "only_sends";
}

/**
 * Makes a link that signs in as a key.
 *
 * @throws `unknown_key` when there is none, or it is another organization's; `key_ended` for one that was revoked
 *   or is over; `only_sends` for one that shows a browser nothing.
 * @remarks Takes the organization it must belong to, null for any.
 */
export async function linkKey(
  transaction: Database,
  asked: { keyId: string; organizationId: string | null; madeBy: string | null },
  now: Instant,
): Promise<Result<MadeLink & { key: KeyRecord }, LinkFault>> {
  const { keyId, organizationId, madeBy } = asked;
  const key = await selectKeyById(transaction, keyId);
  const isForeign = organizationId !== null && key?.organizationId !== organizationId;
  if (key === null || isForeign) return fail({ kind: "unknown_key" });
  if (!isInForce(key, now)) return fail({ kind: "key_ended" });
  if (!showsSomething(key.scopes)) return fail({ kind: "only_sends" });
  return succeed({ ...(await startSignInLink(transaction, { who: { keyId }, madeBy }, now)), key });
}
