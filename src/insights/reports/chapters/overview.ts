/** The chapter "overview": the figures of the other chapters on one page, and what stands out among them. */
import { z } from "zod";
import { eachScore } from "../../../scores/score-period.ts";
import type { ScoreRow } from "../../../scores/answer.ts";
import { periodBefore } from "../../../scores/periods.ts";
import { listSpend } from "../../../spend/list-spend.ts";
import { listCoverage } from "../../../turns/coverage/list-coverage.ts";
import { type Figure, FIGURE, figureOf, noFigure } from "../figure.ts";
import type { ChapterParts, ReportWindow } from "./chapter.ts";
import { findingsIn, scoreFindings } from "./findings.ts";
import { sessionsOf, spendOf } from "./sums.ts";
import type { OtherChapters } from "./other-chapters.ts";

const COUNT = z.int().min(0);

const SCORE_FIGURE = FIGURE.extend({
  change: z
    .object({ value: z.number(), interval: z.tuple([z.number(), z.number()]).nullable() })
    .nullable()
    .describe(
      "The change since the equally long period before, with its 80 % interval; for a team, of the same people. null where it is not known.",
    ),
});

export const OVERVIEW = z.object({
  people: COUNT.describe("Developers with work in the window. A key that is bound to nobody counts as none."),
  sessions: COUNT,
  subSessions: COUNT.describe("Those that count in scores."),
  turns: COUNT.describe("Their non-trivial turns."),
  before: z
    .object({ sessions: COUNT, spendUsd: FIGURE })
    .describe("The same of the equally long period before."),
  scores: z
    .object(eachScore(() => SCORE_FIGURE))
    .describe("One developer's own score; for a team, the mean of its people, each counted once."),
  spendUsd: FIGURE.describe("Without calls that have no price."),
  rubricScore: FIGURE.describe("The mean grade of the scored prompts."),
  hoursLost: FIGURE.describe("To limits, overload and slow models."),
  wasteUsd: FIGURE.describe("What brought nothing."),
  monthlySavingUsd: FIGURE.describe(
    "What cheaper models would save in 30 days like these, by work done on both.",
  ),
  cards: COUNT.describe("Coaching cards of the window."),
  findings: z
    .array(
      z.object({
        chapter: z.enum(["scores", "prompts", "throttle", "rightsizing", "waste", "coaching"]),
        text: z.string().describe("One sentence, without anything that people or agents wrote."),
      }),
    )
    .describe("What stands out, by chapter; at most five."),
});

export type Overview = z.infer<typeof OVERVIEW>;

/** More are no longer what stands out. */
const MOST_FINDINGS = 5;

/** Puts the figures of the other chapters together. */
export async function workOutOverview(
  { database }: ChapterParts,
  window: ReportWindow,
  chapters: OtherChapters,
): Promise<Overview> {
  const { scores, prompts, throttle, rightsizing, waste, coaching, appendix } = chapters;
  const { start: from, end: to } = periodBefore({ start: window.from, end: window.to });
  const before = { ...window, from, to };
  const whose = window.scope.onlyDeveloper === null ? "team" : "developer";
  const scoresOf = whose === "team" ? teamScore : ownScore;
  const figures = eachScore((name) => scoresOf(chapters, name));
  return {
    people: whose === "team" ? scores.team.developers : scores.people.length,
    sessions: sessionsOf(appendix.coverage),
    subSessions: scores.subSessions,
    turns: scores.turns,
    before: {
      sessions: sessionsOf(await listCoverage(database, before)),
      spendUsd: spendOf(await listSpend(database, before)),
    },
    scores: figures,
    spendUsd: spendOf(await listSpend(database, window)),
    rubricScore: figureUnless(prompts.missing, prompts.averages.rubricScore ?? 0),
    hoursLost: figureUnless(throttle.missing, throttle.summary.hoursLost ?? 0),
    wasteUsd: figureUnless(waste.missing, waste.costUsd),
    monthlySavingUsd: savingFigure(rightsizing),
    cards: coaching.total,
    findings: [...scoreFindings(figures, whose), ...findingsIn(chapters)].slice(0, MOST_FINDINGS),
  };
}

function figureUnless(missing: string | null, value: number): Figure {
  return missing === null ? figureOf(value) : noFigure(missing);
}

function savingFigure({ missing, monthlySavingUsd }: OtherChapters["rightsizing"]): Figure {
  if (monthlySavingUsd !== null) return figureOf(monthlySavingUsd);
  return noFigure(missing ?? "No cheaper model did enough of the same work to compare.");
}

type ScoreName = keyof Overview["scores"];
type ScoreFigure = Overview["scores"][ScoreName];

function ownScore({ scores }: OtherChapters, name: ScoreName): ScoreFigure {
  const [row] = scores.people;
  const value = row?.[name] ?? null;
  if (row === undefined || value === null) return { ...noFigure(whyNoScore(row, name)), change: null };
  return { ...figureOf(value), change: row.change?.[name] ?? null };
}

function whyNoScore(row: ScoreRow | undefined, name: ScoreName): string {
  if (row === undefined) return "There is no work in this time.";
  const reason = row.missing?.reasons.find(({ input }) => input === name);
  return reason?.remedy ?? "Not enough evidence yet.";
}

function teamScore({ scores }: OtherChapters, name: ScoreName): ScoreFigure {
  const { value } = scores.team.means[name];
  const change = scores.team.change[name];
  return {
    ...(value === null ? noFigure("Nobody has this score.") : figureOf(value)),
    change: value === null || change === null ? null : { value: change.value, interval: change.interval },
  };
}
