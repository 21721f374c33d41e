/** Days of throttling: kept once they are over, and computed from their rows whenever those changed. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import {
  daysIn,
  emptyEveryDay,
  emptyOthers,
  readKeptDays,
} from "../../../src/database/days/kept-days-table.ts";
import type { Database } from "../../../src/database/open.ts";
import { openPrepared } from "../../database/prepared.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { keepNextDay } from "../../../src/insights/throttle/keep-days.ts";
import { listThrottle } from "../../../src/insights/throttle/list-throttle.ts";
import { KEPT_TROUBLE } from "../../../src/insights/throttle/read-days.ts";
import { emptyTroubleDays, TROUBLE_DAYS } from "../../../src/stalls/changed-days-table.ts";
import { callHourRows, saveCallHours } from "../../../src/turns/latency/call-hours-table.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../../src/vocabulary/units.ts";
import { named } from "../../session-names.ts";

const ORGANIZATION = "acme";
const FIRST = 20_740;
const LAST = FIRST + 19;
const NOW = (LAST + 1) * DAY + HOUR;
const ASKED = {
  scope: { organizationId: ORGANIZATION, onlyDeveloper: null },
  from: FIRST * DAY,
  to: NOW,
  developer: null,
};

const directory = mkdtempSync(join(tmpdir(), "throttle-days-"));
let database: Database;

beforeAll(async () => {
  database = await openPrepared(join(directory, "scoring.db"));
  for (let day = FIRST; day <= LAST; day += 1) await saveCalls(day, day === LAST ? 30 : 6);
});

afterAll(async () => {
  await database.destroy();
  rmSync(directory, { recursive: true });
});

/** Forty calls of one developer; ten take so many seconds. */
async function saveCalls(day: number, seconds: number): Promise<void> {
  const hour = day * DAY + 9 * HOUR;
  const calls = Array.from({ length: 40 }, (_, index) => ({
    startedAt: hour + index * MINUTE,
    failed: false,
    durationMs: (index >= 20 && index < 30 ? seconds : 5 + (index % 3)) * SECOND,
    output: 400 + (index % 7) * 20,
    uncached: 900,
    status: null,
  }));
  const session = { organization: ORGANIZATION, session: named(`0123456789abcdef:${day}`), developer: "ada" };
  await inTransaction(database, "normal", async (transaction) => {
    const rows = callHourRows([{ ...session, hours: [{ hour, model: "model-a", calls }] }]);
    const changed = await saveCallHours(transaction, [session], rows);
    await emptyTroubleDays(
      transaction,
      changed.map((row) => ({ organization: ORGANIZATION, at: row.hour })),
    );
  });
}

async function keepAll(now = NOW): Promise<number> {
  let kept = 0;
  while (await keepNextDay(database, now)) kept += 1;
  return kept;
}

/** Which days are kept, the first counting 0. */
async function keptDays(): Promise<number[]> {
  const range = { organization: ORGANIZATION, from: FIRST, to: LAST + 1 };
  return daysIn(await readKeptDays(database, KEPT_TROUBLE, range)).map(([day]) => day - FIRST);
}

const ALL = Array.from({ length: 20 }, (_, day) => day);

describe("days of throttling", () => {
  test("answer the same before they are kept and after", async () => {
    const before = await listThrottle(database, ASKED);
    expect(before.events).toHaveLength(1);
    expect(await keptDays()).toEqual([]);
    expect(await keepAll()).toBe(20);
    expect(await keptDays()).toEqual(ALL);
    expect(await listThrottle(database, ASKED)).toEqual(before);
  });

  test("are not kept before they are over", async () => {
    await saveCalls(LAST, 31);
    expect(await keepAll(LAST * DAY + 12 * HOUR)).toBe(0);
    expect(await keptDays()).toEqual(ALL.slice(0, -1));
    await saveCalls(LAST, 30);
    await keepAll();
  });

  test("are rebuilt after a change, and those that rest on them too, which answer meanwhile", async () => {
    await saveCalls(FIRST + 2, 40);
    expect(await keptDays()).toEqual(ALL.filter((day) => day !== 2));
    expect((await listThrottle(database, ASKED)).events).toHaveLength(2);
    expect(await keepAll()).toBe(15);
    expect((await listThrottle(database, ASKED)).events).toHaveLength(2);
  });

  test("are not kept again when the same is saved again", async () => {
    await keepAll();
    await saveCalls(FIRST + 2, 40);
    expect(await keepAll()).toBe(0);
  });

  test("are emptied all at once, and by other formulas", async () => {
    await inTransaction(database, "normal", (transaction) =>
      emptyEveryDay(transaction, TROUBLE_DAYS, ORGANIZATION),
    );
    expect(await keptDays()).toEqual([]);
    await keepAll();
    expect(await keptDays()).toEqual(ALL);
    const before = await listThrottle(database, ASKED);
    await sql`update trouble_days set packed = '{}', packed_by = 'before'`.execute(database);
    expect(await keptDays()).toEqual([]);
    expect(await listThrottle(database, ASKED)).toEqual(before);
    await emptyOthers(database, KEPT_TROUBLE);
    expect(await keepAll()).toBe(20);
    expect(await listThrottle(database, ASKED)).toEqual(before);
  });
});
