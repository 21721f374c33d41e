/** Answers which scores each developer has in each period of a window. */
import type { Database } from "../database/open.ts";
import { describeDeveloper } from "../identity/developers/answer.ts";
import type { Developer } from "../identity/developers/developer.ts";
import { idsOf, readDevelopers } from "../identity/developers/directory.ts";
import { labelFilterOf, resolveWhose, type Whose } from "../identity/scope.ts";
import { readEarlierFormulas } from "../metrics/formulas-table.ts";
import { areComparable, type EarlierFormulas, versionIn } from "../metrics/version.ts";
import { isoTime } from "../vocabulary/times.ts";
import { DAY, type Instant } from "../vocabulary/units.ts";
import { countedTotal, cutPage } from "../vocabulary/page.ts";
import type { ScoreRow, ScoresPage, ScoresQuery } from "./answer.ts";
import type { Columns } from "./columns.ts";
import { changeBetween } from "./change.ts";
import { explainMissing } from "./missing.ts";
import { periodBefore, periodsIn, type PeriodSpan } from "./periods.ts";
import { readWorkDays } from "./days/read-days.ts";
import type { WorkDay } from "./days/work-day.ts";
import { breakdownOf } from "./score-breakdown.ts";
import { countScoreable, scorePeriod } from "./score-period.ts";
import { hasWorkIn, rowsIn, type Work, workByDeveloper } from "./work.ts";

/** Reads one page of score rows: the newest period first, then by the developer's id. */
export async function listScores(database: Database, query: ScoresQuery): Promise<ScoresPage> {
  const { organizationId } = query.scope;
  const whose = await resolveWhose(database, query.scope, query.developer);
  const spans = periodsIn(query, query.period);
  const developers = await readDevelopers(database, organizationId);
  const earlier = await readEarlierFormulas(database);
  const days = await readWork(database, query, { whose, spans, developers });
  const work = workByDeveloper(days, developers);
  const places = spansOfWork(spans, days).flatMap((span) =>
    work
      .filter((developerWork) => hasWorkIn(developerWork, span))
      .map((developerWork) => ({ span, developerWork })),
  );
  const start = places.findIndex(({ span, developerWork }) =>
    isAfter(query, span.start, developerWork.developer.id),
  );
  const left = start < 0 ? [] : places.slice(start);
  const { rows, next } = cutPage(left, query.limit, ({ span, developerWork }) => ({
    periodStart: span.start,
    developerId: developerWork.developer.id,
  }));
  return {
    scores: rows.map(({ span, developerWork }) => scoreRow(developerWork, span, earlier)),
    total: countedTotal(places.length),
    next,
  };
}

interface Asked {
  whose: Whose;
  spans: readonly PeriodSpan[];
  developers: ReadonlyMap<string, Developer>;
}

async function readWork(
  database: Database,
  query: ScoresQuery,
  { whose, spans, developers }: Asked,
): Promise<readonly WorkDay[]> {
  if (whose.kind === "nobody") return [];
  return readWorkDays(database, {
    organization: query.scope.organizationId,
    developers: whose.kind === "everybody" ? null : idsOf(whose.developerId, developers),
    labels: await labelFilterOf(database, query.scope),
    from: spans.reduce((from, span) => Math.min(from, periodBefore(span).start), query.from),
    to: query.to,
  });
}

/**
 * Returns the periods from the first day of anybody's work to the last; a long window has many more.
 *
 * @param days - Days in order.
 */
function spansOfWork(spans: readonly PeriodSpan[], days: readonly WorkDay[]): PeriodSpan[] {
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return spans.filter(({ start, end }) => first.day * DAY < end && (last.day + 1) * DAY > start);
}

function isAfter({ after }: ScoresQuery, periodStart: Instant, developerId: string): boolean {
  if (after === null) return true;
  return (
    periodStart < after.periodStart || (periodStart === after.periodStart && developerId > after.developerId)
  );
}

function scoreRow(work: Work, span: PeriodSpan, earlier: readonly EarlierFormulas[]): ScoreRow {
  const rows = rowsIn(work, span, earlier);
  const scores = scorePeriod(rows);
  const before = periodBefore(span);
  const { state, speed, skill, efficiency, interval, skillInputs, coverage } = scores;
  return {
    developer: describeDeveloper(work.developer),
    periodStart: isoTime(span.start),
    periodEnd: isoTime(span.end),
    state,
    speed,
    skill,
    efficiency,
    interval,
    change: areComparable(earlier, before, span)
      ? changeBetween(scores, scorePeriod(rowsIn(work, before, earlier)))
      : null,
    skillInputs,
    coverage,
    breakdown: breakdownOf(scores),
    subSessions: countScoreable(rows),
    counted: rows.startedAt.length,
    provisional: countWhere(rows, (index) => rows.closed[index] === 0),
    turns: sumWhere(rows.turns, (index) => rows.scoreable[index] === 1),
    missing: explainMissing(scores, rows),
    scoringVersion: versionIn(earlier, span),
  };
}

function countWhere({ scoreable }: Columns, counts: (index: number) => boolean): number {
  return sumWhere(scoreable, counts);
}

function sumWhere(values: Float64Array, counts: (index: number) => boolean): number {
  return values.reduce((sum, value, index) => (counts(index) ? sum + value : sum), 0);
}
