import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFigures } from "../../src/books/books-table.ts";
import { joinPositions } from "../../src/books/join-positions-table.ts";
import { readPosition, setInBooks } from "../../src/books/progress-table.ts";
import { listObject } from "../../src/catalogue/table.ts";
import type { Database } from "../../src/database/open.ts";
import { openPrepared } from "../database/prepared.ts";
import { wholeSchema } from "../whole-schema.ts";

let database: Database;

beforeEach(async () => {
  database = await openPrepared(join(mkdtempSync(join(tmpdir(), "positions-")), "scoring.db"));
  for (const [organization, sequence] of [
    ["a", 1],
    ["b", 2],
    ["a", 3],
    ["b", 4],
  ] as const)
    await listObject(database, {
      key: `${organization}-${sequence}`,
      organization,
      signal: "logs",
      firstSequence: sequence,
      lastSequence: sequence,
      arrivedAt: sequence,
      bytes: 1,
      records: 10,
      frames: [],
    });
  await setInBooks(database, "persisted", { frames: 4, records: 40 });
});

afterEach(() => database.destroy());

describe("the position when several engines have examined", () => {
  test("is that of its newest object when all were examined", async () => {
    expect(await joined({ a: 3, b: 4 })).toEqual({ sequence: 4, examined: 40 });
  });

  test("is where the organization was that is furthest behind", async () => {
    expect(await joined({ a: 1, b: 4 })).toEqual({ sequence: 1, examined: 10 });
  });

  test("is where an organization began of which nothing is examined", async () => {
    expect(await joined({ a: 3 })).toEqual({ sequence: 0, examined: 0 });
  });

  test("stays where one engine had the database for itself", async () => {
    expect(await joined({})).toEqual({ sequence: null, examined: 0 });
  });
});

/** @param positions - By organization. */
async function joined(
  positions: Record<string, number>,
): Promise<{ sequence: number | null; examined: number }> {
  for (const [organization, sequence] of Object.entries(positions))
    await wholeSchema(database).insertInto("examined").values({ organization, sequence }).execute();
  await joinPositions(database);
  const { examined } = await readFigures(database);
  return {
    sequence: (await readPosition(database, "normaliser"))?.sequence ?? null,
    examined: examined.records,
  };
}
