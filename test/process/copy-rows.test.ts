import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { prepareDatabase } from "../../src/appliance/rebuild/forget-derived.ts";
import { ALL_TABLES } from "../../src/appliance/tables.ts";
import type { TableShape } from "../../src/database/columns.ts";
import { beginCopy, copyRows, endCopy, stateOfTarget } from "../../src/database/copying/copy-rows.ts";
import type { Database } from "../../src/database/engine.ts";
import { leaseTables } from "../../src/database/leases/leases-table.ts";
import { openDatabase } from "../../src/database/open.ts";
import { onSnapshot } from "../../src/database/transaction.ts";
import { readAllRows } from "../all-rows.ts";
import { startScoring } from "../cli/command-line.ts";
import { addRareRows, captureRows } from "../database/postgres/captured-rows.ts";
import { openPostgres, postgresUrl } from "../database/postgres/open-postgres.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../engines/postgres.ts";
import { isSkipped } from "../skipped.ts";

/** Which engines run now is copied nowhere. */
const TABLES = ALL_TABLES.filter(({ name }) => name !== leaseTables.name).flatMap<TableShape>(
  (set) => set.tables,
);
/** The move itself is an entry, which the directory's own log does not have. */
const OF_THE_MOVE = ["audit_entries", "audit_heads", "audit_subjects"];
/** Many more with SCORING_TEST_KILLS. */
const KILLS = Number(Bun.env["SCORING_TEST_KILLS"] ?? 3);
const found = findPostgres();
const missing = "missing" in found ? found.missing : "";

describe.skipIf(isSkipped(missing === "", missing))("all rows", () => {
  const folder = mkdtempSync(join(tmpdir(), "copied-"));
  let server: PostgresServer;
  let sqlite: Database;
  let postgres: Database;
  let directory: string;

  beforeAll(async () => {
    const path = await captureRows(folder);
    directory = dirname(path);
    sqlite = openDatabase(path, "write");
    await addRareRows(sqlite);
    if ("programs" in found) server = await startPostgres(found.programs);
    postgres = openPostgres(server);
  }, 600_000);

  afterAll(async () => {
    await sqlite.destroy();
    await postgres?.destroy();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("are all there when a migration that is killed again and again has ended", async () => {
    await sqlite.destroy(); // the identity of the directory is that of a file that nobody has open
    let rows = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const child = migrating(directory, server);
      rows = await untilMoreRows(postgres, rows, child.exited);
      child.kill("SIGKILL");
      await child.exited;
    }
    const child = migrating(directory, server);
    expect(await child.stderr.text()).toBe("");
    expect(await child.stdout.text()).toContain("is the same on both sides");
    sqlite = openDatabase(join(directory, "scoring.db"), "read");
    const [moved, there] = [await rowsOf(postgres), await rowsOf(sqlite)];
    expect(moved["audit_entries"]).toEqual([expect.stringContaining('"action":"appliance_moved"')]);
    for (const name of OF_THE_MOVE) moved[name] = there[name] ?? [];
    expect(moved).toEqual(there);
  });

  test("come back the same", async () => {
    const back = openDatabase(join(folder, "back.db"), "write");
    await onSnapshot(postgres, (snapshot) => copy(snapshot, back));
    expect(await rowsOf(back)).toEqual(await rowsOf(postgres));
    await back.destroy();
  });
});

function migrating(directory: string, server: PostgresServer) {
  return startScoring(["migrate", "--from", directory, "--data-dir", directory], {
    SCORING_DATABASE: postgresUrl(server),
  });
}

/** Waits until more tables are there than before, or the migration is over. */
async function untilMoreRows(postgres: Database, before: number, over: Promise<number>): Promise<number> {
  let isOver = false;
  void over.then(() => (isOver = true));
  for (;;) {
    const marks = await readAllRows(postgres, "copy_marks").catch(() => []);
    if (marks.length > before || isOver) return marks.length;
    await Bun.sleep(1);
  }
}

async function copy(source: Database, target: Database): Promise<void> {
  expect(await stateOfTarget(target, "this")).toBe("new");
  await beginCopy(target, { tables: TABLES, identity: "this" }, (transaction) =>
    prepareDatabase(transaction),
  );
  expect(await stateOfTarget(target, "this")).toBe("goes_on");
  expect(await stateOfTarget(target, "other")).toBe("of_another_source");
  await copyRows({ source, target, tables: TABLES, report: () => {} });
  await endCopy(target, async () => {});
  expect(await stateOfTarget(target, "this")).toBe("in_use");
}

async function rowsOf(database: Database): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const { name } of TABLES) rows[name] = await readAllRows(database, name);
  return rows;
}
