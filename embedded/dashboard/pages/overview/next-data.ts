/** What a lead does next, and what is odd: pure, so that each sentence can be tested. */
import type { TeamHabits } from "../../../../src/insights/advisor/habits/habits-answer.ts";
import type { Team } from "../../../../src/scores/team/team-answer.ts";
import { inputDefinitions } from "../../words/inputs.ts";
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
  budgets: readonly BudgetState[];
  /** The month of the budgets, in ISO 8601. */
  month: { from: string; to: string };
  hoursLost: number;
  /** In milliseconds. */
  now: number;
}

interface BudgetState {
  developer: { name: string } | null;
  model: string | null;
  limitUsd: number;
  spentUsd: number;
}

/** Less waiting is no news. */
const LEAST_HOURS = 1;

/** Returns what somebody should look at, a sentence for each; none when nothing is odd. */
export function sayOdd({ quiet, hoursLost, ...money }: Oddities): Led[] {
  return [
    ...(quiet === 0
      ? []
      : [{ text: `${formatThings(quiet, "person", "people")} went quiet.`, address: "/settings" }]),
    ...money.budgets.flatMap((budget) => sayPace(budget, money)),
    ...(hoursLost < LEAST_HOURS
      ? []
      : [{ text: `${hoursLost.toFixed(1)} h were lost to waiting.`, address: "/throttle" }]),
  ];
}

/** The first days of a month foretell little. */
const ENOUGH_OF_MONTH = 0.15;

function sayPace(budget: BudgetState, { month, now }: Pick<Oddities, "month" | "now">): Led[] {
  const { limitUsd, spentUsd } = budget;
  const address = "/governance";
  if (spentUsd > limitUsd)
    return [{ text: `${nameOf(budget)} is over by ${formatUsd(spentUsd - limitUsd)}.`, address }];
  const [from, to] = [Date.parse(month.from), Date.parse(month.to)];
  const gone = (now - from) / (to - from);
  const expected = spentUsd / Math.min(1, gone);
  if (gone < ENOUGH_OF_MONTH || expected <= limitUsd) return [];
  const text = `${nameOf(budget)} is on the way to ${formatUsd(expected)} of ${formatUsd(limitUsd)} this month.`;
  return [{ text, address }];
}

function nameOf({ developer, model }: BudgetState): string {
  const whose = developer === null ? "The budget" : `The budget of ${developer.name}`;
  return model === null ? whose : `${whose} for ${model}`;
}
