/** The operating system's user, after whom the first developer is called when that is a person. */
import { existsSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { accountName, isService } from "./accounts.ts";

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
