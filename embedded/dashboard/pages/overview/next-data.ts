/** What a lead does next, and what is odd: pure, so that each sentence can be tested. */
import type { TeamHabits } from "../../../../src/insights/advisor/habits/habits-answer.ts";
import type { Team } from "../../../../src/scores/team/team-answer.ts";
import { inputDefinitions } from "../../words/inputs.ts";
import { type BudgetMonth, forecastOf } from "../../words/budget-forecast.ts";
import { formatThings, formatUsd } from "../../words/numbers.ts";

/** A sentence that leads to its evidence. */
export interface Led {
  text: string;
  address: string;
}

/** From here on a gain is worth a sentence, in points of Skill. */
const LEAST_POINTS = 0.1;

/** Returns the habit that is worth most to the team, else the input with most to gain; null for fewer than five people. */
export function sayWorth(habits: TeamHabits | null, inputs: Team["inputs"]): Led | null {
  const [habit] = habits?.habits ?? [];
  if (habits !== null && habit !== undefined && habit.points >= LEAST_POINTS) {
    const text =
      `Worth most: ${habit.title}. ${habit.people} of ${formatThings(habits.people, "person", "people")} could do it, in ` +
      `${formatThings(habit.tasks, "task")}; the team’s Skill would rise by ${habit.points.toFixed(1)}.`;
    return { text, address: "/advisor" };
  }
  const [first] = rankedInputs(inputs);
  if (first === undefined || first.points < LEAST_POINTS) return null;
  const text =
    `Worth most: ${first.title}. If everybody under its median reached it, the team’s Skill would rise by ` +
    `${first.points.toFixed(1)}.`;
  return { text, address: "/team" };
}

/** Returns the inputs of Skill by what Skill would gain; without those that fewer than five people have. */
export function rankedInputs(
  inputs: Team["inputs"],
): { metric: keyof Team["inputs"]; title: string; points: number }[] {
  return inputDefinitions()
    .flatMap(({ metric, title }) => {
      const points = inputs[metric].pointsToGain;
      return points === null ? [] : [{ metric, title, points }];
    })
    .toSorted((left, right) => right.points - left.points);
}

/** What may be odd. */
export interface Oddities {
  quiet: number;
  /** Where the reader may see who. */
  quietAddress: string;
  budgets: readonly BudgetState[];
  hoursLost: number;
}

interface BudgetState extends BudgetMonth {
  developer: { name: string } | null;
  model: string | null;
}

/** Less waiting is no news. */
const LEAST_HOURS = 1;

/** Returns what somebody should look at, a sentence for each; none when nothing is odd. */
export function sayOdd({ quiet, quietAddress, hoursLost, budgets }: Oddities): Led[] {
  return [
    ...(quiet === 0
      ? []
      : [{ text: `${formatThings(quiet, "person", "people")} went quiet.`, address: quietAddress }]),
    ...budgets.flatMap(sayMonth),
    ...(hoursLost < LEAST_HOURS
      ? []
      : [{ text: `${hoursLost.toFixed(1)} h were lost to waiting.`, address: "/throttle" }]),
  ];
}

function sayMonth(budget: BudgetState): Led[] {
  const forecast = forecastOf(budget);
  const address = "/governance";
  if (forecast.kind === "over")
    return [{ text: `${nameOf(budget)} is over by ${formatUsd(forecast.byUsd)}.`, address }];
  if (forecast.kind !== "will_break") return [];
  const { expectedUsd } = forecast;
  const text = `${nameOf(budget)} is on the way to ${formatUsd(expectedUsd)} of ${formatUsd(budget.limitUsd)} this month.`;
  return [{ text, address }];
}

function nameOf({ developer, model }: BudgetState): string {
  const whose = developer === null ? "The budget" : `The budget of ${developer.name}`;
  return model === null ? whose : `${whose} for ${model}`;
}
