/** Imports that go on: one for each key. It lapses when the key was not used for a while. */
import { instant, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import { KEYS } from "../../identity/keys/table.ts";
import { DAY, type Instant, MINUTE, type Milliseconds } from "../../vocabulary/units.ts";

const IMPORTS_GOING_ON = declareTable(
  "imports_going_on",
  { key_id: text(), id: text(), organization: text(), began_at: instant() },
  { key: ["key_id"] },
);

export const goingOnTables = {
  name: "imports-going-on",
  tables: [IMPORTS_GOING_ON],
  kept: true,
  migrations: [(database) => createTable(database, IMPORTS_GOING_ON)],
} satisfies TableSet;

/** An import whose key is not used for so long has been broken off. */
export const LAPSES_AFTER: Milliseconds = 10 * MINUTE;
/** The key of one that was broken off may be the one that agents send with all day. */
const LONGEST: Milliseconds = DAY;

/** An import that begins. */
export interface BegunImport {
  id: string;
  keyId: string;
  organization: string;
  beganAt: Instant;
}

/** Begins an import in the place of the key's last one. */
export async function insertImport(
  transaction: Database,
  { id, keyId, organization, beganAt }: BegunImport,
): Promise<void> {
  const begun = { id, organization, began_at: beganAt };
  await tables(transaction, IMPORTS_GOING_ON)
    .insertInto("imports_going_on")
    .values({ key_id: keyId, ...begun })
    .onConflict((conflict) => conflict.column("key_id").doUpdateSet(begun))
    .execute();
}

/**
 * Ends an import.
 *
 * @returns whether the key had begun it; one that has lapsed counts
 */
export async function deleteImport(
  transaction: Database,
  { id, keyId }: Pick<BegunImport, "id" | "keyId">,
): Promise<boolean> {
  const deleted = await tables(transaction, IMPORTS_GOING_ON)
    .deleteFrom("imports_going_on")
    .where("key_id", "=", keyId)
    .where("id", "=", id)
    .returning("id")
    .execute();
  return deleted.length > 0;
}

/** Returns whether somebody imports into the organization now, as far as the uses of keys show. */
export async function isImporting(database: Database, organization: string, now: Instant): Promise<boolean> {
  const going = await tables(database, IMPORTS_GOING_ON, KEYS)
    .selectFrom("imports_going_on")
    .innerJoin("keys", "keys.id", "imports_going_on.key_id")
    .select(["began_at", "last_used_at"])
    .where("organization", "=", organization)
    .execute();
  return going.some(({ began_at, last_used_at }) => {
    const usedAt = Math.max(began_at, last_used_at ?? 0);
    return now < Math.min(usedAt + LAPSES_AFTER, began_at + LONGEST);
  });
}
