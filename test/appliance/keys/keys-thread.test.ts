/** The thread that reads the keys, on a real database that other connections change. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KeysThread } from "../../../src/appliance/keys/keys-thread.ts";
import { prepareTables } from "../../../src/database/prepare.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { revokeKey } from "../../../src/identity/keys/issue.ts";
import { hashKey, mintKey } from "../../../src/identity/keys/key.ts";
import type { Register } from "../../../src/identity/keys/register.ts";
import { IDENTITY_TABLES } from "../../../src/identity/tables.ts";
import { localStores, openDatabaseOf } from "../../../src/stores.ts";
import { createLog, silentLog } from "../../../src/vocabulary/log.ts";
import { addKey, addOrganization, NOW } from "../../identity/identity-database.ts";

const dataDir = mkdtempSync(join(tmpdir(), "keys-"));
const database = openDatabaseOf(localStores(dataDir), "write");
await prepareTables(database, IDENTITY_TABLES);
const organization = await addOrganization(database, "default");
afterAll(async () => {
  await database.destroy();
  rmSync(dataDir, { recursive: true });
});

const REAL = new URL("../../../src/appliance/keys/keys-worker.ts", import.meta.url).href;
const DEAF = new URL("deaf-worker.ts", import.meta.url).href;

const start = (worker: string, folder = dataDir, log = silentLog) =>
  KeysThread.start({ stores: localStores(folder), startWorker: () => new Worker(worker), log });

describe("the thread that reads the keys", () => {
  test("does not start without a database, and says why", async () => {
    const logged: string[] = [];
    const log = createLog("plain", (line) => void logged.push(line));
    const started = start(REAL, join(dataDir, "nowhere"), log);
    expect(started).rejects.toThrow("reading the keys: ");
    await started.catch(() => {});
    expect(logged).not.toEqual([]);
  });

  test("reports a key that was revoked", async () => {
    const { record } = await addKey(database, { organizationId: organization.id });
    const { keys, register } = await start(REAL);
    expect(register.keys.find(({ id }) => id === record.id)?.revokedAt).toBeNull();
    const changed = new Promise<Register>((tell) => keys.whenChanged(tell));
    await inTransaction(database, "full", (transaction) =>
      revokeKey(transaction, { id: record.id, organizationId: organization.id }, NOW),
    );
    expect((await changed).keys.find(({ id }) => id === record.id)?.revokedAt).toBe(NOW);
    keys.stop();
  });

  test("finds a key that was made meanwhile, with its organization, and none that was never made", async () => {
    const { keys } = await start(REAL);
    const other = await addOrganization(database, "other");
    const { key, record } = await addKey(database, { organizationId: other.id });
    const found = await keys.lookUp(hashKey(key));
    expect(found).toMatchObject({ ok: true });
    const register = found.ok ? found.value : null;
    expect(register?.keys.map(({ id }) => id)).toContain(record.id);
    expect(register?.organizations.map(({ id }) => id)).toContain(other.id);
    expect(await keys.lookUp(hashKey(mintKey()))).toEqual({ ok: true, value: null });
    keys.stop();
  });

  test("cannot say when it hangs with its disk", async () => {
    const { keys } = await start(DEAF);
    expect(await keys.lookUp(hashKey(mintKey()))).toEqual({ ok: false, problem: { kind: "unread" } });
    keys.stop();
  });
});
