import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { inTransaction } from "../../../src/database/transaction.ts";
import type { Log } from "../../../src/vocabulary/log.ts";
import { DAY, HOUR, MINUTE, type Milliseconds } from "../../../src/vocabulary/units.ts";
import { ClockWatch } from "../../../src/writer/arrivals/clock-watch.ts";
import { confirmClock } from "../../../src/writer/arrivals/confirm-clock.ts";
import { readOpenDoubt } from "../../../src/writer/arrivals/doubts-table.ts";
import { runRound } from "../../../src/writer/upkeep/keep.ts";
import { selectOutlines } from "../../../src/writer/upkeep/object-table.ts";
import { Holding, logsBody, NOON } from "../upkeep/holding.ts";

const YEAR = 365 * DAY;
const KEPT_DAYS = 180;

let holding: Holding;
let warnings: string[] = [];
const log: Log = { info() {}, warning: (message) => void warnings.push(message), error() {} };

beforeEach(async () => {
  holding = await Holding.open();
  warnings = [];
});
afterEach(() => holding.close());

/** The server starts, and looks at the clock as its engine does. */
async function start(builtAt: Milliseconds | null = null): Promise<void> {
  holding.clockWatch = new ClockWatch({ builtAt, log });
  await holding.clockWatch.look(holding.database, holding.now);
}

/** A record arrives; its own time is the right one, or comes from a machine which shares the server's clock. */
async function say(text: string, at: Milliseconds = holding.now): Promise<void> {
  await holding.write([logsBody([{ session: `s-${text}`, at, text }])]);
  await holding.examine();
}

function keep(maxBytes: number | null = null): Promise<void> {
  return runRound(holding.parts({ retention: { days: KEPT_DAYS, maxBytes }, log }));
}

async function confirm(builtAt: Milliseconds | null = null) {
  return inTransaction(holding.database, "full", (transaction) =>
    confirmClock(transaction, { now: holding.now, builtAt }),
  );
}

/** Runs for so many hours; upkeep has a round every half hour, and a record comes with each. */
async function runFor(hours: number, ownTimeOff: Milliseconds = 0): Promise<void> {
  for (let halves = 0; halves < 2 * hours; halves += 1) {
    holding.now += HOUR / 2;
    await say(`at ${holding.now}`, holding.now + ownTimeOff);
    await keep();
  }
}

describe("a clock two years ahead", () => {
  async function startAhead(): Promise<void> {
    await start();
    await say("a");
    await keep();
    holding.now += 2 * YEAR;
    await start();
  }

  test("removes nothing, and says so", async () => {
    await startAhead();
    await keep();
    expect(await holding.texts()).toEqual(["a"]);
    expect(await readOpenDoubt(holding.database)).toMatchObject({ reason: "past_last_arrival" });
    expect(warnings).toEqual([expect.stringContaining("scoring retention confirm")]);
  });

  test("removes nothing when records arrive before it is looked at", async () => {
    await start();
    await say("a");
    await keep();
    holding.now += 2 * YEAR; // a jump of a running server
    await say("b", holding.now - 2 * YEAR);
    await keep();
    expect(await holding.texts()).toEqual(["a", "b"]);
  });

  test("removes nothing after a look at it that failed", async () => {
    await start();
    await say("a");
    await keep();
    holding.now += 2 * YEAR; // a jump of a running server, whose disk is full
    await sql`create trigger full before insert on clock_doubts begin select raise(abort, 'full'); end`.execute(
      holding.database,
    );
    await expect(keep()).rejects.toThrow("full");
    await sql`drop trigger full`.execute(holding.database);
    holding.now += MINUTE;
    await keep();
    expect(await holding.texts()).toEqual(["a"]);
    expect(await readOpenDoubt(holding.database)).toMatchObject({ reason: "past_last_arrival" });
  });

  test("removes nothing when it is set between the look at it and the removal", async () => {
    await start();
    await say("a");
    const shown = [holding.now, holding.now + 2 * YEAR];
    const expired: Milliseconds[] = [];
    const expireReports = async (at: Milliseconds) => {
      expired.push(at);
      return 0;
    };
    const clock = () => (shown.length > 1 ? shown.shift() : shown[0]) ?? 0;
    const retention = { days: KEPT_DAYS, maxBytes: null };
    await runRound(holding.parts({ retention, expireReports, clock }));
    expect(await holding.texts()).toEqual(["a"]);
    expect(expired).toEqual([holding.now]);
  });

  test("removes nothing after another restart, nor when it is right again", async () => {
    await startAhead();
    await say("b", holding.now - 2 * YEAR);
    await start();
    await keep();
    holding.now -= 2 * YEAR;
    await keep();
    await say("c");
    await start();
    await keep();
    expect(await holding.texts()).toEqual(["a", "b", "c"]);
    // what arrived by the wrong clock is not kept two years longer either: it counts from when the clock is believed
    await confirm();
    holding.now += DAY;
    for (let day = 0; day <= KEPT_DAYS; day += 5, holding.now += 5 * DAY) await say(`at ${holding.now}`);
    await keep();
    expect((await holding.texts()).slice(0, 1)).not.toEqual(["a"]);
    expect(await holding.texts()).not.toContain("b");
  });

  test("removes by size, the oldest first", async () => {
    await startAhead();
    await say("b");
    await say("c");
    const sizes = (await selectOutlines(holding.database, {})).map(({ bytes }) => bytes);
    await keep(sizes.reduce((sum, bytes) => sum + bytes) - 1);
    expect(await holding.texts()).toEqual(["b", "c"]);
  });

  test("removes what is due once a person confirmed it", async () => {
    await startAhead();
    expect(await confirm()).toMatchObject({ ok: true, value: { reason: "past_last_arrival" } });
    await keep();
    expect(await holding.texts()).toEqual([]);
    await start();
    expect(await readOpenDoubt(holding.database)).toBeNull();
  });

  test("removes what is due after 24 hours of records whose own times agree, and not before", async () => {
    await startAhead();
    await runFor(23);
    expect((await holding.texts())[0]).toBe("a");
    await runFor(2);
    expect((await holding.texts())[0]).not.toBe("a");
    expect(await readOpenDoubt(holding.database)).toBeNull();
  });

  test("removes nothing while the records' own times say otherwise, however long", async () => {
    await startAhead();
    await runFor(30, -2 * YEAR);
    expect((await holding.texts())[0]).toBe("a");
  });

  test("counts hours of running: also before a restart, and none while it was off", async () => {
    await startAhead();
    await runFor(20);
    holding.now += 3 * DAY;
    await start();
    await runFor(3);
    expect((await holding.texts())[0]).toBe("a");
    await runFor(2);
    expect((await holding.texts())[0]).not.toBe("a");
  });

  test("begins to count anew when it moves again", async () => {
    await startAhead();
    await runFor(20);
    holding.now += YEAR;
    await runFor(20);
    expect((await holding.texts())[0]).toBe("a");
  });

  test("removes no reports either", async () => {
    await startAhead();
    let asked = 0;
    const expireReports = async () => {
      asked += 1;
      return 0;
    };
    await runRound(holding.parts({ expireReports }));
    expect(asked).toBe(0);
    await confirm();
    await runRound(holding.parts({ expireReports }));
    expect(asked).toBe(1);
  });
});

