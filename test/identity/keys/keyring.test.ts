import { heapStats } from "bun:jsc";
import { describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/open.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { keyCaller } from "../../../src/identity/caller.ts";
import { revokeKey } from "../../../src/identity/keys/issue.ts";
import { mintKey } from "../../../src/identity/keys/key.ts";
import {
  createKeyring,
  type Judgement,
  type Keyring,
  type KeyringParts,
} from "../../../src/identity/keys/keyring.ts";
import { readRegister, readRegisterWith } from "../../../src/identity/keys/register.ts";
import { fail, succeed } from "../../../src/vocabulary/result.ts";
import { type KeyUse, selectKeyById, selectKeys, updateLastUsed } from "../../../src/identity/keys/table.ts";
import { addKey, addOrganization, NOW, openIdentity } from "../identity-database.ts";

const database = await openIdentity();
const organization = await addOrganization(database, "default");

async function openKeyring(changes: Partial<KeyringParts> = {}): Promise<Keyring> {
  return createKeyring(await readRegister(database), {
    clock: () => NOW,
    lookUp: async (hash) => succeed(await readRegisterWith(database, hash)),
    recordUses: () => {},
    ...changes,
  });
}

function revoke(id: string): Promise<unknown> {
  return inTransaction(database, "full", (transaction) =>
    revokeKey(transaction, { id, organizationId: organization.id }, NOW),
  );
}

describe("a key that is refused", () => {
  test("nobody made it", async () => {
    const keyring = await openKeyring();
    expect(await keyring.judge(`Bearer ${mintKey()}`)).toEqual({ ok: false, problem: { kind: "invalid" } });
  });

  test("a typo is refused without a database", async () => {
    const keyring = await openKeyring({ lookUp: () => Promise.reject(new Error("nobody may ask")) });
    const verdict: Judgement | Promise<Judgement> = keyring.judge("Bearer scoring_typo");
    expect(verdict).toEqual({ ok: false, problem: { kind: "invalid" } });
  });

  test("it was revoked, once the keyring has looked again", async () => {
    const { key, record } = await addKey(database, { organizationId: organization.id });
    const keyring = await openKeyring();
    await revoke(record.id);
    expect(keyring.judge(`Bearer ${key}`)).toMatchObject({ ok: true });
    keyring.hold(await readRegister(database));
    expect(keyring.judge(`Bearer ${key}`)).toEqual({
      ok: false,
      problem: { kind: "revoked", keyId: record.id, organizationId: organization.id },
    });
  });

  test("it was made and revoked since the keyring last looked", async () => {
    const keyring = await openKeyring();
    const { key, record } = await addKey(database, { organizationId: organization.id });
    await revoke(record.id);
    expect(await keyring.judge(`Bearer ${key}`)).toEqual({
      ok: false,
      problem: { kind: "revoked", keyId: record.id, organizationId: organization.id },
    });
  });
});

describe("while keys cannot be looked up", () => {
  test("nothing is said about a key that is not in memory, and others are judged", async () => {
    const { key } = await addKey(database, { organizationId: organization.id });
    const keyring = await openKeyring({ lookUp: async () => fail({ kind: "unread" }) });
    expect(await keyring.judge(`Bearer ${mintKey()}`)).toEqual({ ok: false, problem: { kind: "unread" } });
    expect(keyring.judge(`Bearer ${key}`)).toMatchObject({ ok: true });
  });
});

describe("a key in force", () => {
  test("is judged at once when it is in memory", async () => {
    const { key, record } = await addKey(database, { organizationId: organization.id, role: "admin" });
    const keyring = await openKeyring();
    expect(keyring.judge(`Bearer ${key}`)).toEqual({
      ok: true,
      value: keyCaller({
        keyId: record.id,
        organizationId: organization.id,
        role: "admin",
        developerId: null,
        scopes: ["ingest", "read_team", "admin"],
      }),
    });
  });

  test("works at once when a command made it while the server runs, with its organization", async () => {
    const keyring = await openKeyring();
    const other = await addOrganization(database, "other");
    const { key } = await addKey(database, { organizationId: other.id });
    expect(await keyring.judge(`Bearer ${key}`)).toMatchObject({ ok: true });
    expect(keyring.organization(other.id).name).toBe("other");
  });

  test("spelt in ever new ways takes no more memory", async () => {
    const { key } = await addKey(database, { organizationId: organization.id });
    const keyring = await openKeyring();
    const spellings = 3_000;
    const letters = 8_000;
    const held = (): number => {
      Bun.gc(true);
      return heapStats().heapSize + heapStats().extraMemorySize;
    };
    const before = held();
    for (let spelling = 0; spelling < spellings; spelling += 1) {
      const header = Buffer.from(`Bearer ${" ".repeat(letters + spelling)}${key}`).toString();
      expect(await keyring.judge(header)).toMatchObject({ ok: true });
    }
    expect(held() - before).toBeLessThan((spellings * letters) / 2);
  });
});

describe("the last use of keys", () => {
  test("is passed on in one batch, and at most once a minute for each key", async () => {
    let now = NOW;
    const batches: (readonly KeyUse[])[] = [];
    const keyring = await openKeyring({
      clock: () => now,
      recordUses: (uses) => void batches.push(uses),
    });
    const { key, record } = await addKey(database, { organizationId: organization.id });
    await keyring.judge(`Bearer ${key}`);
    await keyring.judge(`Bearer ${key}`);
    await keyring.passOnUses();
    now += 30_000;
    await keyring.judge(`Bearer ${key}`);
    await keyring.passOnUses();
    now += 30_000;
    await keyring.passOnUses();
    await keyring.passOnUses();
    expect(batches).toEqual([[{ keyId: record.id, at: NOW }], [{ keyId: record.id, at: NOW + 30_000 }]]);
  });

  test("is kept", async () => {
    const { record } = await addKey(database, { organizationId: organization.id });
    await inTransaction(database, "normal", (transaction: Database) =>
      updateLastUsed(transaction, [{ keyId: record.id, at: NOW + 5 }]),
    );
    expect((await selectKeyById(database, record.id))?.lastUsedAt).toBe(NOW + 5);
  });
});

test("no key's text is anywhere in the database", async () => {
  const { key } = await addKey(database, { organizationId: organization.id });
  const rows = JSON.stringify(await selectKeys(database));
  expect(rows).not.toContain(key);
});
