/** The accounts of the operating system, as passwd(5) lists them. */

/** Ends the path of what is no shell. */
const NO_LOGIN = /\/(?:nologin|false)$/;

/**
 * Returns whether an account is a service's, in which nobody signs in; false for an account that is not listed.
 *
 * @param accounts - The text of passwd(5).
 */
export function isService(accounts: string, uid: number): boolean {
  return NO_LOGIN.test(fieldsOf(accounts, uid)?.[6]?.trim() ?? "");
}

/**
 * Returns the name of an account; null when no account has the number.
 *
 * @param accounts - The text of passwd(5).
 */
export function accountName(accounts: string, uid: number): string | null {
  return fieldsOf(accounts, uid)?.[0] ?? null;
}

function fieldsOf(accounts: string, uid: number): string[] | undefined {
  const fields = accounts.split("\n").map((line) => line.split(":"));
  return fields.find(([, , number]) => number === String(uid));
}
