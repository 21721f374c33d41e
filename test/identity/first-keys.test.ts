import { beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../src/database/open.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { writeFirstKeys } from "../../src/identity/first-keys-file.ts";
import { createFirstKeys } from "../../src/identity/first-keys.ts";
import { hashKey } from "../../src/identity/keys/key.ts";
import { selectKeyByHash } from "../../src/identity/keys/table.ts";
import { NOW, openIdentity } from "./identity-database.ts";

let database: Database;
let path = "";

beforeEach(async () => {
  database = await openIdentity();
  path = join(mkdtempSync(join(tmpdir(), "first-keys-")), "first-keys");
});

/** What a start does; `beforeCommit` is what happens last before the keys are in force. */
function begin(beforeCommit: () => void): Promise<void> {
  return inTransaction(database, "full", async (transaction) => {
    const keys = await createFirstKeys(transaction, "ada", NOW);
    if (keys !== null) await writeFirstKeys(path, keys);
    beforeCommit();
  });
}

/** The keys in the file that are in force. */
async function inForce(): Promise<string[]> {
  const keys = readFileSync(path, "utf8").match(/scoring_\w+/g) ?? [];
  const records = await Promise.all(keys.map((key) => selectKeyByHash(database, hashKey(key))));
  return records.flatMap((record) => (record === null ? [] : [record.role]));
}

describe("the first keys", () => {
  test("are in the file before they are in force, and an attempt that ended there is replaced", async () => {
    const cut = begin(() => {
      throw new Error("the power is gone");
    });
    expect(cut).rejects.toThrow("the power is gone");
    await cut.catch(() => {});
    expect(await inForce()).toEqual([]);
    await begin(() => {});
    expect(await inForce()).toEqual(["admin", "member"]);
  });

  test("are made once: a later start leaves the file as it is", async () => {
    await begin(() => {});
    const written = readFileSync(path, "utf8");
    await begin(() => {});
    expect(readFileSync(path, "utf8")).toBe(written);
  });

  test("can be read by their owner only, whatever an attempt before left there", async () => {
    for (const left of [path, `${path}.unfinished`]) writeFileSync(left, "left behind", { mode: 0o644 });
    await begin(() => {});
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await inForce()).toEqual(["admin", "member"]);
  });
});
