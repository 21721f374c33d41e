/** What pages say of habits: pure, so that each sentence can be tested. */
import type { Habit } from "../../api/habits.ts";
import { lowerTitle } from "../../words/inputs.ts";
import { formatThings } from "../../words/numbers.ts";
import { formatDay } from "../../words/times.ts";

/** Returns "up to 4.2 points". */
export function sayPoints(points: number): string {
  const tenths = formatTenths(points);
  const many = `${tenths} ${tenths === "1.0" ? "point" : "points"}`;
  return points < 0.05 ? many : `up to ${many}`;
}

/** Points with one decimal; "under 0.1" where that would be nothing. */
export function formatTenths(points: number): string {
  return points < 0.05 ? "under 0.1" : points.toFixed(1);
}

/** Returns "Seen in 9 of 14 tasks, last on 18 Nov; costs up to 4.2 points of Skill, through iteration efficiency." */
export function sayHowOften({ tasks, outOf, lastAt, points, input }: Habit): string {
  return `Seen in ${tasks} of ${formatThings(outOf, "task")}, last on ${formatDay(lastAt)}; costs ${sayPoints(points)} of Skill, through ${lowerTitle(input)}.`;
}

/** What happened since its person saw it; null before. */
export function saySince({ firstSeenAt, triedAt, since }: Habit): string | null {
  if (since === null || firstSeenAt === null) return null;
  const from =
    triedAt === null ? `first seen on ${formatDay(firstSeenAt)}` : `tried since ${formatDay(triedAt)}`;
  if (since.outOf === 0) return `${capital(from)}; no task was counted since.`;
  return `${capital(from)}; since then in ${since.tasks} of ${formatThings(since.outOf, "task")}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
