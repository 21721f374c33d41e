/** The chapter "scores": Speed, Skill and Efficiency of the window, how they are among people, and how they went. */
import { z } from "zod";
import { readTeam } from "../../../scores/team/read-team.ts";
import { BASELINE, readBaseline } from "../../../metrics/baselines/read-baseline.ts";
import type { ScoreRow } from "../../../scores/answer.ts";
import { listScores } from "../../../scores/list-scores.ts";
import { readTrends } from "../../../scores/trends/read-trend.ts";
import { bucketOf, mostOf, type ChapterParts, type ReportWindow } from "./chapter.ts";
import { SCORE_ROW } from "../../../scores/answer.ts";
import { BUCKETS } from "../../../scores/periods.ts";
import { eachScore } from "../../../scores/score-period.ts";
import { TEAM } from "../../../scores/team/team-answer.ts";

const COUNT = z.int().min(0);

export const TREND_VALUE = z.object({
  value: z.number().min(0).max(100).nullable().describe("null: not enough evidence in this bucket."),
  range: z
    .tuple([z.number(), z.number()])
    .nullable()
    .describe("The 80 % interval, of a team over people: low, high."),
});

export const SCORES = z.object({
  baseline: BASELINE.optional().describe(
    "What the numbers are held against; absent in reports of earlier versions.",
  ),
  people: z.array(SCORE_ROW).describe("By name, which is no ranking. For one developer, only their own row."),
  peopleLeftOut: COUNT.describe("People beyond those that are listed."),
  subSessions: COUNT.describe("Those of all people that count in scores."),
  turns: COUNT.describe("Their non-trivial turns."),
  team: TEAM.describe("The whole organization, without names."),
  trend: z.object({
    bucket: z.enum(BUCKETS),
    points: z
      .array(z.object({ start: z.iso.datetime(), ...eachScore(() => TREND_VALUE) }))
      .describe("Every day or week (from Monday, UTC) of the window, the earliest first."),
  }),
});

export type Scores = z.infer<typeof SCORES>;

/** A list of more would be no chapter. */
const MOST_PEOPLE = { report: 200, whole: 10_000 };
const AT_ONCE = 500;

/** Computes the chapter. */
export async function workOutScores({ database }: ChapterParts, window: ReportWindow): Promise<Scores> {
  const people = await readPeople(database, window);
  const most = mostOf(window, MOST_PEOPLE);
  return {
    baseline: await readBaseline(database, { ...window, organization: window.scope.organizationId }),
    people: people.slice(0, most),
    peopleLeftOut: Math.max(0, people.length - most),
    subSessions: people.reduce((sum, { subSessions }) => sum + subSessions, 0),
    turns: people.reduce((sum, { turns }) => sum + turns, 0),
    team: await readTeam(database, window),
    trend: { bucket: bucketOf(window), points: await readPoints(database, window) },
  };
}

async function readPeople(database: ChapterParts["database"], window: ReportWindow): Promise<ScoreRow[]> {
  const people: ScoreRow[] = [];
  for (let after = null; ;) {
    const page = await listScores(database, { ...window, period: "all", limit: AT_ONCE, after });
    people.push(...page.scores);
    if (page.next === null) return people.toSorted(byName);
    after = page.next;
  }
}

function byName({ developer: left }: ScoreRow, { developer: right }: ScoreRow): number {
  return left.name.localeCompare(right.name, "en") || (left.id < right.id ? -1 : 1);
}

type Points = Scores["trend"]["points"];

async function readPoints(database: ChapterParts["database"], window: ReportWindow): Promise<Points> {
  const query = { ...window, bucket: bucketOf(window), developer: null };
  const { points } = await readTrends(database, query);
  return points.map(({ start, scores }) => ({
    start,
    ...eachScore((score) => ({ value: scores[score].value, range: scores[score].interval })),
  }));
}
