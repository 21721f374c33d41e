/** Who is signed in, in code and in rows. */

/** Whoever holds a key, or a person with an account. */
export type SignedIn = { keyId: string } | { accountId: string };

/** The columns that say so in a row: exactly one of them is set. */
export interface SignedInColumns {
  key_id: string | null;
  account_id: string | null;
}

export function columnsOf(who: SignedIn): SignedInColumns {
  return "keyId" in who
    ? { key_id: who.keyId, account_id: null }
    : { key_id: null, account_id: who.accountId };
}

/** The column that is set, and the id in it. */
export function whereIs(who: SignedIn): { column: keyof SignedInColumns; id: string } {
  return "keyId" in who ? { column: "key_id", id: who.keyId } : { column: "account_id", id: who.accountId };
}

/** @throws An exception for a row of nobody, which no version writes. */
export function signedInOf({ key_id: keyId, account_id: accountId }: SignedInColumns): SignedIn {
  if (keyId !== null) return { keyId };
  if (accountId !== null) return { accountId };
  throw new Error("BUG: a sign-in or a link belongs to no key and no account");
}
