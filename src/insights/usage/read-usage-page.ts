/** Answers what a team uses: in all, over time, and by what is asked for. */
import { shownValue } from "../../database/labels/label-filter.ts";
import { readRenames } from "../../database/labels/label-renames-table.ts";
import type { Database } from "../../database/open.ts";
import { describeDeveloper } from "../../identity/developers/answer.ts";
import { rowsToRead, type RowsToRead } from "../../identity/scope.ts";
import { type PeriodSpan, periodOf } from "../../scores/periods.ts";
import { type NamedSum, readTallyDays, TallySums } from "../../spend/tallies/read-tallies.ts";
import { dividedByLabel, type TallyDay } from "../../spend/tallies/tally-day.ts";
import { countIn, type Tally, tallyOf } from "../../spend/tallies/tally.ts";
import { listedNames, OTHER_NAMES, pageOfNames } from "../../vocabulary/listed-names.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { DAY } from "../../vocabulary/units.ts";
import { costOf, describeSums } from "./describe-sums.ts";
import { readAdoption } from "./read-adoption.ts";
import { readForecast } from "./read-forecast.ts";
import type { UsageAnswer, UsagePage, UsageQuery } from "./usage-answer.ts";

const NOBODY = "nobody";
const NOBODYS_ROWS = { developerIds: [], labels: null };
/** A chart with more parts cannot be read. */
const MOST_PARTS = 4;

/** Reads one page of rows, and everything around them. */
export async function pageUsage(database: Database, query: UsageQuery): Promise<UsagePage> {
  const { scope, from, to, now, by } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  const organization = scope.organizationId;
  const { developerIds: developers, labels } = readable ?? NOBODYS_ROWS;
  const people = readable?.developers ?? new Map();
  const filter = { organization, developers, labels, from, to };
  const { total, byBucket, rows, dated } = await addUpWindow(database, filter, { query, people });
  const weighed = [...rows].map(([name, { tally }]): [string | null, number] => [
    name,
    weightOf(name, tally, by),
  ]);
  const ordered = by === "developer" ? byName(weighed, people) : weighed;
  const { listedAs, total: rowsInAll, next } = pageOfNames(ordered, query);
  return {
    total: describeSums(total, "day"),
    buckets: [...byBucket.values()].map((bucket) => describeBucket(bucket, weighed, query)),
    rows: listed(rows, listedAs, new Map(ordered)).map(([name, sum]) => ({
      name,
      developer: by === "developer" ? describedIn(people, name) : null,
      sums: describeSums(sum, by),
    })),
    rowsInAll,
    adoption: await readAdoption(database, filter, { active: total.people, developers: people }),
    forecast: await readForecast(database, { ...filter, now, known: dated }),
    next,
  };
}

/** One bucket's sums: in all, and by name. */
interface Bucket {
  span: PeriodSpan;
  all: TallySums;
  named: TallySums;
}

type People = RowsToRead["developers"];

async function addUpWindow(
  database: Database,
  filter: Parameters<typeof readTallyDays>[1],
  { query, people }: { query: UsageQuery; people: People },
) {
  const { by, bucket, label } = query;
  const renames = label === null ? [] : await readRenames(database, filter.organization);
  const divided = (day: TallyDay): TallyDay =>
    label === null ? day : dividedByLabel(day, label, (value) => shownValue(renames, { name: label, value }));
  const personOf = (id: string): string => people.get(id)?.id ?? id;
  const [all, named] = [new TallySums(personOf), new TallySums(personOf)];
  const byBucket = new Map<number, Bucket>();
  const cuts = by === "day" ? (["all"] as const) : (["all", by] as const);
  const dated = await readTallyDays(database, filter, cuts);
  for (const { day, tallies } of dated) {
    const span = periodOf(day * DAY, bucket);
    const known = byBucket.get(span.start) ?? {
      span,
      all: new TallySums(personOf),
      named: new TallySums(personOf),
    };
    byBucket.set(span.start, known);
    for (const sums of [all, known.all]) sums.add(tallies, "all");
    if (by === "day") named.add(tallies, "all", dateOf(day));
    else for (const sums of [named, known.named]) sums.add(divided(tallies), by);
  }
  return { total: wholeOf(all), byBucket, rows: named.byName, dated };
}

