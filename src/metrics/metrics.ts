/**
 * The metrics of a sub-session: one list, from which columns, answers, reasons, packed days and Skill's
 * inputs follow.
 *
 * @see docs/scoring.md, "Layer 2" and, for the weights, "Layer 3": Skill.
 */
import type { Score } from "../vocabulary/units.ts";
import type { Account } from "./accounts/account.ts";
import type { Baselines } from "./baselines/baseline.ts";
import { iterationEfficiency, type Iterations } from "./iteration/iteration.ts";
import type { Circumstances, MissingReason } from "./missing.ts";
import { contextResetRate } from "./resets/resets-score.ts";
import type { Resets } from "./resets/resets.ts";
import type { EditCount } from "./retention/edits.ts";
import { qualityRetention } from "./retention/retention.ts";

/** What the formulas see of a sub-session. */
export interface Measurable {
  account: Account;
  iterations: Omit<Iterations, "usualRepairShare">;
  resets: Resets;
  edits: EditCount;
  /** The mean rubric score of its prompts; null when none was scored. */
  promptScore: Score | null;
  baselines: Baselines;
}

interface Metric {
  /** Its column, and its member in answers. */
  name: string;
  title: string;
  /** Its title where a table has room for one word. */
  short: string;
  /** What it looks at, to follow its title and a colon. */
  looksAt: string;
  /** How it is computed, in words. */
  formula: string;
  /** What a developer can do to raise it; null when it is no input of Skill. */
  help: string | null;
  /** The list in which its evidence can be seen. */
  seenIn: "sessions" | "prompts";
  /** Its weight in Skill, in points of 100; null when it is no input of Skill. */
  skillWeight: number | null;
  /** Whether 50 is the baseline of its organization; the others have scales of their own. */
  centred: boolean;
  /** null for a metric that needs the developer's other sub-sessions: it is filled in where those are combined. */
  scoreOf: ((work: Measurable) => Score | null) | null;
  /** The reason when it is null. */
  reasonOf: (circumstances: Circumstances) => MissingReason;
}

/** New ones come last: the order is that of columns and answers. */
export const METRICS = [
  {
    name: "sse",
    title: "Sub-session efficiency",
    short: "Sub-session efficiency",
    looksAt: "what turns earned against the tokens, prompts and human time that they took",
    formula:
      "What the turns of all tasks earned, divided by what they took: tokens (35 %), prompts (30 %) and human time " +
      "(35 %). Each turn earns what a turn of its kind usually takes here. As much as the baseline earns gives 50.",
    help:
      "Put what should come out, where, and what limits it into the first prompt, and begin a new goal with an " +
      "empty context.",
    seenIn: "sessions",
    skillWeight: 45,
    centred: true,
    scoreOf: ({ account }) => account.sse,
    reasonOf: ({ mayHaveWorked, interactive }) =>
      mayHaveWorked && !interactive ? "not_interactive" : "no_calls",
  },
  {
    name: "pes",
    title: "Prompt efficiency",
    short: "Prompts",
    looksAt: "how clear the prompts are, as the judge model grades them",
    formula: "The mean grade of the prompts, from 0 to 100.",
    help:
      "Say what should come out and how the agent can check that it is done, name the file or test to work on, and " +
      "ask for one result at a time.",
    seenIn: "prompts",
    skillWeight: 20,
    centred: false,
    scoreOf: ({ promptScore }) => promptScore,
    reasonOf: ({ textKnown, awaitsJudgement }) => {
      if (!textKnown) return "text_withheld";
      return awaitsJudgement ? "not_judged" : "too_few";
    },
  },
  {
    name: "ie",
    title: "Iteration efficiency",
    short: "Iteration",
    looksAt: "how few of the turns that change something correct, repeat or undo what came before",
    formula:
      "The share of turns that repair earlier ones, among those that change or repair. The organization's usual " +
      "share gives 50, twice that share 25, and no repair comes near 100.",
    help:
      "Say in the first prompt what must not change and when the work is done. Then fewer later prompts have to " +
      "correct, repeat or undo.",
    seenIn: "sessions",
    skillWeight: 15,
    centred: false,
    scoreOf: ({ iterations, baselines }) =>
      iterationEfficiency({ ...iterations, usualRepairShare: baselines.repairShare }),
    reasonOf: ({ mayHaveWorked, repairsVisible }) => {
      if (!mayHaveWorked) return "no_calls";
      return repairsVisible ? "no_edits" : "text_withheld";
    },
  },
  {
    name: "crr",
    title: "Context resets",
    short: "Resets",
    looksAt: "whether the context is cleared in time, and not in the middle of a task",
    formula:
      "Good resets, divided by all resets and missed chances to reset. One good and one bad are added, so few " +
      "chances stay near 50.",
    help:
      "Clear or compact the context when one goal is reached and before it is 80 % full, not in the middle of the " +
      "next goal.",
    seenIn: "sessions",
    skillWeight: 10,
    centred: false,
    scoreOf: ({ resets }) => (resets.chances === 0 ? null : contextResetRate(resets.good, resets.bad)),
    reasonOf: ({ windowKnown }) => (windowKnown ? "too_few" : "no_context_window"),
  },
  {
    name: "fc",
    title: "Flow continuity",
    short: "Flow",
    looksAt: "how long people work without a break",
    formula:
      "The mean length of a stretch of work without a break of 15 minutes; 90 minutes or more give 100.",
    help:
      "Stay with one goal for longer. Prompts at most 15 minutes apart form one stretch of work, and a stretch of " +
      "90 minutes scores 100.",
    seenIn: "sessions",
    skillWeight: 10,
    centred: false,
    scoreOf: null,
    reasonOf: ({ sharedKey }) => (sharedKey ? "shared_key" : "not_interactive"),
  },
  {
    name: "qr",
    title: "Quality retention",
    short: "Retention",
    looksAt: "how many of the agent's edits are kept",
    formula: "The share of edits that were neither rejected nor taken back.",
    help: null,
    seenIn: "sessions",
    skillWeight: null,
    centred: false,
    scoreOf: ({ edits }) => qualityRetention(edits),
    reasonOf: ({ edits }) => (edits === 0 ? "no_edits" : "too_few"),
  },
] as const satisfies readonly Metric[];

