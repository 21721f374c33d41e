/** Signs people in by their accounts. */
import type { Database } from "../../database/open.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { type SignInRequest, startSignIn } from "../sign-ins/sign-in.ts";
import { selectAccount, updateAccount } from "./table.ts";

/** Whose account it is, and how the person proved it. */
export type AccountSignIn = Omit<SignInRequest, "who"> & { accountId: string };

/**
 * Signs a person in who has proved that the account is theirs.
 *
 * @returns The token, known here and nowhere else, and the sign-in's id.
 * @throws `unknown_account` for one that has ended or that nobody made.
 */
export async function signInAccount(
  transaction: Database,
  { accountId, ...known }: AccountSignIn,
  now: Instant,
): Promise<Result<{ token: string; signInId: string }, { kind: "unknown_account" }>> {
  const account = await selectAccount(transaction, accountId);
  if (account === null || account.endedAt !== null) return fail({ kind: "unknown_account" });
  await updateAccount(transaction, { ...account, lastSignInAt: now });
  return succeed(await startSignIn(transaction, { who: { accountId }, ...known }, now));
}
