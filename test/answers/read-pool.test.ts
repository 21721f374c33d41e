import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localStores, openDatabaseOf, type StoreSettings } from "../../src/stores.ts";
import { prepareTables } from "../../src/database/prepare.ts";
import { ReadPool } from "../../src/answers/read-pool.ts";
import { WaitingJobs } from "../../src/answers/waiting-jobs.ts";
import { IDENTITY_TABLES } from "../../src/identity/tables.ts";

const stores = localStores(mkdtempSync(join(tmpdir(), "read-pool-")));
const writing = openDatabaseOf(stores, "write");
await prepareTables(writing, IDENTITY_TABLES);

const pools: ReadPool[] = [];

interface Changes {
  deadline?: number;
  endAfter?: number;
  stores?: StoreSettings;
  worker?: string;
  /** Called with each worker that is started. */
  started?: (worker: Worker) => void;
}

function openPool(changes: Changes = {}): ReadPool {
  const url = new URL(changes.worker ?? "../../src/answers/read-worker.ts", import.meta.url);
  const pool = new ReadPool({
    stores: changes.stores ?? stores,
    prices: { date: "", sha256: "", models: new Map() },
    workers: 2,
    deadline: changes.deadline ?? 10_000,
    endAfter: changes.endAfter ?? 600_000,
    startWorker: () => {
      const worker = new Worker(url);
      changes.started?.(worker);
      return worker;
    },
    damaged: () => {},
  });
  pools.push(pool);
  return pool;
}

afterAll(async () => {
  for (const pool of pools) pool.stop();
  await writing.destroy();
});

describe("a query that gets no answer", () => {
  test("is given up at the deadline, also when it only waited", async () => {
    const pool = openPool({ worker: "./endless-worker.ts", deadline: 50 });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => pool.ask("probe", null)));
    const tooSlow = { ok: false as const, problem: { kind: "too_slow" as const, deadline: 50 } };
    expect(answers).toEqual(Array.from({ length: 5 }, () => tooSlow));
  });

  test("fails with what the worker met, and the next one is asked all the same", async () => {
    const pool = openPool({ stores: localStores(join(tmpdir(), "no-such-folder")) });
    await expect(pool.ask("probe", null)).rejects.toThrow("the query probe: ");
    await expect(pool.ask("probe", null)).rejects.toThrow("the query probe: ");
  });

  test("fails when its worker cannot even be loaded", async () => {
    const pool = openPool({ worker: "./no-such-worker.ts" });
    await expect(pool.ask("probe", null)).rejects.toThrow("a read worker broke");
  });

  test("fails when the pool is stopped", async () => {
    const pool = openPool({ worker: "./endless-worker.ts" });
    const asked = pool.ask("probe", null);
    pool.stop();
    await expect(asked).rejects.toThrow("stopped");
    await expect(pool.ask("probe", null)).rejects.toThrow("stopped");
  });
});

describe("a key that asks for much", () => {
  test("leaves a worker to another key", async () => {
    const pool = openPool({ worker: "./partly-endless-worker.ts", deadline: 600_000 });
    const greedy = Array.from({ length: 40 }, () => pool.ask("readKept", null, "greedy"));
    expect(await pool.ask("probe", null, "modest")).toEqual({ ok: true, value: 1 });
    pool.stop();
    expect(await Promise.allSettled(greedy)).toHaveLength(40);
  });
});

describe("queries that wait", () => {
  test("take turns by key, each key's in their order", () => {
    const waiting = new WaitingJobs<{ keyId: string; name: string }>();
    for (const name of ["a1", "a2", "a3", "b1", "c1", "b2"]) waiting.add({ keyId: name.charAt(0), name });
    const taken = Array.from({ length: 7 }, () => waiting.take(() => true)?.name);
    expect(taken).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", undefined]);
  });

  test("of a key that may not go let others go", () => {
    const waiting = new WaitingJobs<{ keyId: string }>();
    waiting.add({ keyId: "a" });
    waiting.add({ keyId: "b" });
    expect(waiting.take((keyId) => keyId !== "a")).toEqual({ keyId: "b" });
    expect(waiting.take((keyId) => keyId !== "a")).toBeNull();
    expect(waiting.empty()).toEqual([{ keyId: "a" }]);
  });
});

describe("a query", () => {
  test("is answered from another thread", async () => {
    const answered = await openPool().ask("probe", null);
    expect(answered.ok && answered.value).toBeGreaterThan(3);
  });

  test("waits its turn when all workers are busy", async () => {
    const pool = openPool();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pool.ask("probe", null)));
    expect(new Set(answers.map((answered) => answered.ok && answered.value)).size).toBe(1);
  });
});

describe("workers without queries", () => {
  test("end except the first, and start again when they are needed", async () => {
    const ends: Promise<unknown>[] = [];
    const started = (worker: Worker) =>
      void ends.push(new Promise((ended) => worker.addEventListener("close", ended)));
    const pool = openPool({ endAfter: 1, started });
    const askTwo = () => Promise.all([pool.ask("probe", null), pool.ask("probe", null)]);
    expect(await askTwo()).toMatchObject([{ ok: true }, { ok: true }]);
    expect(ends).toHaveLength(2);
    await ends[1];
    expect(await pool.ask("probe", null)).toMatchObject({ ok: true });
    expect(ends).toHaveLength(2);
    expect(await askTwo()).toMatchObject([{ ok: true }, { ok: true }]);
    expect(ends).toHaveLength(3);
  });
});
