/** Makes one-time links for people with an account. */
import type { Database } from "../../database/open.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { type MadeLink, startSignInLink } from "../links/link.ts";
import { selectAccount } from "./table.ts";

/**
 * Makes a link that signs in as an account.
 *
 * @throws `unknown_account` when the organization has none with that id in force.
 */
export async function linkAccount(
  transaction: Database,
  asked: { accountId: string; organizationId: string; madeBy: string | null },
  now: Instant,
): Promise<Result<MadeLink, { kind: "unknown_account" }>> {
  const { accountId, organizationId, madeBy } = asked;
  const account = await selectAccount(transaction, accountId);
  if (account?.organizationId !== organizationId || account.endedAt !== null)
    return fail({ kind: "unknown_account" });
  return succeed(await startSignInLink(transaction, { who: { accountId }, madeBy }, now));
}
