/** Reads how scores are spread among the people of an organization, over a window and by day or week. */
import type { Database } from "../../database/open.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";
import { readEarlierFormulas } from "../../metrics/formulas-table.ts";
import { areComparable, type EarlierFormulas } from "../../metrics/version.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Score } from "../../vocabulary/units.ts";
import type { Columns } from "../columns.ts";
import { readWorkDays } from "../days/read-days.ts";
import { periodBefore, periodsIn, type PeriodSpan } from "../periods.ts";
import { eachScore, type PeriodScores, scorePeriod, type ScoreName } from "../score-period.ts";
import { eachInput } from "../skill-inputs.ts";
import { hasWorkIn, rowsIn, type Work, workByDeveloper } from "../work.ts";
import { FEWEST_PEOPLE, histogramOf, spreadOf } from "./spread.ts";
import { skillOfEach, summedOfEach } from "./sub-session-skill.ts";
import { type DividedTrend, readDivided } from "../trends/fitting-buckets.ts";
import type { DividedTeamQuery, Team, TeamPoint, TeamQuery, TeamTrendQuery } from "./team-answer.ts";
import { compareGroups, FEWEST_TO_COMPARE } from "./welch.ts";

/** Reads how a window's scores are spread. A personal key gets figures of five people or more, or nothing. */
export async function readTeam(database: Database, query: TeamQuery): Promise<Team> {
  const span = { start: query.from, end: query.to };
  const before = periodBefore(span);
  const earlier = await readEarlierFormulas(database);
  const people = await readPeople(database, { ...query, from: before.start });
  const working = people.filter((work) => hasWorkIn(work, span));
  const rows = working.map((work) => rowsIn(work, span, earlier));
  const compared = areComparable(earlier, before, span) ? people : [];
  const scores = {
    before: compared.map((work) => scorePeriod(rowsIn(work, before, earlier))),
    now: rows.map(scorePeriod),
  };
  const fewest = query.scope.onlyDeveloper === null ? FEWEST_TO_COMPARE : FEWEST_PEOPLE;
  return {
    developers: working.length,
    scored: scores.now.filter(hasScore).length,
    scores: eachScore((name) => spreadOf(valuesOf(scores.now, name))),
    change: eachScore((name) =>
      compareGroups({ before: valuesOf(scores.before, name), now: valuesOf(scores.now, name) }, fewest),
    ),
    subSessions: subSessionsOf(rows),
  };
}

/** Reads the same as a trend. */
export async function readDividedTeam(
  database: Database,
  query: DividedTeamQuery,
): Promise<DividedTrend<TeamPoint, TeamTrendQuery["bucket"]>> {
  const read = (bucket: TeamTrendQuery["bucket"]) => readTeamTrend(database, { ...query, bucket });
  return readDivided(query.bucket, read, hasMedian);
}

function hasMedian({ speed, skill, efficiency }: TeamPoint): boolean {
  return (speed.median ?? skill.median ?? efficiency.median) !== null;
}

/** Reads the same of each day or week that the window touches, the earliest first. */
export async function readTeamTrend(database: Database, query: TeamTrendQuery): Promise<TeamPoint[]> {
  const people = await readPeople(database, query);
  const earlier = await readEarlierFormulas(database);
  return periodsIn(query, query.bucket)
    .toReversed()
    .map((span) => teamPoint(people, span, earlier));
}

/**
 * Everybody's work, whoever asks, because the response has no names. Shared keys are left out: they may be several
 * people.
 */
async function readPeople(database: Database, { scope, from, to }: TeamQuery): Promise<Work[]> {
  const { organizationId: organization } = scope;
  const developers = await readDevelopers(database, organization);
  const days = await readWorkDays(database, { organization, developers: null, from, to });
  return workByDeveloper(days, developers).filter(({ developer }) => developer.source !== "key");
}

function hasScore({ speed, skill, efficiency }: PeriodScores): boolean {
  return (speed ?? skill ?? efficiency) !== null;
}

function subSessionsOf(people: readonly Columns[]): Team["subSessions"] {
  return {
    speed: histogramOf(people.map((rows) => summedOfEach("speed", rows))),
    skill: histogramOf(people.map(skillOfEach)),
    efficiency: histogramOf(people.map((rows) => summedOfEach("efficiency", rows))),
    ...eachInput((input) => histogramOf(people.map((rows) => rows[input]))),
  };
}

function teamPoint(
  people: readonly Work[],
  span: PeriodSpan,
  earlier: readonly EarlierFormulas[],
): TeamPoint {
  const scores = people.map((work) => scorePeriod(rowsIn(work, span, earlier)));
  const start = isoTime(span.start);
  return { start, ...eachScore((name) => spreadOf(valuesOf(scores, name))) };
}

function valuesOf(scores: readonly PeriodScores[], name: ScoreName): Score[] {
  return scores.flatMap((period) => period[name] ?? []);
}
