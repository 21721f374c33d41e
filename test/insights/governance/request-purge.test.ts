/** Purges that are asked for at the same time: the journal of none of them is lost. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../../src/database/open.ts";
import { openPrepared } from "../../database/prepared.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { developerToBind } from "../../../src/identity/developers/directory.ts";
import { createOrganization } from "../../../src/identity/organizations/organization.ts";
import { readJournal } from "../../../src/insights/governance/journal-file.ts";
import { requestPurge } from "../../../src/insights/governance/request-purge.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";

const PEOPLE = ["ada", "bram", "cleo", "dora", "emil"].map((name) => `${name}@example.com`);

const directory = mkdtempSync(join(tmpdir(), "request-purge-"));
const journalPath = join(directory, "purges.jsonl");
let database: Database;
let organizationId = "";

beforeAll(async () => {
  database = await openPrepared(join(directory, "scoring.db"));
  await inTransaction(database, "full", async (transaction) => {
    const made = await createOrganization(transaction, "acme", systemClock());
    if (!made.ok) throw new Error("the organization exists");
    organizationId = made.value.id;
    for (const idOrEmail of PEOPLE) await developerToBind(transaction, { organizationId, idOrEmail });
  });
});

afterAll(async () => {
  await database.destroy();
  rmSync(directory, { recursive: true });
});

describe("purges that are asked for at the same time", () => {
  test("are all in the journal's file", async () => {
    const parts = { database, clock: systemClock, journalPath };
    const asked = PEOPLE.map((developer) =>
      requestPurge(parts, { organizationId, developer, now: systemClock() }),
    );
    const begun = (await Promise.all(asked)).flatMap((answer) => (answer.ok ? [answer.value.id] : []));
    expect(begun).toHaveLength(PEOPLE.length);
    expect((await readJournal(journalPath)).map(({ id }) => id).toSorted()).toEqual(begun.toSorted());
  });
});
