/** The sentences about habits of the page Coaching; pure, so that each can be tested. */
import type { HabitsAnswer } from "../../../../src/insights/advisor/habits/habits-answer.ts";
import type { DeveloperHabits, TeamHabits } from "../../api/habits.ts";
import { sayPoints } from "../../parts/coach/habit-words.ts";
import { lowerTitle } from "../../words/inputs.ts";
import { formatThings } from "../../words/numbers.ts";

/** The page's answer for one developer. */
export function sayOwn({ chosen, habits, weakest }: DeveloperHabits): string {
  const habit = habits.find((each) => each.habit === chosen);
  if (habit !== undefined) return `${habit.title}: worth ${sayPoints(habit.points)} of Skill.`;
  if (habits.length > 0) return "Nothing new since the last habit. Keep it up.";
  return weakest === null
    ? "No input of Skill is below the median, and no habit holds it down."
    : `${lowerTitle(weakest).replace(/^./, (first) => first.toUpperCase())} costs most, but no task shows why.`;
}

/** The page's answer for everybody. */
export function sayTeam({ people, team }: Pick<HabitsAnswer, "people" | "team">): string {
  const [first] = team?.habits ?? [];
  if (first !== undefined)
    return `Worth most to the team: ${lowerFirst(first.title)}. It would raise Skill by ${sayPoints(first.points)}.`;
  if (team === null)
    return `Habits of ${formatThings(people, "person", "people")}; of a team only from five people on.`;
  return "No habit is shared by five people.";
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Returns "7 of 9 people, 31 tasks". */
export function sayShared(habit: TeamHabits["habits"][number], { people }: TeamHabits): string {
  return `${habit.people} of ${formatThings(people, "person", "people")}, ${formatThings(habit.tasks, "task")}`;
}