type ListedMetric = (typeof METRICS)[number];
type MeasuredEntry = Exclude<ListedMetric, { scoreOf: null }>;
type SkillEntry = Extract<ListedMetric, { skillWeight: number }>;

export type MetricName = ListedMetric["name"];

/** The metrics that need only the sub-session. */
export type MeasuredMetric = MeasuredEntry["name"];

/** The metrics that are inputs of Skill. */
export type SkillInput = SkillEntry["name"];

const MEASURED = METRICS.filter((metric): metric is MeasuredEntry => metric.scoreOf !== null);
const SKILL_ENTRIES = METRICS.filter((metric): metric is SkillEntry => metric.skillWeight !== null);

export const METRIC_NAMES: readonly MetricName[] = METRICS.map(({ name }) => name);
export const SKILL_INPUTS: readonly SkillInput[] = SKILL_ENTRIES.map(({ name }) => name);

/** One value for each metric. */
export function eachMetric<Value>(valueFor: (metric: ListedMetric) => Value): Record<MetricName, Value> {
  return byName(METRICS, valueFor);
}

/** One value for each metric that needs only the sub-session. */
export function eachMeasured<Value>(
  valueFor: (metric: MeasuredEntry) => Value,
): Record<MeasuredMetric, Value> {
  return byName(MEASURED, valueFor);
}

/** One value for each input of Skill. */
export function eachSkillInput<Value>(valueFor: (metric: SkillEntry) => Value): Record<SkillInput, Value> {
  return byName(SKILL_ENTRIES, valueFor);
}

function byName<Entry extends { name: MetricName }, Value>(
  entries: readonly Entry[],
  valueFor: (metric: Entry) => Value,
): Record<Entry["name"], Value> {
  // a loop, because this runs for every sub-session of a team's month
  const values: Partial<Record<Entry["name"], Value>> = {};
  for (const metric of entries) values[metric.name as Entry["name"]] = valueFor(metric);
  return values as Record<Entry["name"], Value>;
}

/** What a sub-session may lack: a metric, or the axis of human time. */
export type Missable = MetricName | "humanTime";

/** In the order in which packed days count them. */
export const MISSABLE: readonly Missable[] = [...METRIC_NAMES, "humanTime"];

/** Returns why a metric of a sub-session is null. */
export function reasonFor(missing: Missable, circumstances: Circumstances): MissingReason {
  if (missing === "humanTime") return reasonForHumanTime(circumstances);
  return REASONS[missing](circumstances);
}

function reasonForHumanTime({ interactive, pauses }: Circumstances): MissingReason {
  if (!interactive) return "not_interactive";
  return pauses ? "pauses" : "too_few";
}

const REASONS = eachMetric<Metric["reasonOf"]>(({ reasonOf }) => reasonOf);
