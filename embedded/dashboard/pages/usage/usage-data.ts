/** What the page of usage computes from the answer: sentences, columns of the chart, addresses of rows. */
import type { UsageAnswer, UsageSums } from "../../../../src/insights/usage/usage-answer.ts";
import { addressWithLabel } from "../../address/labels.ts";
import { developerAddress, developerSessionsAddress } from "../../address/developer-address.ts";
import { addressOf, type Whose } from "../../address/whose-of.ts";
import { sessionsAddress } from "../../address/work-filter.ts";
import type { StackBucket } from "../../charts/stack/pieces.ts";
import { agentName, agentNames } from "../../words/agents.ts";
import { labelName } from "../../words/labels.ts";
import { formatCount, formatShare, formatThings, formatTokens, formatUsd } from "../../words/numbers.ts";

/** What rows are, in the order in which they can be chosen. */
export const CUTS = [
  { value: "developer", text: "Developer" },
  { value: "model", text: "Model" },
  { value: "agent", text: "Agent" },
  { value: "tool", text: "Tool" },
  { value: "mcp_server", text: "MCP server" },
] as const;

export type Cut = (typeof CUTS)[number]["value"] | `label:${string}`;

/** A way to divide usage, and what it is called. */
export interface CutChoice {
  value: Cut;
  text: string;
}

/** Returns the ways with those of labels behind them; the work of one person is not divided by people. */
export function cutsWith(labels: readonly { name: string }[], whose: Whose): CutChoice[] {
  return [
    ...CUTS.filter(({ value }) => whose.kind === "everyone" || value !== "developer"),
    ...labels.map(({ name }): CutChoice => ({ value: `label:${name}`, text: labelName(name) })),
  ];
}

/**
 * Returns how the address asks for rows. Where it does not, or not so that it is understood, everyone's are by
 * developer and one person's by model.
 */
export function cutIn(asked: string | null, whose: Whose): Cut {
  if (asked !== null && /^label:[^\s:]{1,100}$/.test(asked)) return asked as Cut;
  const [usual] = cutsWith([], whose);
  return cutsWith([], whose).find(({ value }) => value === asked)?.value ?? usual?.value ?? "model";
}

/** Returns what rows are called. */
export function nameOfCut(by: Cut): string {
  return by.startsWith(LABEL)
    ? labelName(by.slice(LABEL.length))
    : (CUTS.find(({ value }) => value === by)?.text ?? "");
}

const LABEL = "label:";
export type Bucket = "day" | "week";

/** What columns show. */
export const MEASURES = [
  { value: "cost", text: "Cost" },
  { value: "tokens", text: "Tokens" },
  { value: "calls", text: "Calls" },
] as const;

export type Measure = (typeof MEASURES)[number]["value"];

/** Tools have no tokens of their own. */
export function measureFor(by: Cut, asked: string | null): Measure {
  if (isOfTools(by)) return "calls";
  return MEASURES.find(({ value }) => value === asked)?.value ?? "cost";
}

export function isOfTools(by: Cut): boolean {
  return by === "tool" || by === "mcp_server";
}

/** Weeks where days would be too narrow to see. */
export function bucketFor(days: number): Bucket {
  return days > 31 ? "week" : "day";
}

const FORMATS: Readonly<Record<Measure, (value: number) => string>> = {
  cost: (usd) => (usd >= 100 || usd === 0 ? `$${formatCount(usd)}` : formatUsd(usd)),
  tokens: formatTokens,
  calls: formatCount,
};

/** Returns how a measure's numbers are written. */
export function formatOf(measure: Measure): (value: number) => string {
  return FORMATS[measure];
}

const UNNAMED = "not named";
const UNLABELLED = "without one";

type UsageRow = UsageAnswer["rows"][number];

/** Returns what a row is called. */
export function nameOfRow({ name, developer }: Pick<UsageRow, "name" | "developer">, by: Cut): string {
  if (developer !== null) return developer.name;
  if (name === null) return by.startsWith(LABEL) ? UNLABELLED : UNNAMED;
  const agent = agentNames().find((known) => known === name);
  return by === "agent" && agent !== undefined ? agentName(agent) : name;
}

/** Returns how parts of columns are called: those of developers come with their ids. */
export function titlesOf(rows: readonly UsageRow[], by: Cut): (name: string) => string {
  const titles = new Map(rows.map((row) => [row.name ?? UNNAMED, nameOfRow(row, by)]));
  return (name) => titles.get(name) ?? name;
}

/** The row under which all names that have no row of their own are counted. */
const OTHER = "other";

/** Returns where a row leads for who sees no sessions of others: to the developer, or nowhere. */
export function personOf({ name }: Pick<UsageRow, "name">, by: Cut): string | null {
  return by === "developer" && name !== null && name !== OTHER ? developerAddress(name) : null;
}

