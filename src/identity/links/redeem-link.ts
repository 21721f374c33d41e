/** Signs in whoever opens a link: the link is used up in the transaction that writes the sign-in. */
import type { Database } from "../../database/open.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { signInAccount } from "../accounts/sign-in-account.ts";
import { isInForce } from "../keys/issue.ts";
import { showsSomething } from "../keys/scopes.ts";
import { selectKeyById } from "../keys/table.ts";
import { hashToken, isToken, type SignInRequest, startSignIn } from "../sign-ins/sign-in.ts";
import type { SignedIn } from "../sign-ins/signed-in.ts";
import { takeLink } from "./links-table.ts";

/** The token of a link, and what is known of the browser. */
export type LinkSignIn = Omit<SignInRequest, "who" | "way"> & { token: string };

/**
 * Signs in whom a link is for.
 *
 * @returns The token that the browser holds from now on, known here and nowhere else, and the sign-in's id.
 * @throws `unknown_link` for one that was used, is too old, or whose key or account has ended.
 */
export async function redeemSignInLink(
  transaction: Database,
  { token, ...known }: LinkSignIn,
  now: Instant,
): Promise<Result<{ token: string; signInId: string; who: SignedIn }, { kind: "unknown_link" }>> {
  const unknown = fail({ kind: "unknown_link" } as const);
  if (!isToken(token)) return unknown;
  const who = await takeLink(transaction, { hash: hashToken(token), now });
  if (who === null) return unknown;
  const started = await signIn(transaction, { who, way: "link", ...known }, now);
  return started === null ? unknown : succeed({ ...started, who });
}

/** Returns null for a key or an account that has ended. */
async function signIn(
  transaction: Database,
  { who, ...known }: SignInRequest,
  now: Instant,
): Promise<{ token: string; signInId: string } | null> {
  if ("accountId" in who) {
    const signedIn = await signInAccount(transaction, { ...who, ...known }, now);
    return signedIn.ok ? signedIn.value : null;
  }
  const key = await selectKeyById(transaction, who.keyId);
  const isUsable = key !== null && isInForce(key, now) && showsSomething(key.scopes);
  return isUsable ? startSignIn(transaction, { who, ...known }, now) : null;
}
