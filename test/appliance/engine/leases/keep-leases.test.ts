import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import {
  Leases,
  type LeaseTimes,
  type WhyAgain,
} from "../../../../src/appliance/engine/leases/keep-leases.ts";
import { holdFiles } from "../../../../src/appliance/holding/hold-files.ts";
import { prepareDatabase } from "../../../../src/appliance/rebuild/forget-derived.ts";
import { addToBooks, readBooks } from "../../../../src/books/progress-table.ts";
import { keyOf } from "../../../../src/catalogue/object-key.ts";
import { isFaultOfTheWork } from "../../../../src/database/engine.ts";
import { LeaseLost } from "../../../../src/database/leases/lease-lost.ts";
import { endExpired, readShares } from "../../../../src/database/leases/nodes-table.ts";
import { holdDatabase } from "../../../../src/database/serving/hold-database.ts";
import { writeAs } from "../../../../src/database/leases/turn-table.ts";
import type { Database } from "../../../../src/database/open.ts";
import { inTransaction } from "../../../../src/database/transaction.ts";
import { insertOrganization } from "../../../../src/identity/organizations/table.ts";
import { openFileStore } from "../../../../src/objects/file-store.ts";
import { localStores } from "../../../../src/stores.ts";
import { silentLog } from "../../../../src/vocabulary/log.ts";
import { freeKey, replaceObjects } from "../../../../src/writer/upkeep/object-table.ts";
import { removeUnlisted, sweepRemoved } from "../../../../src/writer/upkeep/sweep.ts";
import { noteRemoved } from "../../../../src/writer/upkeep/table.ts";
import { openPostgres, postgresUrl } from "../../../database/postgres/open-postgres.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../../../engines/postgres.ts";
import { eventually } from "../../../eventually.ts";
import { isSkipped } from "../../../skipped.ts";
import { GivenKeys } from "../../../../src/writer/upkeep/given-keys.ts";

const found = findPostgres();
const missing = "missing" in found ? found.missing : "";
const ORGANIZATIONS = ["a", "b", "c", "d"];
/** Short enough that a test need not wait, and long enough for a machine that is busy. */
const QUICK: LeaseTimes = { renewEvery: 50, expiresAfter: 60_000 };
/** As those of an engine that sleeps from its registration on. */
const ASLEEP: LeaseTimes = { renewEvery: 600_000, expiresAfter: 1 };