function wholeOf(sums: TallySums): NamedSum {
  return sums.byName.get(null) ?? { tally: tallyOf({}), people: new Set() };
}

function dateOf(day: number): string {
  return isoTime(day * DAY).slice(0, 10);
}

/** By what rows are ranked: calls decide between those without a price. */
function weightOf(name: string | null, tally: Tally, by: UsageQuery["by"]): number {
  if (by === "day") return Date.parse(name ?? "");
  if (by === "tool" || by === "mcp_server") return countIn(tally, "toolCalls");
  return countIn(tally, "cost") + countIn(tally, "modelCalls");
}

/** People are listed by name: by cost it would be a ranking. */
function byName(
  weighed: readonly (readonly [string | null, number])[],
  people: People,
): [string | null, number][] {
  const nameOf = (id: string | null): string => describedIn(people, id)?.name.toLowerCase() ?? "";
  const ids = weighed
    .map(([id]) => ({ id, name: nameOf(id) }))
    .toSorted((left, right) => (left.name < right.name ? 1 : Number(left.name > right.name) * -1));
  return ids.map(({ id }, place) => [id, id === null ? 0 : place + 1]);
}

function listed(
  rows: ReadonlyMap<string | null, NamedSum>,
  listedAs: (name: string | null) => string | null | undefined,
  weights: ReadonlyMap<string | null, number>,
): [string | null, NamedSum][] {
  const joined = new TallySums((id) => id);
  const order = new Map<string | null, number>();
  for (const [name, { tally, people }] of rows) {
    const as = listedAs(name);
    if (as === undefined) continue;
    const ids = [...people];
    joined.add({ developers: () => ids, rows: () => [[as, tally, ids.map((_, place) => place)]] }, "all");
    order.set(as, as === name ? (weights.get(name) ?? 0) : -1);
  }
  // of equal ones by name, as pages are cut
  return [...joined.byName].toSorted(
    ([left], [right]) =>
      (order.get(right) ?? 0) - (order.get(left) ?? 0) || ((left ?? "") < (right ?? "") ? -1 : 1),
  );
}

function describedIn(people: People, name: string | null) {
  const developer = people.get(name ?? NOBODY);
  return developer === undefined ? null : describeDeveloper(developer);
}

function describeBucket(
  { span, all, named }: Bucket,
  ranked: readonly [string | null, number][],
  { from, to, by }: UsageQuery,
): UsageAnswer["buckets"][number] {
  // the dearest people would be a ranking
  const partOf = by === "developer" ? () => OTHER_NAMES : listedNames(ranked, MOST_PARTS);
  const parts = new Map<string | null, Tally[]>();
  for (const [name, { tally }] of named.byName) {
    const as = partOf(name);
    parts.set(as, [...(parts.get(as) ?? []), tally]);
  }
  return {
    from: isoTime(Math.max(span.start, from)),
    to: isoTime(Math.min(span.end, to)),
    sums: describeSums(wholeOf(all), "day"),
    parts: [...parts].map(([name, tallies]) => describePart(name, tallies, by)),
  };
}

function describePart(name: string | null, tallies: readonly Tally[], by: UsageQuery["by"]) {
  const sum = (of: (tally: Tally) => number): number =>
    tallies.reduce((total, tally) => total + of(tally), 0);
  const ofTools = by === "tool" || by === "mcp_server";
  return {
    name,
    costUsd: sum((tally) => costOf(tally) ?? 0),
    tokens: sum((tally) =>
      (["input", "output", "cacheRead", "cacheWrite"] as const).reduce(
        (all, kind) => all + countIn(tally, kind),
        0,
      ),
    ),
    calls: sum((tally) => countIn(tally, ofTools ? "toolCalls" : "modelCalls")),
  };
}