/** Returns the address of a row's sessions; null where the row is no one thing. */
export function sessionsOf({ name }: Pick<UsageRow, "name">, by: Cut, whose: Whose): string | null {
  if (name === null || name === OTHER) return null;
  if (by.startsWith(LABEL))
    return addressWithLabel(addressOf("/sessions", whose), `${by.slice(LABEL.length)}:${name}`);
  switch (by) {
    case "developer":
      return developerSessionsAddress(name);
    case "agent":
      return addressOf(`/sessions?agent=${encodeURIComponent(name)}`, whose);
    case "mcp_server":
      return sessionsAddress(whose, { mcpServer: name });
    default:
      return sessionsAddress(whose, { [by]: name });
  }
}

const NUMBER_OF = { cost: "costUsd", tokens: "tokens", calls: "calls" } as const;
const DAY_MS = 86_400_000;
const STEP_MS = { day: DAY_MS, week: 7 * DAY_MS };

/** Returns a column for each bucket from the first to the last with work; those without any are empty. */
export function stackOf(
  { buckets }: Pick<UsageAnswer, "buckets">,
  measure: Measure,
  bucket: Bucket,
): StackBucket[] {
  return filled(
    buckets.map(({ from, parts }) => ({
      start: from,
      parts: parts.map((part) => ({ name: part.name ?? UNNAMED, value: part[NUMBER_OF[measure]] })),
    })),
    bucket,
  );
}

/** Returns how many people worked in each bucket. */
export function peopleOf({ buckets }: Pick<UsageAnswer, "buckets">, bucket: Bucket): StackBucket[] {
  return filled(
    buckets.map(({ from, sums }) => ({ start: from, parts: [{ name: "people", value: sums.people }] })),
    bucket,
  );
}

/** From the bottom of a column up. */
export const OUTCOMES = ["reached", "partial", "abandoned", "unknown"] as const;

/** Returns the goals of each bucket by outcome. */
export function goalsOf({ buckets }: Pick<UsageAnswer, "buckets">, bucket: Bucket): StackBucket[] {
  return filled(
    buckets.map(({ from, sums }) => ({
      start: from,
      parts: OUTCOMES.map((name) => ({ name, value: sums.goals[name] })),
    })),
    bucket,
  );
}

function filled(buckets: readonly StackBucket[], bucket: Bucket): StackBucket[] {
  const step = STEP_MS[bucket];
  return buckets.flatMap((each, place) => {
    const next = buckets[place + 1];
    const [start, end] = [Date.parse(each.start), next === undefined ? 0 : Date.parse(next.start)];
    const between: StackBucket[] = [];
    // the first bucket is cut to the window: whole steps count from the next one backwards
    for (let at = end - step; at > start; at -= step)
      between.unshift({ start: new Date(at).toISOString(), parts: [] });
    return [each, ...(next === undefined ? [] : between)];
  });
}

/** Half of a 90 % interval of a normal distribution, in standard deviations. */
const DEVIATIONS = 1.6449;

/**
 * Returns a share and its 90 % interval.
 *
 * @see Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
 */
export function shareOf(part: number, whole: number): { share: number; low: number; high: number } | null {
  if (whole === 0) return null;
  const share = part / whole;
  const square = DEVIATIONS ** 2;
  const middle = (share + square / (2 * whole)) / (1 + square / whole);
  const half =
    (DEVIATIONS / (1 + square / whole)) *
    Math.sqrt((share * (1 - share)) / whole + square / (4 * whole ** 2));
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Returns "64 % of 120 tasks that are over reached their goal". */
export function sayUsage({ total }: Pick<UsageAnswer, "total">, days: number): string {
  const who = formatThings(total.people, "person", "people");
  const spent = total.costUsd === null ? "at a cost that is not known" : `for ${formatUsd(total.costUsd)}`;
  const { counted, reached } = total.goals;
  const goals =
    counted === 0
      ? ""
      : ` ${formatShare(reached / counted)} of the ${formatThings(counted, "task")} that are over reached the goal.`;
  return `In ${days} days, ${who} worked on ${formatThings(total.subSessions, "task")} ${spent}.${goals}`;
}

/** Returns "12 % more than in the 30 days before". */
export function sayChange(now: number | null, before: number | null, days: number): string {
  if (now === null || before === null || before === 0)
    return `nothing to compare with in the ${days} days before`;
  const change = now / before - 1;
  if (Math.abs(change) < 0.005) return `as in the ${days} days before`;
  return `${formatShare(Math.abs(change))} ${change > 0 ? "more" : "less"} than in the ${days} days before`;
}

const REASONS: Readonly<Record<UsageSums["missing"][string], string>> = {
  not_sent: "no agent here sends it",
  not_split: "it cannot be divided this way",
  no_price: "no call has a price",
};

/** Returns why a number of a row is missing. */
export function sayMissing({ missing }: Pick<UsageSums, "missing">, name: string): string {
  const reason = missing[name];
  return reason === undefined ? "" : REASONS[reason];
}

/** Returns all tokens together; null where no kind is known. Reasoning is in the output. */
export function tokensOf({ tokens }: Pick<UsageSums, "tokens">): number | null {
  const known = [tokens.input, tokens.output, tokens.cacheRead, tokens.cacheWrite].filter(
    (kind) => kind !== null,
  );
  return known.length === 0 ? null : known.reduce((sum, kind) => sum + kind, 0);
}
