/** The keys in one sentence, and the default name of a new one. */
import { formatCount, formatThings } from "../../../words/numbers.ts";
import { DAY_MS } from "../../../words/times.ts";
import type { KeyRow } from "./fetch-keys.ts";

/** After this long without a request a key may not be needed any more. */
const UNUSED_AFTER_DAYS = 30;

/** @param keys - The keys of one page, and how many there are in all; null: more than were counted. */
export function sayKeys(keys: readonly KeyRow[], total: number | null): string {
  if (total !== keys.length)
    return `${total === null ? "Over 10,000" : formatCount(total)} keys were created for this organization.`;
  const valid = keys.filter(isValid);
  const shared = valid.filter(({ developer, role }) => developer === null && role === "member").length;
  const said = `${formatThings(valid.length, "key is", "keys are")} valid`;
  if (shared === 0) return `${said}; none is shared by several people.`;
  return `${said}; ${shared === 1 ? "one is" : `${formatCount(shared)} are`} shared by several people.`;
}

/** Returns what to think about, or null. */
export function adviseOnKeys(keys: readonly KeyRow[], now: number): string | null {
  const quiet = keys.filter((key) => isValid(key) && isUnused(key, now)).length;
  if (quiet === 0) return null;
  const verb = quiet === 1 ? "was" : "were";
  return `${formatCount(quiet)} of them ${verb} not used for ${UNUSED_AFTER_DAYS} days: revoke the keys that nobody needs.`;
}

function isValid({ revokedAt }: KeyRow): boolean {
  return revokedAt === null;
}

function isUnused({ createdAt, lastUsedAt }: KeyRow, now: number): boolean {
  return now - Date.parse(lastUsedAt ?? createdAt) > UNUSED_AFTER_DAYS * DAY_MS;
}

/**
 * Returns the name of a key when none is typed.
 *
 * @param developer - Whose key it is; "" for a shared one.
 */
export function usualName(developer: string, role: KeyRow["role"]): string {
  if (developer !== "") return developer;
  return role === "admin" ? "admin" : "shared";
}
