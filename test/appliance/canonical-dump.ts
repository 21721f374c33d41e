/** Everything derived, as text that is equal when and only when it says the same. */
import { ALL_TABLES } from "../../src/appliance/tables.ts";
import type { Database } from "../../src/database/open.ts";
import { readAllRows, withoutKnown } from "../all-rows.ts";

/** Notes from one stage to the next, taken in on the way: they depend on how objects were joined, and on when. */
const NOTES = new Set([
  "session_parts",
  "session_sizes",
  "sighting_chunks",
  "scope_sessions",
  "dirty_sessions",
  "closings",
]);

/** Returns the rows of each derived table, sorted. */
export async function canonicalDump(database: Database): Promise<Record<string, string[]>> {
  const names = ALL_TABLES.filter((set) => !set.kept).flatMap((set) => set.tables.map(({ name }) => name));
  const dump: Record<string, string[]> = {};
  for (const name of names.filter((one) => !NOTES.has(one))) dump[name] = await readAllRows(database, name);
  const answers = (dump["answer_texts"] ?? []).map(withoutMessage).toSorted();
  return { ...dump, accounts: (dump["accounts"] ?? []).map(withoutKnown).toSorted(), answer_texts: answers };
}

/** Returns a row of answers without which message of its record file held it: a file that was joined is read as one. */
function withoutMessage(row: string): string {
  const { sequence: _sequence, ...rest } = JSON.parse(row) as Record<string, unknown>;
  return JSON.stringify(rest);
}
