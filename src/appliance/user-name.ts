/** The operating system's user, after whom the first developer is called when that is a person. */
import { existsSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";

const ACCOUNTS = "/etc/passwd";

/**
 * Finds the name of the person whom this program runs as.
 *
 * Bun's own answer is the variable USER, and "unknown" where that is not set, as in containers.
 *
 * @returns null for a user without a login, as services have it, and for one whom the system does not know
 */
export function personName(): string | null {
  const { username, uid } = userInfo();
  const accounts = existsSync(ACCOUNTS) ? readFileSync(ACCOUNTS, "utf8") : "";
  if (isService(accounts, uid)) return null;
  if (username !== "" && username !== "unknown") return username;
  return accountName(accounts, uid);
}

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
