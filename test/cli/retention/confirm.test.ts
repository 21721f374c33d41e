/** `scoring retention confirm`, as a person runs it while the server is stopped and while it serves. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dropTables, TABLE_SETS } from "../../../src/database/table.ts";
import { tables } from "../../../src/database/table-shape.ts";
import { STATUS_ANSWER } from "../../../src/http/self/status-answer.ts";
import { localStores, openDatabaseOf } from "../../../src/stores.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import {
  CLOCK_DOUBTS,
  LAST_ARRIVAL,
  readLastArrival,
  saveDoubt,
  saveLastArrival,
} from "../../../src/writer/arrivals/doubts-table.ts";
import { startTestAppliance } from "../../appliance/running.ts";
import { eventually } from "../../eventually.ts";
import { writingTo } from "../../appliance/at-rest.ts";
import { dataDirectory } from "../command-line.ts";
import { scoring } from "../in-process.ts";

const DOUBT = {
  firstSequence: 1,
  lastSequence: null,
  reason: "past_last_arrival",
  comparedWith: systemClock() - 21 * DAY,
  beganAt: systemClock(),
  endedAt: null,
  lookedAt: systemClock(),
  ranMs: 0,
  agreeing: 0,
  disagreeing: 0,
} as const;

function confirm(directory: string) {
  return scoring(["retention", "confirm", "--data-dir", directory, "--json"]);
}

describe("scoring retention confirm", () => {
  test("says what to start where there is no database, or an earlier version's", async () => {
    const empty = mkdtempSync(join(tmpdir(), "empty-"));
    expect(await confirm(empty)).toMatchObject({
      code: 1,
      err: expect.stringContaining("Start the server once"),
    });
    const { directory } = await dataDirectory();
    await writingTo(directory, async (database) => {
      await tables(database, TABLE_SETS).deleteFrom("table_sets").where("name", "=", "arrivals").execute();
      await dropTables(database, [LAST_ARRIVAL, CLOCK_DOUBTS]);
    });
    expect(await confirm(directory)).toMatchObject({
      code: 1,
      err: expect.stringContaining("an earlier version wrote this data directory"),
    });
    const beside = ["--data-dir", directory, "--listen", "127.0.0.1:1"];
    expect((await scoring(["status", ...beside])).out).toContain("Every record is accounted for");
    expect((await scoring(["doctor", ...beside])).out).not.toContain("retention");
    rmSync(empty, { recursive: true });
  });

  test("says that nothing waited, and lets the next start believe the clock", async () => {
    const { directory } = await dataDirectory();
    await writingTo(directory, (database) => saveLastArrival(database, systemClock() - 21 * DAY));
    const { code, out } = await confirm(directory);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ waited: null });
    const database = openDatabaseOf(localStores(directory), "read");
    expect(await readLastArrival(database)).toBeGreaterThan(systemClock() - DAY);
    await database.destroy();
  });

  test("ends what status and doctor say of a stopped server", async () => {
    const { directory } = await dataDirectory();
    await writingTo(directory, (database) => saveDoubt(database, DOUBT));
    const beside = ["--data-dir", directory, "--listen", "127.0.0.1:1"];
    for (const command of ["status", "doctor"])
      expect((await scoring([command, ...beside])).out.replaceAll(/\s+/g, " ")).toContain(
        "scoring retention confirm",
      );
    expect(JSON.parse((await scoring(["status", ...beside, "--json"])).out)).toMatchObject({
      expiryWaits: { reason: "past_last_arrival", agreedHours: 0 },
    });
    expect(JSON.parse((await confirm(directory)).out)).toMatchObject({
      waited: { reason: "past_last_arrival" },
    });
    for (const command of ["status", "doctor"])
      expect((await scoring([command, ...beside])).out).not.toContain("retention confirm");
  });
});

describe("a server that starts three weeks after the last arrival", () => {
  test("says that old records stay, in its status and measurements, until the clock is confirmed", async () => {
    const directory = join(mkdtempSync(join(tmpdir(), "waits-")), "data");
    await (await startTestAppliance({ directory })).stop();
    await writingTo(directory, (database) => saveLastArrival(database, systemClock() - 21 * DAY));
    const appliance = await startTestAppliance({ directory });
    const { admin } = await appliance.addOrganization();
    // both leave out what a slow database does not say in time
    const untilStatus = (reason: string | null) =>
      eventually(async () => {
        const answer = await (await appliance.get("/v1/admin/status", admin)).json();
        const { unanswered, expiryWaits } = STATUS_ANSWER.parse(answer);
        return unanswered.length === 0 && (expiryWaits?.reason ?? null) === reason;
      });
    const untilMeasured = (line: string) =>
      eventually(async () => (await (await appliance.get("/metrics", admin)).text()).includes(line));
    await untilStatus("past_last_arrival");
    await untilMeasured("scoring_expiry_waiting 1");
    expect((await confirm(directory)).code).toBe(0);
    await untilStatus(null);
    await untilMeasured("scoring_expiry_waiting 0");
    await appliance.stop();
  });
});