describe.skipIf(isSkipped(missing === "", missing))("the leases of engines that share a database", () => {
  let server: PostgresServer;
  let shared: Database;
  let opened: Leases[] = [];

  beforeAll(async () => {
    if ("programs" in found) server = await startPostgres(found.programs);
    const migrating = openPostgres(server);
    await prepareDatabase(migrating);
    await inTransaction(migrating, "full", async (transaction) => {
      for (const id of ORGANIZATIONS)
        await insertOrganization(transaction, { id, name: id, secret: id, createdAt: 0 });
    });
    await migrating.destroy();
    shared = openPostgres(server, "engine");
  }, 600_000);

  beforeEach(async () => {
    for (const leases of opened) await leases.end("for_good").catch(() => {});
    opened = [];
    await sql`truncate engine_nodes, organization_leases, engine_duties, objects, planned_objects, removed_objects`.execute(
      shared,
    );
  });

  afterAll(async () => {
    await shared?.destroy();
    await server?.stop();
  });

  test("are all one engine's while it has no company", async () => {
    const first = await register("first");
    expect(await held()).toEqual({ [first.tenure.epoch]: ORGANIZATIONS });
    expect(first.isWriter).toBe(true);
  });

  test("are shared out when a second engine comes, and only one writes", async () => {
    const first = await register("first");
    const why = whyAgain(first);
    const second = await register("second");
    expect(await why).toBe("surplus");
    await first.end("again");
    const again = await register("first");
    second.keep(() => {});
    await eventually(async () => Bun.deepEquals(sizes(await held()), [2, 2]));
    expect([again.isWriter, second.isWriter]).toEqual([true, false]);
  });

  test("go to the others at once when an engine ends", async () => {
    const first = await register("first");
    const second = await register("second");
    second.keep(() => {});
    await first.end("for_good");
    await eventually(async () => Bun.deepEquals(await held(), { [second.tenure.epoch]: ORGANIZATIONS }));
  });

  test("go to the others when an engine is silent, with the writing", async () => {
    await register("silent", ASLEEP);
    const second = await register("second");
    expect(await held()).toEqual({ [second.tenure.epoch]: ORGANIZATIONS });
    expect(second.isWriter).toBe(true);
  });

  test("are not taken from an engine that renews", async () => {
    const first = await register("first");
    expect(await endExpired(shared, first.tenure)).toBe(false);
    expect(await held()).toEqual({ [first.tenure.epoch]: ORGANIZATIONS });
  });

  test("stay with an engine that begins again under its name", async () => {
    const first = await register("first");
    await first.end("again");
    const again = await register("first");
    expect(again.tenure.epoch).toBeGreaterThan(first.tenure.epoch);
    expect(await held()).toEqual({ [again.tenure.epoch]: ORGANIZATIONS });
  });

  test("include a new organization soon", async () => {
    const first = await register("first");
    first.keep(() => {});
    await inTransaction(shared, "full", (transaction) =>
      insertOrganization(transaction, { id: "e", name: "e", secret: "e", createdAt: 0 }),
    );
    await eventually(async () =>
      Bun.deepEquals(await held(), { [first.tenure.epoch]: [...ORGANIZATIONS, "e"] }),
    );
    await sql`delete from organizations where id = 'e'`.execute(shared);
  });

  test("end when a command takes the database for itself, and begin again when it is done", async () => {
    const first = await register("first");
    const lost = whyAgain(first);
    const command = await holdDatabase(openPostgres(server), "exclusively");
    expect(await lost).toBe("lost");
    const again = register("first");
    await eventually(async () => (await countWaiting()) > 0);
    // what the command writes does not wait for the engine
    const writing = openPostgres(server, "write");
    await inTransaction(writing, "full", (transaction) => readShares(transaction));
    await writing.destroy();
    if (command.ok) await command.value.release();
    const { tenure } = await again;
    expect(await held()).toEqual({ [tenure.epoch]: ORGANIZATIONS });
  });

  describe("once another engine has taken over", () => {
    test("every write ends, changes nothing, and is nobody's fault", async () => {
      const silent = await register("silent", ASLEEP);
      const writing = openPostgres(server, "engine");
      writeAs(writing, silent.tenure);
      const write = () =>
        inTransaction(writing, "normal", (transaction) =>
          addToBooks(transaction, "examined", { frames: 0, records: 1 }),
        );
      await write();
      const before = await readBooks(shared);
      await register("second");
      const failure: unknown = await write().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(LeaseLost);
      expect(isFaultOfTheWork(writing, failure)).toBe(false);
      expect(await readBooks(shared)).toEqual(before);
      await writing.destroy();
    });

    test("the engine is asked to begin again", async () => {
      const silent = await register("silent", { renewEvery: 50, expiresAfter: 1 });
      await register("second");
      expect(await whyAgain(silent)).toBe("lost");
    });
  });

  describe("files of objects", () => {
    const folder = mkdtempSync(join(tmpdir(), "deleting-"));
    const objects = openFileStore(join(folder, "objects"));
    const givenKeys = new GivenKeys();
    const partsOf = (database: Database) => ({ database, objects, givenKeys, clock: Date.now });
    const name = {
      organization: "a",
      signal: "logs",
      arrivedAt: 0,
      firstSequence: 1,
      lastSequence: 9,
    } as const;
    const key = keyOf(name, 7_000);
    const isThere = async () => (await objects.list("")).some((file) => file.key === key);
    const change = (work: (transaction: Database) => Promise<void>) => inTransaction(shared, "full", work);
    const list = () => {
      const object = { ...name, key, bytes: 4, records: 1, frames: [] };
      return change((transaction) => replaceObjects(transaction, { removed: [], added: [object] }));
    };

    beforeEach(() => objects.put(key, Buffer.from("text")));
    afterAll(() => rmSync(folder, { recursive: true }));

    test("are deleted by nobody whose work another engine has taken", async () => {
      const silent = await register("silent", ASLEEP);
      const writing = openPostgres(server, "engine");
      writeAs(writing, silent.tenure);
      await register("second");
      await expect(removeUnlisted(partsOf(writing), [key])).rejects.toBeInstanceOf(LeaseLost);
      expect(await isThere()).toBe(true);
      await writing.destroy();
    });

    test("stay when another engine has listed them meanwhile", async () => {
      await list();
      await removeUnlisted(partsOf(shared), [key]);
      expect(await isThere()).toBe(true);
    });

    test("get no name twice, for a deletion by the first may be late", async () => {
      const parts = partsOf(shared);
      expect(await freeKey(parts, name, 1)).not.toBe(await freeKey(parts, name, 1));
    });

    test("stay while a backup is made on any machine", async () => {
      await change((transaction) => noteRemoved(transaction, [key], 0));
      const stores = { ...localStores(folder), database: postgresUrl(server) };
      const hold = await holdFiles(stores);
      expect(await sweepRemoved(partsOf(shared), 0)).toBe(0);
      expect(await isThere()).toBe(true);
      const elsewhere = { ...stores, dataDir: mkdtempSync(join(folder, "elsewhere-")) };
      await expect(holdFiles(elsewhere)).rejects.toThrow(/makes a backup of .*; wait until it is done/);
      await hold.end();
      await hold.release();
      expect(await sweepRemoved(partsOf(shared), 0)).toBe(1);
      expect(await isThere()).toBe(false);
    });

    test("may be gone from a backup whose session the database ended, which says so", async () => {
      const hold = await holdFiles({ ...localStores(folder), database: postgresUrl(server) });
      await sql`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and objid = 1650549611`.execute(shared);
      await expect(hold.end()).rejects.toThrow("Run scoring backup again");
      await hold.release();
    });
  });

  test("nobody takes over in the midst of a transaction", async () => {
    const silent = await register("silent", ASLEEP);
    const writing = openPostgres(server, "engine");
    writeAs(writing, silent.tenure);
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    const writes = inTransaction(writing, "normal", async (transaction) => {
      await addToBooks(transaction, "examined", { frames: 0, records: 1 });
      begin();
      await goOn;
    });
    await begun;
    const order: string[] = [];
    const taken = register("second").then(() => order.push("taken"));
    const written = writes.then(() => order.push("written"));
    await eventually(async () => (await countWaiting()) > 0);
    resolve();
    await Promise.all([taken, written]);
    expect(order).toEqual(["written", "taken"]);
    await writing.destroy();
  });

  async function register(node: string, times: LeaseTimes = QUICK): Promise<Leases> {
    const facts = { node, url: "", version: "1" };
    const leases = await Leases.register({ database: shared, facts, times, log: silentLog });
    opened.push(leases);
    return leases;
  }

  function whyAgain(leases: Leases): Promise<WhyAgain> {
    const { promise, resolve } = Promise.withResolvers<WhyAgain>();
    leases.keep(resolve);
    return promise;
  }

  /** By the epoch of who has them. */
  async function held(): Promise<Record<string, string[]>> {
    const { organizations } = await readShares(shared);
    return Object.fromEntries(
      [...Map.groupBy([...organizations.keys()], (name) => organizations.get(name))].map(([epoch, names]) => [
        String(epoch),
        names.toSorted(),
      ]),
    );
  }

  async function countWaiting(): Promise<number> {
    const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_locks
      where not granted`.execute(watching());
    return Number(rows[0]?.waiting);
  }

  let watch: Database | null = null;
  function watching(): Database {
    return (watch ??= openPostgres(server, "read"));
  }
});

function sizes(shares: Record<string, string[]>): number[] {
  return Object.values(shares).map(({ length }) => length);
}
