/** Titles and summaries of the demo's sessions, from what is recorded of their prompts. */
import type { Goal } from "../asks/goals.ts";
import { upperFirst } from "../asks/marked.ts";
import type { Kind } from "../asks/openings.ts";
import type { Part } from "../asks/part.ts";
import { type Recorded, recordedOf } from "./recorded-prompts.ts";

/** One part of a session as the question describes it. */
interface AskedPart {
  outcome: string;
  prompts: Recorded[];
}

/** An answer of the shape `session_summary`. */
export interface SessionSummary {
  title: string;
  summary: string;
  parts: string[];
}

const LONGEST_TITLE = 60;

/**
 * Returns null where no prompt is one of the demo's.
 *
 * @param question - The question, and what finds the texts between its marks.
 */
export function sumUp(
  question: string,
  promptsIn: (text: string) => readonly string[],
): SessionSummary | null {
  const parts = question
    .split(/^(?=Part \d+: )/m)
    .filter((text) => text.startsWith("Part "))
    .map((text): AskedPart => ({
      outcome: /outcome (\w+)\./.exec(text)?.[1] ?? "unknown",
      prompts: promptsIn(text).flatMap((prompt) => recordedOf(prompt) ?? []),
    }));
  const goals = goalsOf(parts);
  const known = goals.filter((goal) => goal !== null);
  if (!parts.some(({ prompts }) => prompts.length > 0)) return null;
  const titles = goals.map((goal) => (goal === null ? "Small requests" : titleOf(goal)));
  return {
    title: titleOfAll([...new Set(titles)]),
    summary: [...new Set(known.map(askedFor)), changedOnTheWay(parts), endOf(parts)].join(" ").trim(),
    parts: titles,
  };
}

/** Of each part the goal that its prompts name; a part that only goes on has that of the part before. */
function goalsOf(parts: readonly AskedPart[]): (Goal | null)[] {
  let goal: Goal | null = null;
  return parts.map(({ prompts }) => {
    const named = prompts.find(({ role }) => role === "opening" || role === "commit");
    goal = named?.goal ?? goal ?? prompts[0]?.goal ?? null;
    return goal;
  });
}

const TITLES: Readonly<Record<Kind, (part: Part) => string>> = {
  fix: ({ scope, fixed }) => `${upperFirst(scope)}: ${fixed}`,
  feature: ({ feature, scope }) => `${upperFirst(scope)}: ${feature}`,
  refactor: ({ piece, symbol }) => `${upperFirst(piece)} out of ${symbol}`,
  test: ({ symbol }) => `Tests for ${symbol}`,
  docs: ({ symbol }) => `Documentation of ${symbol}`,
};

function titleOf({ kind, part }: Goal): string {
  return TITLES[kind](part).slice(0, LONGEST_TITLE);
}

function titleOfAll(titles: readonly string[]): string {
  const [first = "Small requests", ...others] = titles;
  if (others.length === 0) return first;
  const more = ` and ${others.length} more`;
  return `${first.slice(0, LONGEST_TITLE - more.length)}${more}`;
}

const ASKED_FOR: Readonly<Record<Kind, (part: Part) => string>> = {
  fix: ({ symbol, symptom }) => `A fix was asked for: ${symbol} ${symptom}.`,
  feature: ({ feature, thing }) => `${upperFirst(feature)} was asked for in ${thing}.`,
  refactor: ({ piece, file }) => `${upperFirst(piece)} was to move out of ${file}.`,
  test: ({ symbol }) => `Tests for ${symbol} were asked for.`,
  docs: ({ symbol }) => `${symbol} was to be documented.`,
};

function askedFor({ kind, part }: Goal): string {
  return ASKED_FOR[kind](part);
}

function changedOnTheWay(parts: readonly AskedPart[]): string {
  const prompts = parts.flatMap((part) => part.prompts);
  const corrections = prompts.filter(({ role }) => role === "correction").length;
  if (corrections === 0) return "";
  return corrections === 1
    ? "One prompt corrected the agent."
    : `${corrections} prompts corrected the agent.`;
}

function endOf(parts: readonly AskedPart[]): string {
  const reached = parts.filter(({ outcome }) => outcome === "reached").length;
  if (reached === parts.length) return "It ended with passing tests or a commit.";
  if (parts.at(-1)?.outcome === "abandoned") return "It was broken off.";
  return reached === 0
    ? "How it ended is not known."
    : `${reached} of ${parts.length} parts reached their goal.`;
}
