import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CompiledQuery } from "kysely";
import { keepAudit } from "../../src/audit/keep-audit.ts";
import { noteHeads, readNotedHeads } from "../../src/audit/noted-heads.ts";
import { verifyAudit } from "../../src/audit/verify.ts";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { keyMade, NOW, openLog, record } from "./chains.ts";

/** A log of five entries, in which somebody who may write the file changes something. */
async function tamper(...statements: readonly string[]): Promise<{ database: Database; heads: string }> {
  const { path, database } = await openLog();
  await record(database, ...Array.from({ length: 5 }, (_, index) => keyMade({ at: NOW + index })));
  const heads = join(dirname(path), "audit-heads.json");
  await noteHeads(database, heads);
  for (const name of ["stay", "remain", "follow"]) await run(database, `drop trigger audit_entries_${name}`);
  for (const statement of statements) await run(database, statement);
  return { database, heads };
}

const run = (database: Database, text: string) => database.executeQuery(CompiledQuery.raw(text));

/** Swaps the contents of two entries, under each other's number. */
const SWAPPED = [
  "update audit_entries set number = 100 where number = 2",
  "update audit_entries set number = 2 where number = 3",
  "update audit_entries set number = 3 where number = 100",
];

describe("verifying the audit log", () => {
  test("finds nothing where nobody changed anything", async () => {
    const { database, heads } = await tamper();
    expect(await verifyAudit(database, await readNotedHeads(heads))).toMatchObject([
      { organization: "ours", entries: 5, head: { number: 5 }, fault: null },
    ]);
  });

  test("finds one changed byte of the database's file, and names the entry", async () => {
    const { path, database } = await openLog();
    const marked = (role: string) => keyMade({ details: { role } });
    await record(database, marked("member"), marked("admin"), marked("member"));
    await database.destroy();
    const bytes = readFileSync(path);
    const place = bytes.indexOf(`{"role":"admin"}`);
    expect(place).toBeGreaterThan(0);
    bytes[place + 9] = (bytes[place + 9] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const changed = openDatabase(path, "read");
    expect(await verifyAudit(changed)).toMatchObject([{ entries: 1, fault: { number: 2, kind: "changed" } }]);
    await changed.destroy();
  });

  test.each([
    [
      "a changed result",
      ["update audit_entries set result = 'refused' where number = 4"],
      { number: 4, kind: "changed" },
    ],
    ["a removed entry", ["delete from audit_entries where number = 3"], { number: 3, kind: "missing" }],
    [
      "the removed first entry",
      ["delete from audit_entries where number = 1"],
      { number: 1, kind: "missing" },
    ],
    ["two swapped entries", SWAPPED, { number: 2, kind: "changed" }],
    ["a removed end", ["delete from audit_entries where number > 3"], { number: 4, kind: "cut_off" }],
    ["everything removed", ["delete from audit_entries"], { number: 1, kind: "cut_off" }],
    [
      "a removed beginning without a right checkpoint",
      [
        "insert into audit_checkpoints values ('ours', 2, 'a made-up hash')",
        "delete from audit_entries where number <= 2",
      ],
      { number: 3, kind: "unlinked" },
    ],
  ] as const)("finds %s", async (_, statements, fault) => {
    const { database } = await tamper(...statements);
    expect(await verifyAudit(database)).toMatchObject([{ fault }]);
  });

  test("finds a removed end also where the database's own note of it was changed too, by the file next to it", async () => {
    const { database, heads } = await tamper(
      "delete from audit_entries where number > 3",
      "update audit_heads set number = 3, hash = (select hash from audit_entries where number = 3)",
    );
    expect(await verifyAudit(database)).toMatchObject([{ entries: 3, fault: null }]);
    expect(await verifyAudit(database, await readNotedHeads(heads))).toMatchObject([
      { entries: 3, fault: { number: 4, kind: "cut_off" } },
    ]);
  });

  test("finds a log that was written anew from a place on, by the file next to it", async () => {
    const { database, heads } = await tamper(
      "delete from audit_entries where number > 3",
      "update audit_heads set number = 3, hash = (select hash from audit_entries where number = 3)",
    );
    await record(database, ...Array.from({ length: 4 }, () => keyMade({ at: NOW + DAY })));
    expect(await verifyAudit(database)).toMatchObject([{ entries: 7, fault: null }]);
    expect(await verifyAudit(database, await readNotedHeads(heads))).toMatchObject([
      { fault: { number: 5, kind: "not_as_noted" } },
    ]);
  });
});

describe("the file with where chains are", () => {
  test("follows the log, also past what retention removes", async () => {
    const { database, heads } = await tamper();
    const keep = keepAudit({ database, headsPath: heads, days: 1, log: silentLog });
    await keep(NOW + 3 * DAY);
    await record(database, keyMade({ at: NOW + 3 * DAY }));
    await keep(null);
    const [noted] = await readNotedHeads(heads);
    expect(noted).toMatchObject({ organization: "ours", number: 6 });
    expect(await verifyAudit(database, await readNotedHeads(heads))).toMatchObject([
      { entries: 1, fault: null },
    ]);
  });

  test("stays as it was once the log has left it, and that is reported once", async () => {
    const { database, heads } = await tamper(
      "delete from audit_entries where number > 3",
      "update audit_heads set number = 3, hash = (select hash from audit_entries where number = 3)",
    );
    const errors: unknown[] = [];
    const log = { ...silentLog, error: (_: string, fields: unknown) => void errors.push(fields) };
    const keep = keepAudit({ database, headsPath: heads, days: 400, log });
    await keep(NOW);
    await keep(NOW);
    expect(errors).toEqual([{ organization: "ours", number: 5 }]);
    expect(await readNotedHeads(heads)).toMatchObject([{ number: 5 }]);
  });

  test("that is damaged is named", async () => {
    const { heads } = await tamper();
    writeFileSync(heads, "[{");
    await expect(readNotedHeads(heads)).rejects.toThrow("does not say where the audit log was");
  });
});
