import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { makeFirstKeys } from "../../src/appliance/keys/open-keys.ts";
import { prepareDatabase } from "../../src/appliance/rebuild/forget-derived.ts";
import { onChange } from "../../src/database/changes.ts";
import { text } from "../../src/database/columns.ts";
import { type Database, isUnreachable, openServerDatabase } from "../../src/database/open.ts";
import { createTable, declareTable, tables } from "../../src/database/table-shape.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { SETTINGS } from "../../src/settings/schema.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../engines/postgres.ts";
import { startTcpProxy } from "../engines/tcp-proxy.ts";
import { eventually } from "../eventually.ts";
import { isSkipped } from "../skipped.ts";
import { addDatabase } from "../database/postgres/open-postgres.ts";

const WORDS = declareTable("words", { said: text() });

const found = findPostgres();
const missing = "missing" in found ? found.missing : "";

describe.skipIf(isSkipped(missing === "", missing))("a connection to PostgreSQL", () => {
  let server: PostgresServer;
  let database: string;
  const open = (node: string, mode: "write" | "engine" | "read") =>
    openDatabaseOf({ ...localStores("."), database, nodeName: node, requestDeadlineMs: 5_000 }, mode);

  beforeAll(async () => {
    if ("programs" in found) server = await startPostgres(found.programs, { addresses: "127.0.0.1" });
    database = await addDatabase(server);
    const writing = open("a", "write");
    await inTransaction(writing, "full", (transaction) => createTable(transaction, WORDS));
    await prepareDatabase(writing);
    await writing.destroy();
  }, 600_000);

  afterAll(() => server?.stop());

  test("that reads ends what takes too long, refuses to write, and goes on", async () => {
    const reading = open("a", "read");
    await expect(sql`select pg_sleep(60)`.execute(reading)).rejects.toThrow("statement timeout");
    const words = tables(reading, WORDS);
    await expect(words.insertInto("words").values({ said: "no" }).execute()).rejects.toThrow("read-only");
    expect(await words.selectFrom("words").selectAll().execute()).toEqual([]);
    await reading.destroy();
  });

  test("orders texts by their bytes, and keeps one with a character that it does not take", async () => {
    const writing = open("a", "engine");
    const words = tables(writing, WORDS);
    await words
      .insertInto("words")
      .values(["b", "a", "B", "é", "nul\0"].map((said) => ({ said })))
      .execute();
    const rows = await words.selectFrom("words").select("said").orderBy("said").execute();
    expect(rows.map(({ said }) => said)).toEqual(["B", "a", "b", "nul\uFFFD", "é"]);
    await writing.destroy();
  });

  test("hears what another node has committed, also after it was cut", async () => {
    const [hearing, other] = [open("a", "read"), open("b", "engine")];
    let heard = 0;
    await onChange(hearing, () => (heard += 1));
    const add = () =>
      inTransaction(other, "normal", (transaction) =>
        tables(transaction, WORDS).insertInto("words").values({ said: "more" }).execute(),
      );
    const isHeardAgain = async (work: () => Promise<unknown>) => {
      const before = heard;
      await work();
      await eventually(async () => heard > before);
    };
    await isHeardAgain(add);
    await isHeardAgain(async () => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'scoring all a'`.execute(other);
      // whoever uses the connection again makes it again, and may have missed something
      await eventually(() =>
        sql`select 1`.execute(hearing).then(
          () => true,
          () => false,
        ),
      );
    });
    await isHeardAgain(add);
    await hearing.destroy();
    await other.destroy();
  });

  test("that gets no answer waits as long as the server works, and no longer", async () => {
    const proxy = await startTcpProxy({ port: server.port });
    const place = { ca: null, applicationName: "tests", node: "a", readWithin: 60_000, silence: 6_000 };
    const [silent, slow] = [proxy.port, server.port].map((port) =>
      openServerDatabase({ ...place, url: `postgres://tests@127.0.0.1:${port}/postgres` }, "engine"),
    ) as [Database, Database];
    await sql`select 1`.execute(silent);
    proxy.stall();
    const [lost, waited] = await Promise.allSettled([
      sql`select 1`.execute(silent),
      sql`select pg_sleep(8)`.execute(slow),
    ]);
    expect(lost.status === "rejected" && isUnreachable(lost.reason)).toBe(true);
    expect(waited.status).toBe("fulfilled");
    await proxy.heal();
    await eventually(() =>
      sql`select 1`.execute(silent).then(
        () => true,
        () => false,
      ),
    );
    for (const each of [silent, slow]) await each.destroy();
    await proxy.stop();
  });

  test("makes the first keys once, whoever starts at the same time", async () => {
    const settings = ["a", "b", "c"].map((nodeName) =>
      SETTINGS.parse({ dataDir: mkdtempSync(join(tmpdir(), "first-")), database, nodeName }),
    );
    const made = await Promise.all(settings.map((each) => makeFirstKeys(each, systemClock)));
    expect(made.filter((keys) => keys !== null)).toHaveLength(1);
  });
});
