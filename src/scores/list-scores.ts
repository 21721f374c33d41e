/** Answers which scores each developer has in each period of a window. */
import type { Database } from "../database/open.ts";
import { describeDeveloper } from "../identity/developers/answer.ts";
import type { Developer } from "../identity/developers/developer.ts";
import { namesOf, readDevelopers } from "../identity/developers/directory.ts";
import { resolveWhose, type Whose } from "../identity/scope.ts";
import { readScoreInputs, type ScoreInputRow } from "../metrics/table.ts";
import { SCORING_VERSION } from "../metrics/version.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import type { ScoreRow, ScoresPage, ScoresQuery } from "./answer.ts";
import { changeBetween } from "./change.ts";
import { explainMissing } from "./missing.ts";
import { periodBefore, periodsIn, type PeriodSpan } from "./periods.ts";
import { scorePeriod } from "./score-period.ts";
import { storedSubSession } from "./sub-session-row.ts";

const COUNTED_UP_TO = 10_000;

/** Reads one page of score rows: the newest period first, then by the developer's id. */
export async function listScores(database: Database, query: ScoresQuery): Promise<ScoresPage> {
  const { organizationId } = query.scope;
  const whose = await resolveWhose(database, query.scope, query.developer);
  const spans = periodsIn(query, query.period);
  const developers = await readDevelopers(database, organizationId);
  const rows = await readWork(database, query, { whose, spans, developers });
  const work = workByDeveloper(rows, developers);
  const places = spans.flatMap((span) =>
    [...work.values()].filter((one) => countIn(one, span) > 0).map((one) => ({ span, one })),
  );
  const start = places.findIndex(({ span, one }) => isAfter(query, span.start, one.developer.id));
  const page = start < 0 ? [] : places.slice(start, start + query.limit);
  const last = page.at(-1);
  const more = start >= 0 && start + page.length < places.length;
  return {
    scores: page.map(({ span, one }) => scoreRow(one, span)),
    total: places.length > COUNTED_UP_TO ? null : places.length,
    next:
      more && last !== undefined
        ? { periodStart: last.span.start, developerId: last.one.developer.id }
        : null,
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
): Promise<ScoreInputRow[]> {
  if (whose.kind === "nobody") return [];
  return readScoreInputs(database, {
    organization: query.scope.organizationId,
    developers: whose.kind === "everybody" ? null : namesOf(whose.developerId, developers),
    session: null,
    from: Math.min(query.from, ...spans.map((span) => periodBefore(span).start)),
    to: query.to,
  });
}

/** One developer's rows by start. */
interface Work {
  developer: Developer;
  rows: ScoreInputRow[];
}

function workByDeveloper(
  rows: readonly ScoreInputRow[],
  developers: ReadonlyMap<string, Developer>,
): ReadonlyMap<string, Work> {
  const work = new Map<string, Work>();
  for (const row of rows) {
    const developer = developers.get(row.developer);
    if (developer === undefined) throw new Error(`BUG: metrics of an unknown developer ${row.developer}`);
    const known = work.get(developer.id) ?? { developer, rows: [] };
    known.rows.push(row);
    work.set(developer.id, known);
  }
  return new Map([...work].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function countIn({ rows }: Work, span: PeriodSpan): number {
  return rows.reduce((count, row) => count + Number(isIn(row, span)), 0);
}

function isIn(row: ScoreInputRow, { start, end }: PeriodSpan): boolean {
  return row.started_at >= start && row.started_at < end;
}

function isAfter({ after }: ScoresQuery, periodStart: Milliseconds, developerId: string): boolean {
  if (after === null) return true;
  return (
    periodStart < after.periodStart || (periodStart === after.periodStart && developerId > after.developerId)
  );
}

function scoreRow({ developer, rows }: Work, span: PeriodSpan): ScoreRow {
  const inPeriod = subSessionsIn(rows, span);
  const scoreable = inPeriod.filter((one) => one.scoreable);
  const scores = scorePeriod(inPeriod);
  const { state, speed, skill, efficiency, interval, skillInputs, coverage } = scores;
  return {
    developer: describeDeveloper(developer),
    periodStart: new Date(span.start).toISOString(),
    periodEnd: new Date(span.end).toISOString(),
    state,
    speed,
    skill,
    efficiency,
    interval,
    change: changeBetween(scores, scorePeriod(subSessionsIn(rows, periodBefore(span)))),
    skillInputs,
    coverage,
    subSessions: scoreable.length,
    provisional: scoreable.filter((one) => !one.closed).length,
    turns: scoreable.reduce((turns, one) => turns + one.turns, 0),
    missing: explainMissing(scores, scoreable),
    scoringVersion: SCORING_VERSION,
  };
}

function subSessionsIn(rows: readonly ScoreInputRow[], span: PeriodSpan) {
  const own = rows.filter((row) => isIn(row, span));
  // by start and id, whatever ids a merge brought together: sums depend on the order in their last bits
  const ordered = own.toSorted(
    (one, other) => one.started_at - other.started_at || (one.sub_session < other.sub_session ? -1 : 1),
  );
  return ordered.map(storedSubSession);
}
