/** The name of the operating system's user, after whom the first developer is called. */
import { existsSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";

const ACCOUNTS = "/etc/passwd";

/**
 * Gives: the user's name; "user 10001" when the system has none for the number.
 *
 * Bun's own answer is the variable USER, and "unknown" where that is not set, as in containers.
 */
export function userName(): string {
  const { username, uid } = userInfo();
  if (username !== "" && username !== "unknown") return username;
  return accountName(existsSync(ACCOUNTS) ? readFileSync(ACCOUNTS, "utf8") : "", uid) ?? `user ${uid}`;
}

/** Takes: the text of passwd(5). Gives: null when no account has the number. */
export function accountName(accounts: string, uid: number): string | null {
  const fields = accounts.split("\n").map((line) => line.split(":"));
  return fields.find(([, , number]) => number === String(uid))?.[0] ?? null;
}
