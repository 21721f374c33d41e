/** The weeks of check-ins next to the scores of the same weeks. */
import { formatDay } from "../../words/times.ts";
import type { CheckIn } from "./fetch-check-in.ts";

type Score = CheckIn["scores"][number];

/** One line of the table. */
export interface WeekRow {
  week: string;
  from: string;
  mine: number | null;
  comment: string | null;
  team: CheckIn["weeks"][number]["team"];
  /** The mean comes when it is. */
  isOver: boolean;
  scores: Pick<Score, "speed" | "skill" | "efficiency"> | null;
}

/**
 * Returns the newest week first. A week's scores may begin later than the week does: the window cuts them.
 */
export function weekRows({ weeks, scores }: CheckIn, at: number): WeekRow[] {
  return weeks
    .map(({ week, from, to, mine, team }) => ({
      week,
      from,
      mine: mine?.score ?? null,
      comment: mine?.comment ?? null,
      team,
      isOver: Date.parse(to) <= at,
      scores: scores.find(({ periodStart }) => periodStart >= from && periodStart < to) ?? null,
    }))
    .toReversed();
}

const FEWEST_SHOWN = 4;

/** Leaves out the weeks before anything was answered or scored; the last four are always there. */
export function sinceFirst(rows: readonly WeekRow[]): readonly WeekRow[] {
  const first = rows.findLastIndex((row) => row.mine !== null || row.team !== null || row.scores !== null);
  return rows.slice(0, Math.max(FEWEST_SHOWN, first + 1));
}

/** A week with a mood, both of 100. */
export interface MoodWeek {
  from: string;
  mood: number | null;
  skill: number | null;
}

const FEWEST_ANSWERS = 5;
const HIGHEST_ANSWER = 5;

/**
 * Returns the weeks from the first with a mood on, the earliest first; null with fewer than five moods.
 *
 * @param isPerson - Whether the mood is this person's; else it is the mean of all.
 */
export function moodWeeks(rows: readonly WeekRow[], isPerson: boolean): MoodWeek[] | null {
  const weeks = rows.toReversed().map(({ from, mine, team, scores }): MoodWeek => {
    const answer = isPerson ? mine : (team?.mean ?? null);
    const mood = answer === null ? null : (answer / HIGHEST_ANSWER) * 100;
    return { from, mood, skill: scores?.skill ?? null };
  });
  if (weeks.filter(({ mood }) => mood !== null).length < FEWEST_ANSWERS) return null;
  return weeks.slice(weeks.findIndex(({ mood }) => mood !== null));
}

/** What each answer means. */
export const ANSWERS: readonly { value: number; text: string; title: string }[] = [
  { value: 1, text: "1", title: "not at all" },
  { value: 2, text: "2", title: "hardly" },
  { value: 3, text: "3", title: "so-so" },
  { value: 4, text: "4", title: "mostly" },
  { value: 5, text: "5", title: "very" },
];

export function nameAnswer(score: number): string {
  return ANSWERS.find(({ value }) => value === score)?.title ?? "";
}

/** The question of every week. */
export const QUESTION = "How content are you with your work with agents this week?";

/** @param rows - The newest week first, and whether somebody in person asks. */
export function sayCheckIn(rows: readonly WeekRow[], isPerson: boolean): string {
  const [row] = rows;
  if (!isPerson) return sayNewestMean(rows);
  if (row?.mine === null || row === undefined) return QUESTION;
  return `This week you are ${nameAnswer(row.mine)} content: ${row.mine} of 5.`;
}

/** Returns "In the week of 16 Nov people were 3.5 of 5 content, the mean of 7." */
function sayNewestMean(rows: readonly WeekRow[]): string {
  const newest = rows.find(({ team }) => team !== null);
  if (newest?.team == null)
    return "No week has five answers yet, so nothing is shown of how content people are.";
  const { mean, people } = newest.team;
  return `In the week of ${formatDay(newest.from)} people were ${mean.toFixed(1)} of 5 content, the mean of ${people}.`;
}
