/** Reads what this month cost, what it will have cost, and its budget. */
import type { Database } from "../../database/open.ts";
import { periodOf } from "../../scores/periods.ts";
import { readTallyDays, type DatedTallies } from "../../spend/tallies/read-tallies.ts";
import { countIn } from "../../spend/tallies/tally.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { WindowFilter } from "../../database/window.ts";
import { DAY, type Instant } from "../../vocabulary/units.ts";
import { KEPT_BUDGETS } from "../governance/limits/limits.ts";
import { readLimits } from "../governance/limits/limits-table.ts";
import { type DayCost, DAYS_BEHIND, forecastMonth } from "./forecast.ts";
import type { UsageForecast } from "./usage-answer.ts";

/** Whose month it is, null for everybody's, and what was read of a window: the unfinished day is not read twice. */
interface ForecastQuery extends WindowFilter {
  now: Instant;
  known: readonly DatedTallies[];
}

export async function readForecast(database: Database, asked: ForecastQuery): Promise<UsageForecast> {
  const { now } = asked;
  const { start, end } = periodOf(now, "month");
  const dated = await readBefore(database, asked, beginOf(now));
  const month = dated.filter(({ day }) => day * DAY >= start);
  const costs = costsOf(dated, ["all", null]);
  const forecast = forecastOf(costs, now);
  return {
    from: isoTime(start),
    to: isoTime(end),
    spentUsd: spentIn(costs, now),
    unpricedCalls: sum(
      month.map(({ tallies }) =>
        sum(tallies.rows("all").map(([, tally]) => countIn(tally, "unpricedCalls"))),
      ),
    ),
    limitUsd: await readLimit(database, asked),
    ...forecast,
  };
}

/** What a budget's month will have cost, as the usage of the same work says it. */
export async function forecastBudget(
  database: Database,
  {
    model,
    now,
    ...whose
  }: Pick<WindowFilter, "organization" | "developers"> & { model: string | null; now: Instant },
): Promise<Pick<UsageForecast, "expectedUsd" | "lowUsd" | "highUsd">> {
  const cut = model === null ? "all" : "model";
  const dated = await readTallyDays(database, { ...whose, from: beginOf(now), to: now }, [cut]);
  const { days: _days, ...forecast } = forecastOf(costsOf(dated, [cut, model]), now);
  return forecast;
}

/** Where the days begin that a forecast goes by, and the month itself. */
function beginOf(now: Instant): Instant {
  return Math.min(periodOf(now, "month").start, (Math.floor(now / DAY) - DAYS_BEHIND) * DAY);
}

/** @param costs - By day, in USD, from `beginOf` on. */
function forecastOf(costs: ReadonlyMap<number, number>, now: Instant) {
  const today = Math.floor(now / DAY);
  const before = daysBefore(costs, today);
  const month = { spentUsd: spentIn(costs, now), todayUsd: costs.get(today) ?? 0 };
  const forecast = forecastMonth(before, { ...month, now, end: periodOf(now, "month").end });
  return {
    expectedUsd: forecast?.expected ?? null,
    lowUsd: forecast?.low ?? null,
    highUsd: forecast?.high ?? null,
    days: before.length,
  };
}

function spentIn(costs: ReadonlyMap<number, number>, now: Instant): number {
  const { start } = periodOf(now, "month");
  return sum([...costs].filter(([day]) => day * DAY >= start).map(([, usd]) => usd));
}

/** Returns the tallies from a time until now: those of whole days as they are known, and what is around them. */
async function readBefore(
  database: Database,
  { from, to, now, known, ...whose }: ForecastQuery,
  since: Instant,
): Promise<DatedTallies[]> {
  const read = (start: Instant, end: Instant): Promise<DatedTallies[]> =>
    start < end ? readTallyDays(database, { ...whose, from: start, to: end }, ["all"]) : Promise.resolve([]);
  const firstWhole = Math.max(since, Math.ceil(from / DAY) * DAY);
  if (firstWhole >= to || to > now) return read(since, now);
  const inside = known.filter(({ day }) => day * DAY >= firstWhole);
  return [...(await read(since, firstWhole)), ...inside, ...(await read(to, now))];
}

/** @param of - All work, or one row of a cut. */
function costsOf(dated: readonly DatedTallies[], [cut, name]: [cut: "all" | "model", name: string | null]) {
  const costs = new Map<number, number>();
  for (const { day, tallies } of dated) {
    const rows = tallies.rows(cut).filter(([row]) => cut === "all" || row === name);
    const cost = sum(rows.map(([, tally]) => countIn(tally, "cost")));
    costs.set(day, (costs.get(day) ?? 0) + cost / 1e6);
  }
  return costs;
}

/** Whole days from the first one with work, those without work in between included. */
function daysBefore(costs: ReadonlyMap<number, number>, today: number): DayCost[] {
  const first = Math.min(...costs.keys());
  const days: DayCost[] = [];
  for (let day = Math.max(first, today - DAYS_BEHIND); day < today; day += 1)
    days.push({ day, usd: costs.get(day) ?? 0 });
  return days;
}

async function readLimit(
  database: Database,
  { organization, developers, labels = null }: ForecastQuery,
): Promise<number | null> {
  // no budget is about a label
  if (labels !== null) return null;
  const kept = await readLimits(database, { organization, kind: "budgets" });
  const budgets = KEPT_BUDGETS.parse(JSON.parse(kept ?? "[]"));
  const isTheirs = (developer: string | null): boolean =>
    developers === null ? developer === null : developer !== null && developers.includes(developer);
  return budgets.find(({ developer, model }) => model === null && isTheirs(developer))?.limitUsd ?? null;
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}
