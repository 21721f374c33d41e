import { describe, expect, test } from "bun:test";
import { instant, text } from "../../../src/database/columns.ts";
import { openDatabase } from "../../../src/database/open.ts";
import { prepareTables, type TableSet } from "../../../src/database/prepare.ts";
import { createTable, declareTable, tables } from "../../../src/database/table-shape.ts";
import { hashToken, mintToken } from "../../../src/identity/sign-ins/sign-in.ts";
import { selectSignIn } from "../../../src/identity/sign-ins/table.ts";
import { SIGN_IN_TABLES } from "../../../src/identity/sign-ins/tables.ts";
import { HOUR } from "../../../src/vocabulary/units.ts";
import { NOW } from "../identity-database.ts";

/** As the directories of version 0.2.0 have it. */
const FIRST = declareTable(
  "sign_ins",
  { hash: text(), key_id: text(), expires_at: instant() },
  { key: ["hash"] },
);
const FIRST_SET: TableSet = {
  name: "sign-ins",
  tables: [FIRST],
  kept: true,
  migrations: [(database) => createTable(database, FIRST)],
};

describe("the sign-ins of a directory of version 0.2.0", () => {
  test("are still in force, each with an id of its own", async () => {
    const database = openDatabase(":memory:", "write");
    await prepareTables(database, [FIRST_SET]);
    const tokens = [mintToken(), mintToken()];
    const rows = tokens.map((token) => ({ hash: hashToken(token), key_id: "laptop", expires_at: NOW }));
    await tables(database, FIRST).insertInto("sign_ins").values(rows).execute();
    await prepareTables(database, [SIGN_IN_TABLES]);
    const found = await Promise.all(tokens.map((token) => selectSignIn(database, hashToken(token))));
    expect(found[0]).toMatchObject({
      who: { keyId: "laptop" },
      createdAt: NOW - 12 * HOUR,
      lastUsedAt: NOW - 12 * HOUR,
      expiresAt: NOW,
      way: "key",
      client: "a browser",
      address: "",
    });
    expect(new Set(found.map((signIn) => signIn?.id)).size).toBe(2);
    await database.destroy();
  });
});
