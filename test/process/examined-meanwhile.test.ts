/** Engines share a database: what one of them has examined again is not skipped by another that was at later records. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { forgetDerived, prepareDatabase } from "../../src/appliance/rebuild/forget-derived.ts";
import { readFigures } from "../../src/books/books-table.ts";
import { findUnexamined, saveExamined } from "../../src/books/examined-table.ts";
import { addToBooks } from "../../src/books/progress-table.ts";
import { isFaultOfTheWork } from "../../src/database/engine.ts";
import type { Database } from "../../src/database/open.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { insertOrganization } from "../../src/identity/organizations/table.ts";
import { openPostgres } from "../database/postgres/open-postgres.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../engines/postgres.ts";
import { eventually } from "../eventually.ts";
import { isSkipped } from "../skipped.ts";
import { wholeSchema } from "../whole-schema.ts";

const found = findPostgres();
const missing = "missing" in found ? found.missing : "";

describe.skipIf(isSkipped(missing === "", missing))("where engines share a database", () => {
  let server: PostgresServer;
  let one: Database;
  let other: Database;
  /** One that waits for neither of them. */
  let watching: Database;

  beforeAll(async () => {
    if ("programs" in found) server = await startPostgres(found.programs);
    [one, other] = [openPostgres(server), openPostgres(server)];
    watching = openPostgres(server, "read");
    await prepareDatabase(one);
    await inTransaction(one, "full", (transaction) =>
      insertOrganization(transaction, { id: "o", name: "o", secret: "s", createdAt: 0 }),
    );
    for (const number of [1, 2, 3]) await addObject(number);
    await addToBooks(one, "persisted", { frames: 3, records: 30 });
  }, 600_000);

  afterAll(async () => {
    await one?.destroy();
    await other?.destroy();
    await watching?.destroy();
    await server?.stop();
  });

  test("later records are not examined before earlier ones", async () => {
    const refusal = await examine(2).catch((error: unknown) => error);
    expect(String(refusal)).toContain("they come first");
    expect(isFaultOfTheWork(one, refusal)).toBe(false);
    expect(await next()).toBe(10);
    expect(await balanced()).toBe(true);
    await examine(1);
    await examine(2);
    expect(await next()).toBe(30);
  });

  test("what is forgotten while another engine saves is examined again from the start", async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const { promise: hasForgotten, resolve: say } = Promise.withResolvers<void>();
    const forgetting = inTransaction(one, "full", async (transaction) => {
      await forgetDerived(transaction);
      say();
      await isOver;
    });
    await hasForgotten;
    const examining = examine(3).catch((error: unknown) => error);
    await eventually(isAnybodyWaiting);
    end();
    await forgetting;
    expect(String(await examining)).toContain("they come first");
    expect(await next()).toBe(10);
    expect(await balanced()).toBe(true);
  });

  async function addObject(number: number): Promise<void> {
    await wholeSchema(one)
      .insertInto("objects")
      .values({
        number,
        key: `object ${number}`,
        organization: "o",
        signal: "logs",
        first_sequence: 10 * number - 9,
        last_sequence: 10 * number,
        arrived_at: 0,
        bytes: 1,
        records: 10,
      })
      .execute();
  }

  /** As an engine ends what it examined. */
  async function examine(number: number): Promise<void> {
    await inTransaction(other, "normal", async (transaction) => {
      await addToBooks(transaction, "examined", { frames: 0, records: 10 });
      await saveExamined(transaction, ["o"], { streamCreatedAt: "", sequence: 10 * number });
    });
  }

  async function next(): Promise<number | undefined> {
    return (await findUnexamined(one))[0]?.lastSequence;
  }

  async function balanced(): Promise<boolean> {
    const { persisted, examined, pending } = await readFigures(one);
    return persisted.records === examined.records + pending.records;
  }

  async function isAnybodyWaiting(): Promise<boolean> {
    const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(
      watching,
    );
    return rows.length > 0;
  }
});
