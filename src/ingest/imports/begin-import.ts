/** Begins an import. While one goes on, its organization learns no baselines from the part that is there. */
import { randomUUID } from "node:crypto";
import type { Database } from "../../database/open.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { type BegunImport, insertImport, LAPSES_AFTER } from "./going-on-table.ts";

/**
 * Begins an import; the key's last one ends.
 *
 * @param transaction - A transaction.
 * @returns its id, and when it lapses unless the key is used again
 */
export async function beginImport(
  transaction: Database,
  of: Pick<BegunImport, "keyId" | "organization">,
  now: Instant,
): Promise<{ id: string; lapsesAt: Instant }> {
  const id = randomUUID();
  await insertImport(transaction, { ...of, id, beganAt: now });
  return { id, lapsesAt: now + LAPSES_AFTER };
}
