/** The tool `my_weakest_input`: what costs most points of Skill, its evidence, and the habit that would help. */
import { z } from "zod";
import { formatScore, formatThings } from "../../../embedded/dashboard/words/numbers.ts";
import { type DeveloperHabits, HABITS_ANSWER } from "../../insights/advisor/habits/habits-answer.ts";
import { type Api, ask, lastDays, whose } from "../api.ts";
import { daysInput, defineTool, DEVELOPER_INPUT } from "../tool.ts";
import { inOneLine, type Marked } from "../untrusted.ts";
import { inputTitle } from "./scores.ts";
import { taskPage } from "./tasks.ts";

const ANSWER = HABITS_ANSWER.pick({ developers: true });

/** A key that reads many people gets those first. */
const MOST_PEOPLE = 5;

export const MY_WEAKEST_INPUT = defineTool({
  name: "my_weakest_input",
  title: "My weakest input",
  description:
    "The input of Skill that costs a developer most points, the habit behind it with advice, and quoted evidence. " +
    "Ask this for what to do differently.",
  input: z.object({ days: daysInput(30), developer: DEVELOPER_INPUT }),
  answer: async ({ api, marked, input: { days, developer } }) => {
    const parameters = { ...lastDays(api, days), developer: await whose(api, developer) };
    const { developers } = await ask(api, "/v1/advisor/habits", { parameters, answer: ANSWER });
    const people = developers.slice(0, MOST_PEOPLE);
    const lines = people.flatMap((person) => {
      const who = people.length > 1 ? [`${marked(person.developer.name)}:`] : [];
      return [...who, ...sayWeakest(person), ...sayHabit(person, { api, marked })];
    });
    const structured = { days, people: people.map((person) => inNumbers(person, api)) };
    const none = `No work in the last ${days} days that an input of Skill could be computed from.`;
    return { lines: people.length === 0 ? [none] : lines, structured };
  },
});

function sayWeakest({ weakest, inputs }: DeveloperHabits): string[] {
  if (weakest === null) return ["No input of Skill is below what it is compared with."];
  const { value, reference, points } = inputs[weakest];
  const against =
    reference === null
      ? ""
      : `, compared with ${formatScore(reference.value)} (${reference.of === "own" ? "own usual tasks" : "median of people here"})`;
  const cost = points === null ? "" : `; it costs ${points.toFixed(1)} points of Skill`;
  return [`Weakest input: ${inputTitle(weakest)}, ${formatScore(value)}${against}${cost}.`];
}

function sayHabit(person: DeveloperHabits, { api, marked }: { api: Api; marked: Marked }): string[] {
  const habit = habitOf(person);
  if (habit === null) return ["No habit was found in the tasks."];
  const evidence = habit.examples.map(
    (example) => `Evidence: ${marked(example.quote)} ${evidencePage(api, example)}`,
  );
  return [
    `Habit: ${habit.title}. In ${habit.tasks} of ${formatThings(habit.outOf, "task")}, ${habit.points.toFixed(1)} points.`,
    habit.advice,
    habit.expectation,
    ...evidence,
    ...(habit.rewrite === null ? [] : [`As it could have been: ${marked(habit.rewrite.text)}`]),
    `More: ${api.pages}/advisor`,
  ];
}

function evidencePage(api: Api, { sessionId, turnIndexes }: { sessionId: string; turnIndexes: number[] }) {
  return taskPage(api, { sessionId, turn: turnIndexes[0] });
}

/** The habit to work on, else the first. */
function habitOf({ habits, chosen }: DeveloperHabits) {
  return habits.find(({ habit }) => habit === chosen) ?? habits[0] ?? null;
}

function inNumbers(person: DeveloperHabits, api: Api) {
  const { weakest, inputs, developer } = person;
  const habit = habitOf(person);
  return {
    untrustedName: inOneLine(developer.name),
    weakest,
    ...(weakest !== null && inputs[weakest]),
    habit: habit && {
      id: habit.habit,
      title: habit.title,
      advice: habit.advice,
      expectation: habit.expectation,
      tasks: habit.tasks,
      outOf: habit.outOf,
      points: habit.points,
      evidence: habit.examples.map((example) => ({
        untrustedQuote: example.quote === null ? null : inOneLine(example.quote),
        page: evidencePage(api, example),
      })),
    },
  };
}
