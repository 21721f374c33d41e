/** The tables of sign-ins, and how a directory of version 0.2.0 gets them. */
import type { Database } from "../../database/open.ts";
import { instant, text } from "../../database/columns.ts";
import type { TableSet } from "../../database/prepare.ts";
import { dropTables } from "../../database/table.ts";
import { createTable, declareTable, tables } from "../../database/table-shape.ts";
import { HOUR, type Milliseconds } from "../../vocabulary/units.ts";
import { insertSignIn, SIGN_INS } from "./table.ts";

/** Kept, so that a restart signs nobody out. */
export const SIGN_IN_TABLES = {
  name: "sign-ins",
  tables: [SIGN_INS],
  kept: true,
  migrations: [createFirstSignIns, describeSignIns],
} satisfies TableSet;

/** As version 0.2.0 keeps them: a hash, its key, and when it ends. */
const FIRST_SIGN_INS = declareTable(
  "sign_ins",
  { hash: text(), key_id: text(), expires_at: instant() },
  { key: ["hash"] },
);

/** So long each of them holds. */
const FIRST_ONES_LAST: Milliseconds = 12 * HOUR;

async function createFirstSignIns(database: Database): Promise<void> {
  await createTable(database, FIRST_SIGN_INS);
}

/** Gives each sign-in an id, and says of it what is known. */
async function describeSignIns(database: Database): Promise<void> {
  const first = await tables(database, FIRST_SIGN_INS).selectFrom("sign_ins").selectAll().execute();
  await dropTables(database, [FIRST_SIGN_INS]);
  await createTable(database, SIGN_INS);
  for (const { hash, key_id: keyId, expires_at: expiresAt } of first) {
    const createdAt = expiresAt - FIRST_ONES_LAST;
    const times = { createdAt, lastUsedAt: createdAt, expiresAt };
    const known = { way: "key" as const, client: UNKNOWN_CLIENT, address: "" };
    await insertSignIn(database, { id: crypto.randomUUID(), hash, who: { keyId }, ...times, ...known });
  }
}

/** What is said of a browser that nobody described. */
const UNKNOWN_CLIENT = "a browser";
