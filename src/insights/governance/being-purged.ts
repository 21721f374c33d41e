/** Whether a person is being purged: what is written about them meanwhile may stay. */
import type { Database } from "../../database/open.ts";
import { selectPurges } from "./journal-table.ts";

/**
 * A purge empties one table after the other, so what is kept in one that it has left is not found again.
 *
 * @param transaction - The transaction that would keep something, and the ids of the person.
 */
export async function isBeingPurged(transaction: Database, developers: readonly string[]): Promise<boolean> {
  const purges = await selectPurges(transaction);
  return purges.some(({ done, developers: theirs }) => !done && theirs.some((id) => developers.includes(id)));
}
