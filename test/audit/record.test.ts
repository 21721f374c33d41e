import { describe, expect, test } from "bun:test";
import { CompiledQuery } from "kysely";
import {
  AUDIT_ENTRIES,
  type ChainPlace,
  removeEntries,
  selectCheckpoints,
  selectEntriesAfter,
  selectHeads,
} from "../../src/audit/audit-table.ts";
import { hashOf, NO_HASH } from "../../src/audit/entry.ts";
import { expireAudit } from "../../src/audit/expire.ts";
import { recordAudit } from "../../src/audit/record.ts";
import {
  AUDIT_SUBJECTS,
  forgetSubjects,
  selectIdsOf,
  selectSubjects,
} from "../../src/audit/subjects-table.ts";
import { verifyAudit } from "../../src/audit/verify.ts";
import type { Database } from "../../src/database/open.ts";
import { tables } from "../../src/database/table-shape.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { keyMade, NOW, openLog, record } from "./chains.ts";

const entriesOf = (database: Database, organization = "ours") =>
  selectEntriesAfter(database, { organization, after: 0, limit: 1_000 });
const run = (database: Database, text: string) => database.executeQuery(CompiledQuery.raw(text));

describe("an entry", () => {
  test("whose details hold a text that somebody may have written is refused, and nothing is kept", async () => {
    const { database } = await openLog();
    const entry = keyMade({ details: { name: "Ada's laptop" } });
    await expect(record(database, entry)).rejects.toThrow("BUG: the detail name of an audit entry");
    expect(await entriesOf(database)).toEqual([]);
    expect(await selectHeads(database)).toEqual([]);
  });

  test("is kept or not with what it is about", async () => {
    const { database } = await openLog();
    const broken = inTransaction(database, "full", async (transaction) => {
      await recordAudit(transaction, keyMade());
      throw new Error("the work failed");
    });
    await expect(broken).rejects.toThrow("the work failed");
    await record(database, keyMade());
    expect((await entriesOf(database)).map(({ number }) => number)).toEqual([1]);
  });

  test("follows the one before it in its own organization's chain", async () => {
    const { database } = await openLog();
    await record(
      database,
      keyMade(),
      keyMade({ organization: "theirs" }),
      keyMade({ organization: null }),
      keyMade(),
    );
    const [first, second] = await entriesOf(database);
    expect(first).toMatchObject({ number: 1, previousHash: NO_HASH });
    expect(second).toMatchObject({ number: 2, previousHash: first?.hash ?? "" });
    expect((await entriesOf(database, "theirs")).map(({ number }) => number)).toEqual([1]);
    expect((await entriesOf(database, "")).map(({ number }) => number)).toEqual([1]);
  });

  test("has the SHA-256 of everything else that it says", async () => {
    const { database } = await openLog();
    await record(database, keyMade());
    const [entry] = await entriesOf(database);
    if (entry === undefined) throw new Error("nothing was recorded");
    expect(hashOf(entry)).toBe(entry.hash);
    for (const [name, value] of Object.entries(entry).filter(([column]) => column !== "hash"))
      expect(hashOf({ ...entry, [name]: typeof value === "number" ? value + 1 : `${value}x` })).not.toBe(
        entry.hash,
      );
  });

  test("names everybody by random ids, the same in each entry", async () => {
    const { database } = await openLog();
    const developer = { kind: "developer", id: "thomasina" } as const;
    await record(
      database,
      keyMade({ details: { for: developer, role: "member" } }),
      keyMade({ target: developer }),
    );
    const [first, second] = await entriesOf(database);
    const text = JSON.stringify([first, second]);
    for (const real of ["thomasina", "a new key", "192.0.2.7"]) expect(text).not.toContain(real);
    expect(second?.actor).toBe(first?.actor ?? "");
    expect(JSON.parse(first?.details ?? "")).toEqual({ for: second?.target, role: "member" });
    const [subject] = await selectSubjects(database, [second?.target ?? ""]);
    expect(subject).toMatchObject({ kind: "developer", real: "thomasina" });
  });

  test("takes its place after entries that others add at the same time", async () => {
    const { path, database } = await openLog();
    const workers = [1, 2, 3].map(() => new Worker(new URL("recording-worker.ts", import.meta.url)));
    const done = workers.map((worker) => new Promise((resolve) => void (worker.onmessage = resolve)));
    for (const worker of workers) worker.postMessage({ path, entries: 40 });
    await Promise.all(done);
    for (const worker of workers) worker.terminate();
    expect((await entriesOf(database)).map(({ number }) => number)).toEqual(
      Array.from({ length: 120 }, (_, index) => index + 1),
    );
    expect(await verifyAudit(database)).toMatchObject([{ organization: "ours", entries: 120, fault: null }]);
  });
});

