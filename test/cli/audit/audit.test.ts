/** What commands do is in the audit log; the log is listed, exported and verified by commands. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery } from "kysely";
import { noteHeads } from "../../../src/audit/noted-heads.ts";
import type { AuditEntryAnswer } from "../../../src/identity/audit/audit-answer.ts";
import { dropTables, TABLE_SETS } from "../../../src/database/table.ts";
import { tables } from "../../../src/database/table-shape.ts";
import { auditTables } from "../../../src/audit/audit-table.ts";
import { writingTo } from "../../appliance/at-rest.ts";
import { dataDirectory } from "../command-line.ts";
import { scoring } from "../in-process.ts";

async function list(directory: string, ...flags: string[]): Promise<AuditEntryAnswer[]> {
  const { code, out } = await scoring(["audit", "list", "--data-dir", directory, "--json", ...flags]);
  expect(code).toBe(0);
  return (JSON.parse(out) as { entries: AuditEntryAnswer[] }).entries;
}

/** A data directory in which three keys were made. */
async function withKeys(): Promise<string> {
  const { directory } = await dataDirectory();
  for (const name of ["one", "two", "three"])
    expect((await scoring(["keys", "create", "--name", name, "--data-dir", directory])).code).toBe(0);
  return directory;
}

const verify = (directory: string, ...flags: string[]) =>
  scoring(["verify", "--data-dir", directory, ...flags]);

/** Changes the log as somebody may who may write the database's file. */
function tamper(directory: string, ...statements: readonly string[]): Promise<void> {
  return writingTo(directory, async (database) => {
    for (const name of ["stay", "remain", "follow"])
      await database.executeQuery(CompiledQuery.raw(`drop trigger if exists audit_entries_${name}`));
    for (const statement of statements) await database.executeQuery(CompiledQuery.raw(statement));
  });
}

describe("what a command does", () => {
  test("is in the log, with the system's user", async () => {
    const { directory } = await dataDirectory();
    const beside = ["--data-dir", directory];
    const made = await scoring(["keys", "create", "--name", "laptop", "--json", ...beside]);
    const { id } = JSON.parse(made.out) as { id: string };
    await scoring(["keys", "revoke", id, ...beside]);
    await scoring(["accounts", "create", "ada@example.com", ...beside]);
    await scoring(["accounts", "change", "ada@example.com", "--role", "admin", ...beside]);
    await scoring(["accounts", "end", "ada@example.com", ...beside]);
    const entries = await list(directory);
    expect(entries.map(({ action }) => action)).toEqual([
      "account_ended",
      "account_changed",
      "account_made",
      "key_revoked",
      "key_made",
    ]);
    for (const { actor, from } of entries) expect([actor.kind, from]).toEqual(["command_line", null]);
    expect(entries.at(-1)).toMatchObject({
      target: { kind: "key", name: "laptop" },
      details: { role: "member" },
    });
    expect(entries[0]?.target).toMatchObject({ kind: "account", name: "ada@example.com" });
  });

  test("is there for a backup and an export of the log, and for nothing that failed", async () => {
    const directory = await withKeys();
    const file = join(mkdtempSync(join(tmpdir(), "backup-")), "scoring.tar");
    expect((await scoring(["backup", file, "--data-dir", directory])).code).toBe(0);
    expect((await scoring(["audit", "export", "--data-dir", directory])).code).toBe(0);
    expect((await scoring(["keys", "revoke", "no-such-key", "--data-dir", directory])).code).toBe(1);
    const [exported, backup] = await list(directory);
    expect(exported).toMatchObject({ action: "audit_exported", details: { entries: 4 } });
    expect(backup).toMatchObject({ chain: "server", action: "backup_made" });
  });

  test("is not recorded where an earlier version wrote the directory, and is done all the same", async () => {
    const { directory } = await dataDirectory();
    await writingTo(directory, async (database) => {
      await tables(database, TABLE_SETS).deleteFrom("table_sets").where("name", "=", "audit").execute();
      await dropTables(database, auditTables.tables);
    });
    expect((await scoring(["keys", "create", "--data-dir", directory])).code).toBe(0);
    expect(await list(directory)).toEqual([]);
    expect((await verify(directory)).out).not.toContain("audit log");
  });
});

