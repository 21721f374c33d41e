import { describe, expect, test } from "bun:test";
import { openDatabase } from "../../../src/database/open.ts";
import { prepareTables } from "../../../src/database/prepare.ts";
import { tables } from "../../../src/database/table-shape.ts";
import { isInForce } from "../../../src/identity/keys/issue.ts";
import { createKeyring } from "../../../src/identity/keys/keyring.ts";
import { readRegister } from "../../../src/identity/keys/register.ts";
import { readScopes, SCOPES, writeScopes } from "../../../src/identity/keys/scopes.ts";
import { KEY_TABLES, KEYS, selectKeys } from "../../../src/identity/keys/table.ts";
import { insertOrganization, ORGANIZATION_TABLES } from "../../../src/identity/organizations/table.ts";
import { succeed } from "../../../src/vocabulary/result.ts";
import { addKey, addOrganization, NOW, openIdentity } from "../identity-database.ts";

describe("scopes as the database keeps them", () => {
  test("are read as they were written, in one order", () => {
    expect(writeScopes(["admin", "ingest"])).toBe("ingest admin");
    expect(readScopes(writeScopes(SCOPES))).toEqual(SCOPES);
  });

  test("allow nothing by a word that this version does not know", () => {
    expect(readScopes("")).toEqual([]);
    expect(readScopes("everything ingest readteam")).toEqual(["ingest"]);
  });
});

describe("a data directory from before there were scopes", () => {
  test("goes on with keys that do what they did, and have no end", async () => {
    const database = openDatabase(":memory:", "write");
    await prepareTables(database, [
      ORGANIZATION_TABLES,
      { ...KEY_TABLES, migrations: KEY_TABLES.migrations.slice(0, 1) },
    ]);
    await insertOrganization(database, { id: "o", name: "default", secret: "s", createdAt: NOW });
    const before = { organization_id: "o", created_at: NOW, last_used_at: NOW, revoked_at: null };
    const made = [
      { id: "1", role: "admin", developer_id: null },
      { id: "2", role: "admin", developer_id: "ada" },
      { id: "3", role: "member", developer_id: "ada" },
      { id: "4", role: "member", developer_id: null },
    ] as const;
    for (const key of made)
      await tables(database, KEYS)
        .insertInto("keys")
        // the columns of then are fewer than those of now
        .values({ ...before, ...key, hash: key.id, name: key.id } as never)
        .execute();
    await prepareTables(database, [ORGANIZATION_TABLES, KEY_TABLES]);
    const kept = await selectKeys(database);
    expect(
      kept.map(({ id, scopes, endsAt, lastUsedAt }) => [id, scopes.join(" "), endsAt, lastUsedAt]),
    ).toEqual([
      ["1", "ingest read_team admin", null, NOW],
      ["2", "ingest read_team admin", null, NOW],
      ["3", "ingest read_own", null, NOW],
      ["4", "ingest read_team", null, NOW],
    ]);
    await database.destroy();
  });
});

describe("a key with an end", () => {
  test("works until then, and is known afterwards", async () => {
    const database = await openIdentity();
    const { id: organizationId } = await addOrganization(database, "default");
    const endsAt = NOW + 1_000;
    const { key, record } = await addKey(database, { organizationId, endsAt });
    let now = NOW;
    const keyring = createKeyring(await readRegister(database), {
      clock: () => now,
      lookUp: async () => succeed(null),
      recordUses: () => {},
    });
    expect(keyring.judge(`Bearer ${key}`)).toMatchObject({ ok: true });
    expect(keyring.judgeId(record.id)).toMatchObject({ ok: true });
    now = endsAt;
    const problem = { kind: "ended" as const, endedAt: endsAt, keyId: record.id, organizationId };
    expect(keyring.judge(`Bearer ${key}`)).toEqual({ ok: false, problem });
    expect(keyring.judgeId(record.id)).toEqual({ ok: false, problem });
    expect([isInForce(record, endsAt - 1), isInForce(record, endsAt)]).toEqual([true, false]);
  });
});
