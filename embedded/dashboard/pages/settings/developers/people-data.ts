/** What is said of developers: how many, by what they are known, and what a purge takes. */
import { formatCount, formatThings } from "../../../words/numbers.ts";
import type { Person, PurgeCount } from "./fetch-people.ts";

/** @param total - How many there are; null means more than were counted. */
export function sayPeople(people: readonly Person[], total: number | null): string {
  const known =
    total === null
      ? "Over 10,000 developers are known"
      : formatThings(total, "developer is known", "developers are known");
  if (total !== people.length) return `${known}.`;
  const unnamed = people.filter(({ email }) => email === null).length;
  if (unnamed === 0) return `${known}, each by an e-mail.`;
  return `${known}, ${formatCount(unnamed)} of them without an e-mail.`;
}

const SOURCES: Readonly<Record<Person["source"], string>> = {
  bound: "a personal key or an account",
  telemetry: "what their agents send",
  key: "a shared key",
};

/** By what the server knows them. */
export function saySource({ source }: Person): string {
  return SOURCES[source];
}

const ALIASES: Readonly<Record<string, string>> = {
  "user.email": "e-mail",
  "user.id": "user id",
  "user.name": "user name",
  "os.user": "login name",
  key: "key",
};

/** The kind of an alias as people say it. */
export function aliasName(kind: string): string {
  return ALIASES[kind] ?? kind;
}

/** One line of what a purge removes. */
export interface Removed {
  what: string;
  count: number;
}

/** Returns what is counted, the largest first; what there is none of is left out. */
export function removedBy({ sessions, rows, keys }: PurgeCount): Removed[] {
  const tables = Object.entries(rows).map(([table, count]) => ({
    what: `Rows of ${table.replaceAll("_", " ")}`,
    count,
  }));
  return [
    { what: "Sessions, with every record of them", count: sessions },
    { what: "Keys in use, revoked at once", count: keys },
    ...tables.toSorted((left, right) => right.count - left.count),
  ].filter(({ count }) => count > 0);
}
