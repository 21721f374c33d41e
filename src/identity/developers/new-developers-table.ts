/** How many developers each key has made on each day: names in telemetry are without end. */
import { count, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import { DAY, type Instant } from "../../vocabulary/units.ts";
import { KEYS } from "../keys/table.ts";

/** So many new developers the telemetry of one key makes in one UTC day. */
export const NEW_DEVELOPERS_A_DAY = 200;

/** One row for each key and day on which it made developers. */
export const NEW_DEVELOPERS = declareTable(
  "new_developers",
  {
    organization: text(),
    key_id: text(),
    /** UTC, counted from 1970. */
    day: count(),
    made: count(),
    /** 1 when one more was named than the key may make. */
    full: count(),
  },
  { key: ["organization", "key_id", "day"] },
);

/** Never thrown away: a rebuild makes no more developers a day than anything else. */
export const newDeveloperTables = {
  name: "new_developers",
  tables: [NEW_DEVELOPERS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, NEW_DEVELOPERS);
}

/** Which key, and when. */
interface Making {
  organizationId: string;
  keyId: string;
  now: Instant;
}

/**
 * Counts a developer whom a key is about to make.
 *
 * @returns whether the key may make one more that day; if not, that is noted
 */
export async function countNewDeveloper(
  transaction: Database,
  { organizationId: organization, keyId: key_id, now }: Making,
): Promise<boolean> {
  const day = Math.floor(now / DAY);
  const row = await tables(transaction, NEW_DEVELOPERS)
    .insertInto("new_developers")
    .values({ organization, key_id, day, made: 1, full: 0 })
    .onConflict((conflict) =>
      conflict.columns(["organization", "key_id", "day"]).doUpdateSet((known) => ({
        made: known
          .case()
          .when("new_developers.made", "<", NEW_DEVELOPERS_A_DAY)
          .then(known("new_developers.made", "+", 1))
          .else(known.ref("new_developers.made"))
          .end(),
        full: known
          .case()
          .when("new_developers.made", "<", NEW_DEVELOPERS_A_DAY)
          .then(known.ref("new_developers.full"))
          .else(1)
          .end(),
      })),
    )
    .returning("full")
    .executeTakeFirstOrThrow();
  return row.full === 0;
}

/** A key that has named more new developers than it may make in a day. */
export interface CrowdedKey {
  keyId: string;
  name: string;
  /** When it did so last: a UTC day, counted from 1970. */
  day: number;
}

/**
 * Reads which keys have ever named more developers in a day than they may make.
 *
 * @returns each key once, by its name
 */
export async function readCrowdedKeys(database: Database): Promise<CrowdedKey[]> {
  return tables(database, NEW_DEVELOPERS, KEYS)
    .selectFrom("new_developers")
    .innerJoin("keys", "keys.id", "new_developers.key_id")
    .select(({ fn }) => [
      "new_developers.key_id as keyId",
      "keys.name",
      fn.max("new_developers.day").as("day"),
    ])
    .where("full", "=", 1)
    .groupBy(["new_developers.key_id", "keys.name"])
    .orderBy("keys.name")
    .orderBy("new_developers.key_id")
    .execute();
}

/** Returns the keys that did so on the day of a time, or on the day before. */
export function crowdedLately(keys: readonly CrowdedKey[], now: Instant): CrowdedKey[] {
  return keys.filter(({ day }) => day >= Math.floor(now / DAY) - 1);
}
