/** Reads how scores are spread among the people of an organization, over a window and by day or week. */
import type { Database } from "../../database/open.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";
import { labelFilterOf } from "../../identity/scope.ts";
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
import { inputSpreads } from "./points-to-gain.ts";
import { FEWEST_PEOPLE, histogramOf, spreadOf } from "./spread.ts";
import { skillOfEach, summedOfEach } from "./sub-session-skill.ts";
import { type DividedTrend, readDivided } from "../trends/fitting-buckets.ts";
import type { DividedTeamQuery, Team, TeamPoint, TeamQuery, TeamTrendQuery } from "./team-answer.ts";
import {
  type BeforeAndNow,
  changeOfPeople,
  FEWEST_TO_COMPARE,
  meanOfPeople,
  peopleAmong,
  personScore,
} from "./mean-of-people.ts";

/** Reads how a window's scores are spread. A personal key gets figures of five people or more, or nothing. */
export async function readTeam(database: Database, query: TeamQuery): Promise<Team> {
  const span = { start: query.from, end: query.to };
  const before = periodBefore(span);
  const earlier = await readEarlierFormulas(database);
  const { people, everyone } = await readPeople(database, { ...query, from: before.start });
  const periods = new Map(everyone.map((work) => [work, periodsOf(work, { span, before, earlier })]));
  const working = people.filter((work) => hasWorkIn(work, span));
  const now = working.flatMap((work) => periods.get(work)?.now ?? []);
  const isBound = query.scope.onlyDeveloper !== null || query.scope.groupsOnly === true;
  return {
    developers: working.length,
    scored: now.filter(hasScore).length,
    means: eachScore((name) =>
      meanOfPeople(
        [...periods.values()].map((found) => personScore(found.now, name)),
        isBound ? FEWEST_PEOPLE : 1,
      ),
    ),
    scores: eachScore((name) => spreadOf(valuesOf(now, name))),
    inputs: inputSpreads(now),
    change: eachScore((name) =>
      changeOfPeople(pairsOf([...periods.values()], name), isBound ? FEWEST_PEOPLE : FEWEST_TO_COMPARE),
    ),
    subSessions: subSessionsOf(working.map((work) => rowsIn(work, span, earlier))),
  };
}

/** One person's scores in a window and in the period before; null where the two are not of one formula. */
interface TwoPeriods {
  now: PeriodScores;
  before: PeriodScores | null;
}

function periodsOf(
  work: Work,
  { span, before, earlier }: { span: PeriodSpan; before: PeriodSpan; earlier: readonly EarlierFormulas[] },
): TwoPeriods {
  const isComparable = areComparable(earlier, before, span);
  return {
    now: scorePeriod(rowsIn(work, span, earlier)),
    before: isComparable ? scorePeriod(rowsIn(work, before, earlier)) : null,
  };
}

function pairsOf(people: readonly TwoPeriods[], name: ScoreName): BeforeAndNow[] {
  return people.flatMap(({ before, now }): BeforeAndNow[] => {
    const [from, to] = [before?.[name] ?? null, now[name]];
    return from === null || to === null ? [] : [[from, to]];
  });
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
async function readTeamTrend(database: Database, query: TeamTrendQuery): Promise<TeamPoint[]> {
  const { people } = await readPeople(database, query);
  const earlier = await readEarlierFormulas(database);
  return periodsIn(query, query.bucket)
    .toReversed()
    .map((span) => teamPoint(people, span, earlier));
}

/** Whose work a team's numbers are from. */
interface People {
  /** Without shared keys, which may be several people each. */
  people: Work[];
  /** Those who count in the scores of everyone. */
  everyone: Work[];
}

/**
 * Everybody's work, whoever asks, because the response has no names. Who may read only one developer's rows gets the
 * whole organization also with labels: two groups that differ by one person would show what that person does.
 */
export async function readPeople(database: Database, { scope, from, to }: TeamQuery): Promise<People> {
  const { organizationId: organization, onlyDeveloper } = scope;
  const labels = onlyDeveloper === null ? await labelFilterOf(database, scope) : null;
  const developers = await readDevelopers(database, organization);
  const days = await readWorkDays(database, { organization, developers: null, labels, from, to });
  const work = workByDeveloper(days, developers);
  return {
    people: work.filter(({ developer }) => developer.source !== "key"),
    everyone: peopleAmong(work, developers),
  };
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