describe("a clock three years behind", () => {
  test("costs nothing once it is right again: what came meanwhile is as old as what came before it", async () => {
    await start();
    await say("a");
    holding.now -= 3 * YEAR;
    await start();
    await say("b", holding.now + 3 * YEAR);
    await keep();
    holding.now += 3 * YEAR + HOUR;
    await start();
    await say("c");
    await keep();
    expect(await holding.texts()).toEqual(["a", "b", "c"]);
    await confirm();
    await keep();
    expect(await holding.texts()).toEqual(["a", "b", "c"]);
    await runFor(30);
    expect((await holding.texts()).slice(0, 3)).toEqual(["a", "b", "c"]);
  });

  test("is found at a first start, by when the program was built", async () => {
    const builtAt = NOON - DAY;
    holding.now -= 3 * YEAR;
    await start(builtAt);
    expect(await readOpenDoubt(holding.database)).toMatchObject({ reason: "before_build" });
    expect(warnings).toEqual([expect.stringContaining("before this program was built")]);
    await runFor(30);
    expect(await confirm(builtAt)).toMatchObject({ ok: false, problem: { kind: "clock_before_build" } });
    const came = await holding.texts();
    holding.now = NOON;
    await keep();
    expect(await readOpenDoubt(holding.database)).toMatchObject({ reason: "past_last_arrival" });
    await runFor(25);
    expect(await readOpenDoubt(holding.database)).toBeNull();
    expect(await holding.texts()).toEqual(expect.arrayContaining(came));
  });

  test("removes by size what came first, not what seems to be oldest", async () => {
    await start();
    await say("a");
    holding.now -= 3 * YEAR;
    await say("b");
    const [first, second] = await selectOutlines(holding.database, {});
    await keep((first?.bytes ?? 0) + (second?.bytes ?? 0) - 1);
    expect(await holding.texts()).toEqual(["b"]);
  });
});

describe("a clock that is believed", () => {
  test("is the clock of a first start in an empty directory, and of one within seven days", async () => {
    await start(NOON - DAY);
    await say("a");
    holding.now += 7 * DAY;
    await start(NOON - DAY);
    await keep();
    expect(await readOpenDoubt(holding.database)).toBeNull();
    expect(warnings).toEqual([]);
  });

  test("is the clock of a server that runs on while nobody works", async () => {
    await start();
    await say("a");
    for (let minutes = 0; minutes < (9 * DAY) / MINUTE; minutes += 59) {
      holding.now += 59 * MINUTE;
      await holding.clockWatch.look(holding.database, holding.now);
    }
    await say("b");
    await keep();
    expect(await readOpenDoubt(holding.database)).toBeNull();
  });

  test("is not the clock of a machine that was off for three weeks, until its records agree for a day", async () => {
    await start();
    await say("a");
    holding.now += 21 * DAY;
    await start();
    await keep();
    expect(await readOpenDoubt(holding.database)).not.toBeNull();
    await runFor(25);
    expect(await readOpenDoubt(holding.database)).toBeNull();
  });
});
