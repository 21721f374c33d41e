/** The tool `my_scores`: Skill, Speed and Efficiency, and what moved them. */
import { z } from "zod";
import { formatInterval, formatScore, formatSigned } from "../../../embedded/dashboard/words/numbers.ts";
import { METRICS, SKILL_INPUTS } from "../../metrics/metrics.ts";
import { SCORE_ROW, type ScoreRow } from "../../scores/answer.ts";
import { ask, lastDays, whose } from "../api.ts";
import { daysInput, defineTool, DEVELOPER_INPUT } from "../tool.ts";
import { inOneLine, type Marked } from "../untrusted.ts";

const ANSWER = z.object({ scores: z.array(SCORE_ROW) });

const SCORES = ["skill", "speed", "efficiency"] as const;
const TITLES = { skill: "Skill", speed: "Speed", efficiency: "Efficiency" };

/** A key that reads many people gets those first. */
const MOST_PEOPLE = 10;

export const MY_SCORES = defineTool({
  name: "my_scores",
  title: "My scores",
  description:
    "Skill, Speed and Efficiency (0 to 100) of how well a developer works with coding agents, with 80 % intervals, " +
    "the change against the equally long time before, and which inputs moved Skill. null: not enough evidence.",
  input: z.object({ days: daysInput(7), developer: DEVELOPER_INPUT }),
  answer: async ({ api, marked, input: { days, developer } }) => {
    const parameters = { ...lastDays(api, days), developer: await whose(api, developer), limit: MOST_PEOPLE };
    const { scores } = await ask(api, "/scoring/scores", { parameters, answer: ANSWER });
    const pages = scores.map(({ developer: { id } }) => `${api.pages}/developers/${encodeURIComponent(id)}`);
    const lines = scores.flatMap((row, index) => [
      ...sayScores(row, { marked, days, named: scores.length > 1 }),
      `More: ${pages[index]}`,
    ]);
    const structured = {
      days,
      people: scores.map((row, index) => ({ ...inNumbers(row), page: pages[index] })),
    };
    return { lines: scores.length === 0 ? [`No work in the last ${days} days.`] : lines, structured };
  },
});

interface Saying {
  marked: Marked;
  days: number;
  named: boolean;
}

function sayScores(row: ScoreRow, { marked, days, named }: Saying): string[] {
  const who = named ? `${marked(row.developer.name)}: ` : "";
  const said = SCORES.map((score) => {
    const interval = row.interval?.[score] ?? null;
    const within = interval === null ? "" : ` (${formatInterval(interval)})`;
    const change = row.change?.[score] ?? null;
    const moved = change === null ? "" : `, ${formatSigned(change.value, 1)}`;
    return `${TITLES[score]} ${formatScore(row[score])}${within}${moved}`;
  });
  const counted = `Of ${row.subSessions} counted tasks in ${days} days; changes are against the ${days} days before.`;
  const moves = movesOf(row).map(
    ({ title, from, to, points }) =>
      `${formatSigned(points, 1)} points of Skill: ${title} went from ${formatScore(from)} to ${formatScore(to)}.`,
  );
  const missing = [...new Set((row.missing?.reasons ?? []).map(({ remedy }) => `Missing: ${remedy}`))];
  return [`${who}${said.join("; ")}.`, counted, ...moves, ...missing];
}

/** The inputs that moved Skill, the most first. */
function movesOf({ change }: ScoreRow) {
  return SKILL_INPUTS.flatMap((input) => {
    const part = change?.inputs[input] ?? null;
    return part === null ? [] : [{ input, title: inputTitle(input), ...part }];
  })
    .filter(({ points }) => Math.abs(points) >= 0.05)
    .toSorted((left, right) => Math.abs(right.points) - Math.abs(left.points));
}

/** Returns the title of an input of Skill. */
export function inputTitle(input: (typeof SKILL_INPUTS)[number]): string {
  return METRICS.find(({ name }) => name === input)?.title ?? input;
}

function inNumbers(row: ScoreRow) {
  const { developer, skill, speed, efficiency, interval, subSessions, missing } = row;
  const change = SCORES.map((score): [string, number | null] => [score, row.change?.[score]?.value ?? null]);
  return {
    untrustedName: inOneLine(developer.name),
    skill,
    speed,
    efficiency,
    interval,
    change: Object.fromEntries(change),
    moved: movesOf(row).map(({ input, from, to, points }) => ({ input, from, to, points })),
    tasks: subSessions,
    missing: [...new Set(missing?.reasons.map(({ remedy }) => remedy))],
  };
}
