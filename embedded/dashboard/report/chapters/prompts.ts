/** The chapter "prompts": how well they were written, and the ones to learn from. */
import type { Prompts } from "../../../../src/insights/reports/chapters/prompts.ts";
import { promptAddress } from "../../address/prompt-address.ts";
import { formatScore, formatThings } from "../../words/numbers.ts";
import { DIMENSION_WORDS, DIMENSIONS, gradeName } from "../../words/rubric.ts";
import { formatDay } from "../../words/times.ts";
import type { Block, Chapter, Listed, Reported, Words } from "../document.ts";
import { pageOf } from "../evidence.ts";

type Report = Reported<{ prompts: Prompts }>;

export function describePrompts(report: Report): Chapter {
  const { averages, missing, best, worst } = report.chapters.prompts;
  const blocks: Block[] =
    missing === null
      ? [
          dimensions(report),
          ...listed("Prompts to learn from", best),
          ...listed("Prompts that could be clearer", worst),
        ]
      : [];
  return { id: "prompts", title: "Prompts", answer: missing ?? sayAverages(averages), blocks };
}

function sayAverages({ prompts, rubricScore, ...means }: Prompts["averages"]): string {
  const known = DIMENSIONS.flatMap((id) => {
    const value = means[id];
    return value === null ? [] : [{ name: DIMENSION_WORDS[id].name.toLowerCase(), value }];
  });
  const all = `${formatThings(prompts, "prompt")} got ${formatScore(rubricScore)} of 100 on average`;
  const [first] = known;
  if (first === undefined) return `${all}.`;
  const least = known.reduce((low, mean) => (mean.value < low.value ? mean : low), first);
  return `${all}; the weakest side is ${least.name}, with ${formatScore(least.value)}.`;
}

function dimensions(report: Report): Block {
  const { averages } = report.chapters.prompts;
  return {
    kind: "bars",
    title: "Mean grades",
    unit: "of 100",
    bars: DIMENSIONS.flatMap((id) => {
      const mean = averages[id];
      return mean === null ? [] : [{ name: DIMENSION_WORDS[id].name, amount: mean, text: formatScore(mean) }];
    }),
    most: 100,
    note: { text: "All prompts with their grades", page: pageOf("/prompts", report) },
  };
}

function listed(title: string, prompts: Prompts["best"]): Listed[] {
  if (prompts.length === 0) return [];
  return [
    {
      kind: "table",
      title,
      columns: [
        { title: "Prompt" },
        { title: "Score", align: "right" },
        { title: "Grade" },
        { title: "What would have helped", hidesBelow: 720 },
      ],
      rows: prompts.map((prompt): Words[] => [
        {
          text: prompt.quote ?? `Prompt of ${formatDay(prompt.submittedAt)}, text withheld`,
          page: promptAddress(prompt.promptId),
        },
        formatScore(prompt.rubricScore),
        gradeName(prompt.grade),
        prompt.coachingNotes[0] ?? "",
      ]),
      note: null,
    },
  ];
}
