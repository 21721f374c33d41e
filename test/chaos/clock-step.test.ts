import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scoring } from "../cli/in-process.ts";
import { eventually, removeFolders, startServed, unusedDirectory } from "./served.ts";
import { isSkipped } from "../skipped.ts";

afterAll(removeFolders);

/** Where Debian and its relatives put it. */
const LIBRARY = [
  "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
  "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
].find((path) => existsSync(path));

/**
 * So that the program does not begin anew: libfaketime keeps its lock over that, and a thread that held it is gone. One
 * start in twenty waited for ever.
 */
const STARTS_ONCE = {
  MIMALLOC_PURGE_DELAY: "1000",
  MIMALLOC_PURGE_HOLES_MIN_INTERVAL: "5000",
  BUN_GC_TIMER_INTERVAL: "5000",
  BUN_JSC_forceRAMSize: "1073741824",
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: "1000000",
  BUN_JSC_thresholdForFTLOptimizeSoon: "1000000",
};

function hoursIn(directory: string): Set<string> {
  const entries = readdirSync(join(directory, "objects"), { recursive: true, encoding: "utf8" });
  return new Set(
    entries.map((path) => /date=.*hour=\d+/.exec(path)?.[0] ?? "").filter((hour) => hour !== ""),
  );
}

const OFFSETS = ["+0", "+2h", "-3h", "-26h", "+26h"] as const;

async function statusOf(directory: string): Promise<unknown> {
  return JSON.parse((await scoring(["status", "--json", "--data-dir", directory])).out);
}

describe.skipIf(isSkipped(LIBRARY !== undefined, "libfaketime"))("a step of the clock", () => {
  test("by hours and by more than a day, to and fro, moves nothing", async () => {
    const clock = join(mkdtempSync(join(tmpdir(), "clock-")), "offset");
    const set = (offset: string) => writeFileSync(clock, `${offset}\n`);
    set("+0");
    const environment = {
      ...STARTS_ONCE,
      LD_PRELOAD: LIBRARY ?? "",
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    };
    const served = await startServed({ environment });
    const ids: string[] = [];
    for (const offset of OFFSETS) {
      set(offset);
      for (let number = 0; number < 5; number += 1) {
        const id = `${offset} ${number}`;
        await served.deliver(id);
        ids.push(id);
      }
      await served.holds(ids);
    }
    await eventually(async () => ((await served.isReady()) ? true : null));
    expect(hoursIn(served.directory).size).toBe(OFFSETS.length); // it did see the steps
    served.signal("SIGTERM");
    expect(await served.exited).toBe(0);
    const again = await startServed({ directory: served.directory, environment });
    await again.holds(ids);
    expect(await statusOf(served.directory)).toMatchObject({ books: { balanced: true } });
    await again.end();
  });
});

/** Only the executable knows when it was built. */
const KNOWS_ITS_BUILD = process.env["TESTED_EXECUTABLE"] !== undefined;

describe.skipIf(
  LIBRARY === undefined || isSkipped(KNOWS_ITS_BUILD, "TESTED_EXECUTABLE, the path of the executable"),
)("a wrong clock", () => {
  test("of years behind or ahead removes no records, neither then nor once it is right again", async () => {
    const clock = join(mkdtempSync(join(tmpdir(), "clock-")), "offset");
    const environment = {
      ...STARTS_ONCE,
      LD_PRELOAD: LIBRARY ?? "",
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: "1",
    };
    const directory = unusedDirectory();
    const ids: string[] = [];
    const told: string[] = [];
    for (const offset of ["+0", "-1095d", "+730d", "+0"]) {
      writeFileSync(clock, `${offset}\n`);
      const served = await startServed({ directory, environment });
      const id = `${ids.length} at ${offset}`;
      await served.deliver(id);
      ids.push(id);
      await served.holds(ids);
      await eventually(async () => ((await served.isReady()) ? true : null));
      told.push(served.log());
      served.signal("SIGTERM");
      expect(await served.exited).toBe(0);
    }
    expect(await statusOf(directory)).toMatchObject({
      books: { balanced: true, expiredRecords: 0 },
      expiryWaits: { reason: "past_last_arrival" },
    });
    expect(told[1]).toContain("nothing is removed by age");
    expect(told.slice(2).join("\n")).toContain("scoring retention confirm");
  });
});
