/** The chapter "overview": the figures of all chapters together, and what is remarkable. */
import type { Overview } from "../../../../src/insights/reports/chapters/overview.ts";
import type { Scores } from "../../../../src/insights/reports/chapters/scores.ts";
import { formatCount, formatScore, formatThings, formatUsd, NO_VALUE } from "../../words/numbers.ts";
import type { Block, Chapter, Narrated, Reported, StatFigure, Words } from "../document.ts";
import { pageOf } from "../evidence.ts";
import { scoreFigures } from "./score-figures.ts";

type Report = Reported<{ overview: Overview; scores: Scores }>;

type Figure = Overview["spendUsd"];

export function describeOverview(report: Report & Narrated): Chapter {
  const { narrative } = report;
  const blocks: Block[] = [
    ...findingsOf(report),
    { kind: "scores", scores: scoreFigures(report) },
    ...(report.developer === null ? [MEANS] : []),
    { kind: "stats", stats: statsOf(report) },
  ];
  if (narrative.kind === "left_out")
    blocks.push({ kind: "paragraph", words: [narrative.explanation], rank: "note" });
  return { id: "overview", title: "Overview", answer: sayWork(report), blocks };
}

const MEANS: Block = {
  kind: "paragraph",
  rank: "note",
  words: [
    "Each number is the mean of the people who have that score, each counted once; the change is of the same people.",
  ],
};

function sayWork({ developer, chapters }: Report): string {
  const { people, sessions, turns, spendUsd } = chapters.overview;
  if (sessions === 0) return "No work with agents was recorded in this time, so there is nothing to report.";
  const who = developer === null ? formatThings(people, "developer") : developer.name;
  const cost = spendUsd.value === null ? "" : `, for ${formatUsd(spendUsd.value)}`;
  return `${who} worked in ${formatThings(sessions, "session")}, with ${formatThings(turns, "counted turn")}${cost}.`;
}

function statsOf(report: Report): StatFigure[] {
  const { overview } = report.chapters;
  const { before, cards } = overview;
  const earlier =
    before.spendUsd.value === null ? null : `${formatUsd(before.spendUsd.value)} in the time before`;
  return [
    figure("Spend", overview.spendUsd, {
      write: formatUsd,
      note: earlier,
      page: pageOf("/usage", report),
    }),
    figure("Cost without result", overview.wasteUsd, {
      write: formatUsd,
      note: "retries, repeated reads, carried context",
    }),
    figure("Lost to waiting", overview.hoursLost, {
      write: sayHours,
      unit: "h",
      page: pageOf("/throttle", report),
    }),
    figure("Saved by other models", overview.monthlySavingUsd, {
      write: formatUsd,
      note: "for 30 days like these",
      page: pageOf("/rightsizing", report),
    }),
    figure("Grade of prompts", overview.rubricScore, {
      write: formatScore,
      unit: "of 100",
      page: pageOf("/prompts", report),
    }),
    {
      name: "Coaching cards",
      number: formatCount(cards),
      unit: null,
      note: null,
      page: pageOf("/advisor", report),
    },
  ];
}

interface Writing {
  write(value: number): string;
  unit?: string;
  note?: string | null;
  page?: string;
}

function figure(name: string, { value, missing }: Figure, writing: Writing): StatFigure {
  const { write, unit = null, note = null, page = null } = writing;
  if (value === null) return { name, number: NO_VALUE, unit: null, note: missing, page };
  return { name, number: write(value), unit, note, page };
}

function sayHours(hours: number): string {
  return hours < 10 ? hours.toFixed(1) : formatCount(hours);
}

/** Where each finding can be looked at. */
const EVIDENCE: Readonly<Record<Overview["findings"][number]["chapter"], { text: string; page: string }>> = {
  scores: { text: "The scores", page: "/" },
  prompts: { text: "The prompts", page: "/prompts" },
  throttle: { text: "The waiting time", page: "/throttle" },
  rightsizing: { text: "The models", page: "/rightsizing" },
  waste: { text: "The sessions", page: "/sessions" },
  coaching: { text: "The advice", page: "/advisor" },
};

function findingsOf(report: Report): Block[] {
  const { findings } = report.chapters.overview;
  if (findings.length === 0) return [];
  const points = findings.map(({ chapter, text }): Words[] => {
    const evidence = EVIDENCE[chapter];
    return [`${text} `, { text: evidence.text, page: pageOf(evidence.page, report) }];
  });
  return [{ kind: "points", points }];
}
