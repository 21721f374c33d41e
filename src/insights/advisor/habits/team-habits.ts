/** Habits of a team: what each would be worth, without saying whose it is. */
import { FEWEST_PEOPLE } from "../../../scores/team/spread.ts";
import type { FoundHabit } from "./find-habits.ts";
import type { TeamHabits } from "./habits-answer.ts";
import { wordsOfHabit } from "./habit-words.ts";

/**
 * Puts people's habits together.
 *
 * @param people - The habits of each person who is known well enough to have some.
 * @returns null for fewer than five people; only habits that at least five of them have, the most expensive first.
 */
export function teamHabits(people: readonly (readonly FoundHabit[])[]): TeamHabits | null {
  if (people.length < FEWEST_PEOPLE) return null;
  const habits = Map.groupBy(people.flat(), ({ id }) => id)
    .values()
    .filter((having) => having.length >= FEWEST_PEOPLE)
    .flatMap((having) => {
      const [first] = having;
      if (first === undefined) return [];
      const points = having.reduce((sum, habit) => sum + habit.points, 0) / people.length;
      const tasks = having.reduce((sum, { examples }) => sum + examples.length, 0);
      return [{ ...wordsOfHabit(first), people: having.length, tasks, points }];
    });
  return { people: people.length, habits: [...habits].toSorted((left, right) => right.points - left.points) };
}