describe("the database", () => {
  test.each([
    "update audit_entries set result = 'failed'",
    "delete from audit_entries",
    "delete from audit_entries where number = 2",
    "insert or replace into audit_entries select * from audit_entries where number = 1",
  ])("refuses: %s", async (statement) => {
    const { database } = await openLog();
    await record(database, keyMade(), keyMade());
    await expect(run(database, statement)).rejects.toThrow("audit_entries is only added to");
    expect(await verifyAudit(database)).toMatchObject([{ entries: 2, fault: null }]);
  });
});

describe("retention", () => {
  test("removes the oldest entries of each chain, and the chain goes on", async () => {
    const { database } = await openLog();
    const aged = (days: number) => keyMade({ at: NOW - days * DAY });
    await record(database, aged(9), aged(8), aged(1), { ...aged(9), organization: null });
    const [, second] = await entriesOf(database);
    expect(await expireAudit(database, NOW - 5 * DAY)).toBe(3);
    const place: ChainPlace = { organization: "ours", number: 2, hash: second?.hash ?? "" };
    expect(await selectCheckpoints(database)).toContainEqual(place);
    await record(database, keyMade(), keyMade({ organization: null }));
    expect(await verifyAudit(database)).toMatchObject([
      { organization: "", entries: 1, head: { number: 2 }, fault: null },
      { organization: "ours", entries: 2, head: { number: 4 }, fault: null },
    ]);
  });

  test("keeps what is younger than an entry that a wrong clock made old", async () => {
    const { database } = await openLog();
    await record(database, keyMade(), keyMade({ at: NOW - 9 * DAY }));
    expect(await expireAudit(database, NOW - 5 * DAY)).toBe(0);
  });

  test("forgets whom only removed entries name", async () => {
    const { database } = await openLog();
    await record(
      database,
      keyMade({ at: NOW - 9 * DAY }),
      keyMade({ target: { kind: "developer", id: "bo" } }),
    );
    await expireAudit(database, NOW - 5 * DAY);
    const left = await tables(database, AUDIT_SUBJECTS).selectFrom("audit_subjects").select("real").execute();
    expect(left.map(({ real }) => real).toSorted()).toEqual(["192.0.2.7", "ada's key", "bo"]);
  });

  test("may not remove more than its checkpoint says", async () => {
    const { database } = await openLog();
    await record(database, keyMade(), keyMade(), keyMade());
    const [first] = await entriesOf(database);
    await inTransaction(database, "full", (transaction) =>
      removeEntries(transaction, { organization: "ours", number: 1, hash: first?.hash ?? "" }),
    );
    const last = tables(database, AUDIT_ENTRIES).deleteFrom("audit_entries").where("number", "=", 2);
    await expect(last.execute()).rejects.toThrow("audit_entries is only added to");
  });
});

describe("a person who is forgotten", () => {
  test("leaves the chain as it is, and nobody finds out whom it is about", async () => {
    const { database } = await openLog();
    const ada = { kind: "developer", id: "ada" } as const;
    const bo = { kind: "developer", id: "bo" } as const;
    await record(
      database,
      keyMade({ target: ada }),
      keyMade({ target: bo, actor: { kind: "key", id: "bo's key" } }),
    );
    await inTransaction(database, "full", async (transaction) => {
      await forgetSubjects(transaction, { kind: "developer", reals: [ada.id] });
      await forgetSubjects(transaction, { kind: "key", reals: ["ada's key"] });
    });
    const [entry, other] = await entriesOf(database);
    expect(await selectSubjects(database, [entry?.actor, entry?.target, entry?.address].map(String))).toEqual(
      [],
    );
    expect(
      await selectSubjects(database, [other?.actor, other?.target, other?.address].map(String)),
    ).toHaveLength(3);
    expect(await selectIdsOf(database, { organization: "ours", reals: ["ada"] })).toEqual([]);
    expect(await verifyAudit(database)).toMatchObject([{ entries: 2, fault: null }]);
  });
});
