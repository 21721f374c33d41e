/** Reads the scores of everyone by day or week: the mean of the people who have the score in it. */
import type { Database } from "../../database/open.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";
import { labelFilterOf } from "../../identity/scope.ts";
import { readEarlierFormulas } from "../../metrics/formulas-table.ts";
import { versionIn } from "../../metrics/version.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { readWorkDays } from "../days/read-days.ts";
import { periodsIn } from "../periods.ts";
import type { BucketsQuery } from "../read-buckets.ts";
import { eachScore, scorePeriod } from "../score-period.ts";
import { meanOfPeople, peopleAmong, personScore } from "../team/mean-of-people.ts";
import { rowsIn, workByDeveloper } from "../work.ts";
import type { TrendsPoint } from "./trend-answer.ts";

/** Reads a point for each bucket, the earliest first; only for those who may read everybody's work. */
export async function readEveryone(database: Database, query: BucketsQuery): Promise<TrendsPoint[]> {
  const { scope, from, to, bucket } = query;
  const { organizationId: organization } = scope;
  const labels = await labelFilterOf(database, scope);
  const developers = await readDevelopers(database, organization);
  const days = await readWorkDays(database, { organization, developers: null, labels, from, to });
  const all = workByDeveloper(days, developers);
  const people = new Set(peopleAmong(all, developers));
  const earlier = await readEarlierFormulas(database);
  return periodsIn(query, bucket)
    .toReversed()
    .map((span) => {
      const periods = all.map((work) => ({ work, period: scorePeriod(rowsIn(work, span, earlier)) }));
      const counted = periods.filter(({ work }) => people.has(work));
      return {
        start: isoTime(span.start),
        subSessions: periods.reduce((sum, { period }) => sum + period.scoreable, 0),
        scores: eachScore((name) => {
          const scores = counted.map(({ period }) => personScore(period, name));
          const { value, interval } = meanOfPeople(scores, 1);
          return { value, interval };
        }),
        scoringVersion: versionIn(earlier, span),
      };
    });
}
