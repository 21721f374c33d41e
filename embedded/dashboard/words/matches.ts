/** What a search has found, in one sentence. */
import { formatThings } from "./numbers.ts";

/**
 * Returns "3 keys match “lamp”."
 *
 * @param total - null: more than were counted.
 */
export function sayMatches(total: number | null, thing: string, searched: string): string {
  if (total === 0) return `No ${thing} matches “${searched}”.`;
  if (total === null) return `Over 10,000 ${thing}s match “${searched}”.`;
  return `${formatThings(total, `${thing} matches`, `${thing}s match`)} “${searched}”.`;
}
