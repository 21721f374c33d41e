/** The keys in one sentence, what a new one may do, and its default name. */
import { formatCount, formatThings } from "../../../words/numbers.ts";
import { DAY_MS } from "../../../words/times.ts";
import type { KeyRow, KeyWish } from "./fetch-keys.ts";

/** After this long without a request a key may not be needed any more. */
const UNUSED_AFTER_DAYS = 30;

/** @param keys - The keys of one page, and how many there are in all; null: more than were counted. */
export function sayKeys(keys: readonly KeyRow[], total: number | null, now: number): string {
  if (total !== keys.length)
    return `${total === null ? "Over 10,000" : formatCount(total)} keys were created for this organization.`;
  const valid = keys.filter((key) => isValid(key, now));
  const shared = valid.filter(({ developer, role }) => developer === null && role === "member").length;
  const said = `${formatThings(valid.length, "key is", "keys are")} valid`;
  if (shared === 0) return `${said}; none is shared by several people.`;
  return `${said}; ${shared === 1 ? "one is" : `${formatCount(shared)} are`} shared by several people.`;
}

/** Returns what to think about, or null. */
export function adviseOnKeys(keys: readonly KeyRow[], now: number): string | null {
  const quiet = keys.filter((key) => isValid(key, now) && isUnused(key, now)).length;
  if (quiet === 0) return null;
  const verb = quiet === 1 ? "was" : "were";
  return `${formatCount(quiet)} of them ${verb} not used for ${UNUSED_AFTER_DAYS} days: revoke the keys that nobody needs.`;
}

function isValid({ revokedAt, endsAt }: KeyRow, now: number): boolean {
  return revokedAt === null && (endsAt === null || Date.parse(endsAt) > now);
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

/** What a new key may do, as somebody chooses it. */
export type KeyUse = "usual" | "sends" | "sends_and_reads_all" | "reads_all" | "admin";

/** @param isShared - Whether the key is to belong to nobody. */
export function usesFor(isShared: boolean): { value: KeyUse; text: string }[] {
  const usual = isShared
    ? ([{ value: "usual", text: "Member: only send" }] as const)
    : ([
        { value: "usual", text: "Member: send, and read their own work" },
        { value: "sends", text: "Member: only send" },
      ] as const);
  return [
    ...usual,
    { value: "sends_and_reads_all", text: "Member: send, and read everybody's work" },
    { value: "reads_all", text: "Member: only read everybody's work" },
    { value: "admin", text: "Admin: see and change everything" },
  ];
}

/** What is asked of the server for a use. */
export const WISHES: Readonly<Record<KeyUse, Pick<KeyWish, "role" | "scopes" | "readsAll">>> = {
  usual: { role: "member" },
  sends: { role: "member", scopes: ["ingest"] },
  sends_and_reads_all: { role: "member", readsAll: true },
  reads_all: { role: "member", scopes: ["read_team"] },
  admin: { role: "admin" },
};

/**
 * Returns the end of a day.
 *
 * @param day - A date, in UTC; "" for none.
 */
export function endOf(day: string): { endsAt?: string } {
  return day === "" ? {} : { endsAt: new Date(Date.parse(day) + DAY_MS).toISOString() };
}
