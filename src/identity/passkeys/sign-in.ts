/** Signs people in with their passkeys. */
import type { Database } from "../../database/open.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { type AccountSignIn, signInAccount } from "../accounts/sign-in-account.ts";
import type { SignedCredential } from "./credentials.ts";
import type { Expected } from "./options.ts";
import { selectPasskey, updatePasskey } from "./table.ts";
import { checkSignIn, type Unverified } from "./verify.ts";

/** What a device signed, what it was asked to sign, and from where that came. */
export interface SignedChallenge extends Omit<AccountSignIn, "accountId" | "way"> {
  signed: SignedCredential;
  expected: Expected;
}

/**
 * Signs in the person whose passkey signed.
 *
 * @returns The token of the sign-in, known here and nowhere else.
 * @throws `unverified`, also for a passkey that is not known, and for an account that has ended.
 */
export async function signInWithPasskey(
  transaction: Database,
  { signed, expected, ...known }: SignedChallenge,
  now: Instant,
): Promise<Result<{ token: string }, Unverified>> {
  const passkey = await selectPasskey(transaction, signed.id);
  if (passkey === null) return fail({ kind: "unverified" });
  const checked = await checkSignIn(signed, expected, passkey);
  if (!checked.ok) return checked;
  const { accountId } = passkey;
  const signedIn = await signInAccount(transaction, { ...known, accountId, way: "passkey" }, now);
  if (!signedIn.ok) return fail({ kind: "unverified" });
  await updatePasskey(transaction, { ...passkey, counter: checked.value, lastUsedAt: now });
  return succeed({ token: signedIn.value.token });
}
