/** The three scores of a report: one developer's own, or the means of the people. */
import type { Overview } from "../../../../src/insights/reports/chapters/overview.ts";
import type { Scores } from "../../../../src/insights/reports/chapters/scores.ts";
import { SCORE_NAMES, SCORE_TITLES, type ScoreName } from "../../pages/overview/overview-data.ts";
import type { Reported, ScoreFigure } from "../document.ts";
import { tickOf } from "../../words/fifty.ts";
import { formatThings } from "../../words/numbers.ts";
import { pageOf } from "../evidence.ts";

type Report = Reported<{ overview: Overview; scores: Scores }>;

/** Returns one developer's scores, or of a team the mean of its people; the range is always an interval. */
export function scoreFigures(report: Report): ScoreFigure[] {
  return SCORE_NAMES.map((name) => {
    const { value, missing, change } = report.chapters.overview.scores[name];
    return {
      name: SCORE_TITLES[name],
      page: pageOf("/", report),
      tick: tickOf(SCORE_TITLES[name], report.chapters.scores.baseline, medianOf(report, name)),
      value,
      change,
      before: value === null || change === null ? null : value - change.value,
      reason: value === null ? (missing ?? "Not enough evidence.") : null,
      ...rangeOf(report, name),
    };
  });
}

function medianOf({ chapters }: Report, name: ScoreName): { value: number; people: number } | null {
  const { median, people } = chapters.scores.team.scores[name];
  return median === null ? null : { value: median, people };
}

function rangeOf({ developer, chapters }: Report, name: ScoreName): Pick<ScoreFigure, "range" | "rangeName"> {
  const { people, team } = chapters.scores;
  if (developer !== null) return { range: people[0]?.interval?.[name] ?? null, rangeName: "80 % interval" };
  const { interval, people: count } = team.means[name];
  const among = formatThings(count, "person", "people");
  return { range: interval, rangeName: `mean of ${among}, 80 % interval` };
}