describe("scoring audit list", () => {
  test("is filtered by action, and refuses what it does not know", async () => {
    const directory = await withKeys();
    expect(await list(directory, "--action", "key_made", "--limit", "2")).toHaveLength(2);
    expect(await list(directory, "--action", "key_revoked")).toEqual([]);
    const beside = ["--data-dir", directory];
    expect((await scoring(["audit", "list", "--action", "nothing", ...beside])).code).toBe(2);
    expect((await scoring(["audit", "list", "--limit", "0", ...beside])).code).toBe(2);
    const { out } = await scoring(["audit", "list", ...beside]);
    expect(out).toContain("Made a key");
    expect(out).toContain("key three, role: member");
  });
});

describe("scoring verify", () => {
  test("says of each chain how many entries it has and where it ends", async () => {
    const directory = await withKeys();
    const { code, out } = await verify(directory);
    expect(out).toContain("3 entries in an unbroken chain; the last is 3");
    expect(code).toBe(0);
  });

  test("names the first broken entry, and what is wrong with it", async () => {
    const directory = await withKeys();
    await tamper(directory, "update audit_entries set result = 'refused' where number = 2");
    const { code, out } = await verify(directory);
    expect(out.replaceAll(/\s+/g, " ")).toContain("is broken at entry 2: it was changed");
    expect(code).toBe(1);
  });

  test("finds one changed byte of the file", async () => {
    const directory = await withKeys();
    const path = join(directory, "scoring.db");
    const bytes = readFileSync(path);
    const place = bytes.lastIndexOf(`"role":"member"`);
    expect(place).toBeGreaterThan(0);
    bytes[place + 8] = (bytes[place + 8] ?? 0) ^ 2;
    writeFileSync(path, bytes);
    const { code, out } = await verify(directory);
    expect(out).toContain("is broken at entry");
    expect(code).toBe(1);
  });

  test("finds a cut end by the file with where the log was, and by an exported log", async () => {
    const directory = await withKeys();
    const exported = join(directory, "exported.jsonl");
    writeFileSync(exported, (await scoring(["audit", "export", "--data-dir", directory])).out);
    await writingTo(directory, async (database) => {
      await noteHeads(database, join(directory, "audit-heads.json"));
    });
    expect((await verify(directory, "--log", exported)).code).toBe(0);
    await tamper(
      directory,
      "delete from audit_entries where number > 1",
      "update audit_heads set number = 1, hash = (select hash from audit_entries where number = 1)",
    );
    const noted = await verify(directory);
    expect(noted.out.replaceAll(/\s+/g, " ")).toContain(
      "broken at entry 2: it and all later ones were removed",
    );
    writeFileSync(join(directory, "audit-heads.json"), "[]");
    expect((await verify(directory)).code).toBe(0);
    expect((await verify(directory, "--log", exported)).code).toBe(1);
    writeFileSync(exported, "not JSON Lines\n");
    expect((await verify(directory, "--log", exported)).err).toContain(
      "is no audit log that scoring exported",
    );
  });

  test("follows the log of a backup too", async () => {
    const directory = await withKeys();
    const folder = mkdtempSync(join(tmpdir(), "backup-"));
    const sound = join(folder, "sound.tar");
    await scoring(["backup", sound, "--data-dir", directory]);
    const verified = await scoring(["verify", sound, "--json"]);
    expect(JSON.parse(verified.out)).toMatchObject({ audit: [{ number: 3 }] });
    await tamper(directory, "delete from audit_entries where number = 2");
    const broken = join(folder, "broken.tar");
    await scoring(["backup", broken, "--data-dir", directory]);
    const { code, err } = await scoring(["verify", broken]);
    expect(err).toContain("is broken at entry 2: it was removed");
    expect(code).toBe(1);
    expect((await scoring(["verify", sound, "--log", "x"])).code).toBe(2);
  });
});
