/** Invites a person, whose work is that of the developer with the e-mail. */
import type { Database } from "../../database/open.ts";
import { type AccountFault, inviteAccount, plainEmail } from "../../identity/accounts/account.ts";
import { type AccountAnswer, describeAccount } from "../../identity/accounts/answer.ts";
import type { Role } from "../../identity/caller.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";
import type { AskedLabel } from "../../vocabulary/labels/label.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { personToBind } from "./same-person.ts";

/** What is asked for. */
export interface AccountWish {
  organizationId: string;
  /** Somebody's e-mail; a new one adds a developer. */
  email: string;
  name: string | null;
  role: Role;
  /** Ignored for other roles than lead. */
  labels: readonly AskedLabel[];
}

/**
 * Makes the account.
 *
 * @param transaction - A transaction.
 * @throws As `inviteAccount`; `not_an_email`.
 */
export async function makeAccount(
  transaction: Database,
  wish: AccountWish,
  now: Instant,
): Promise<Result<AccountAnswer, AccountFault | { kind: "not_an_email" }>> {
  const { organizationId } = wish;
  const email = plainEmail(wish.email);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return fail({ kind: "not_an_email" });
  const person = await personToBind(transaction, { organizationId, idOrEmail: email });
  if (!person.ok) return fail({ kind: "not_an_email" });
  const made = await inviteAccount(transaction, { ...wish, email, developerId: person.value.id }, now);
  if (!made.ok) return made;
  return succeed(describeAccount(made.value, await readDevelopers(transaction, organizationId)));
}
