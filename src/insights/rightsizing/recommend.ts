/** Which changes of model are worth showing, of all that could be made. */
import type { PriceTable } from "../../prices/price-table.ts";
import type { UsageDay } from "../../spend/usage/usage-day.ts";
import { DAY, type MicroUsd, type Milliseconds } from "../../vocabulary/units.ts";
import type { Candidate } from "./candidate.ts";
import { lowerEfforts, nextTierDown } from "./cheaper.ts";
import type { Grade } from "./evidence.ts";
import { type ModelWork, type SegmentWork, segmentsOf } from "./segments.ts";
import { isFailing, nextTierUp } from "./stronger.ts";

/** What is shown. */
export interface Recommended {
  /** Those that save most first, then those that cost more. */
  recommended: (Candidate & { monthlySaving: MicroUsd })[];
  /** How many others are too small to be shown. */
  quiet: number;
}

/**
 * Looks for changes in both directions: at most one for each model and kind of work, so that savings add up.
 *
 * @param window - How long the window is.
 * @see docs/scoring.md, "Cheaper and stronger models".
 */
export function recommend(usage: UsageDay, prices: PriceTable, window: Milliseconds): Recommended {
  const found = segmentsOf(usage.groups, prices).flatMap((work) =>
    work.models.flatMap((ofModel) => bestFor(ofModel, work, prices) ?? []),
  );
  const spend = usage.models.reduce((sum, { cost }) => sum + cost, 0);
  const perMonth = MONTH / Math.max(window, LEAST_WINDOW);
  const isWorthTelling = (candidate: Candidate): boolean => {
    const stake = stakeOf(candidate);
    return stake * perMonth >= LEAST_A_MONTH && stake >= LEAST_SHARE * spend;
  };
  const [large, small] = split(found, isWorthTelling);
  const [alike, rest] = split(
    pool(small, ({ grade }) => grade),
    isWorthTelling,
  );
  const [mixed, quiet] = split(
    pool(rest, () => ""),
    isWorthTelling,
  );
  const candidates = [...large, ...alike, ...mixed].map((candidate) => ({
    ...candidate,
    monthlySaving: (candidate.current - candidate.projected) * perMonth,
  }));
  return {
    recommended: candidates.toSorted((left, right) => right.monthlySaving - left.monthlySaving),
    quiet: quiet.length,
  };
}

const MONTH: Milliseconds = 30 * DAY;
/** A shorter window says too little about a month. */
const LEAST_WINDOW: Milliseconds = 7 * DAY;
const LEAST_A_MONTH: MicroUsd = 5_000_000;
const LEAST_SHARE = 0.03;

const GRADES: readonly Grade[] = ["A", "B", "C"];

/** Up where the model fails, else down: by model or by effort, whichever has the better evidence, then saves more. */
function bestFor(ofModel: ModelWork, work: SegmentWork, prices: PriceTable): Candidate | null {
  if (isFailing(ofModel.groups)) return nextTierUp(ofModel, work, prices);
  const candidates = [nextTierDown(ofModel, work, prices), ...lowerEfforts(ofModel, work)];
  const [best] = candidates
    .filter((candidate) => candidate !== null)
    .filter(({ current, projected }) => projected < current)
    .toSorted((left, right) => rank(left) - rank(right) || stakeOf(right) - stakeOf(left));
  return best ?? null;
}

function rank({ grade }: Candidate): number {
  return GRADES.indexOf(grade);
}

/** The money that it is about: what is saved, or what the work that fails costs. */
function stakeOf({ kind, current, projected }: Candidate): MicroUsd {
  return kind === "tier_up" ? current : current - projected;
}

/** Adds up changes that are too small to show by themselves, per change of model, with the lowest grade among them. */
function pool(candidates: readonly Candidate[], apart: (candidate: Candidate) => string): Candidate[] {
  const changes = Map.groupBy(candidates, (candidate) => {
    const { kind, model, from, to, segment } = candidate;
    return `${kind} ${segment.agent} ${model} ${from} ${to} ${apart(candidate)}`;
  });
  return [...changes.values()].map((same) => same.reduce(joinCandidates));
}

function joinCandidates(left: Candidate, right: Candidate): Candidate {
  const { agent, intent, size } = left.segment;
  const { from, to } = left.matched;
  return {
    ...left,
    segment: {
      agent,
      intent: intent === right.segment.intent ? intent : null,
      size: size === right.segment.size ? size : null,
    },
    subSessions: left.subSessions + right.subSessions,
    current: left.current + right.current,
    spent: left.spent + right.spent,
    projected: left.projected + right.projected,
    grade: rank(left) > rank(right) ? left.grade : right.grade,
    matched: {
      from: addTried(from, right.matched.from),
      to: addTried(to, right.matched.to),
    },
    examples: [...left.examples, ...right.examples],
    parts: [...left.parts, ...right.parts],
  };
}

function addTried(left: Candidate["matched"]["from"], right: Candidate["matched"]["from"]) {
  return { subSessions: left.subSessions + right.subSessions, reached: left.reached + right.reached };
}

function split<Item>(items: readonly Item[], fits: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}
