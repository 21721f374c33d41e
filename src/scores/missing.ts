/** Why numbers of a score row are null, and what would change it. */
import { type Missable, SKILL_INPUTS, type SkillInput } from "../metrics/metrics.ts";
import type { MissingReason } from "../metrics/missing.ts";
import type { ScoreRow } from "./answer.ts";
import { type Columns, reasonIn } from "./columns.ts";
import { FEWEST_VALUES } from "./weighted-mean.ts";
import type { PeriodScores, ScoreName } from "./score-period.ts";
import { SKILL_WEIGHTS } from "./skill-inputs.ts";

type Missing = NonNullable<ScoreRow["missing"]>;
type Reason = Missing["reasons"][number];

const REMEDIES: Readonly<Record<MissingReason, string>> = {
  not_judged:
    "No language model has judged the prompts yet. Where none is set, set SCORING_LLM_BASE_URL and SCORING_LLM_MODEL: earlier ones are judged too.",
  text_withheld:
    "The agent does not send prompt text. `scoring connect AGENT` prints the setting that turns it on.",
  no_context_window: "Neither the agent nor the price table says how large the context window is.",
  not_interactive: "Programs ran these sessions; this number needs a person at the keyboard.",
  shared_key: "Several people may share this key: bind one to each with `scoring keys create --developer`.",
  too_few: "Not enough evidence yet. More work will bring it.",
  no_edits: "No edit has been kept, changed or reverted yet.",
  no_calls: "No model call is known to have succeeded.",
};

/**
 * Explains the nulls of one row.
 *
 * @returns null when nothing is missing.
 * @param scoreable - The period's scoreable sub-sessions.
 */
export function explainMissing(scores: PeriodScores, scoreable: Columns): Missing | null {
  const reasons = [
    ...SKILL_INPUTS.filter((input) => scores.skillInputs?.[input] == null).map((input) =>
      inputReason(input, scoreable),
    ),
    ...(["speed", "skill", "efficiency"] as const)
      .filter((name) => scores[name] === null)
      .map((name) => scoreReason(name, scores, scoreable)),
  ];
  const needed = Math.max(0, FEWEST_VALUES - scoreable.startedAt.length);
  return needed === 0 && reasons.length === 0 ? null : { scoreableSubSessions: needed, reasons };
}

function inputReason(input: SkillInput, scoreable: Columns): Reason {
  return because(input, hasValue(scoreable[input]) ? "too_few" : commonestOf(input, scoreable));
}

function scoreReason(name: ScoreName, scores: PeriodScores, scoreable: Columns): Reason {
  if (scores.state === "learning") return because(name, "too_few");
  switch (name) {
    case "skill":
      return because(name, inputReason(heaviestMissing(scores.skillInputs), scoreable).reason);
    case "speed":
      return because(name, valueReason("speed", "humanTime", scoreable));
    case "efficiency":
      return because(name, valueReason("efficiency", "sse", scoreable));
  }
}

function heaviestMissing(inputs: Readonly<Record<SkillInput, number | null>>): SkillInput {
  const missing = SKILL_INPUTS.filter((input) => inputs[input] === null);
  return missing.toSorted((left, right) => SKILL_WEIGHTS[right] - SKILL_WEIGHTS[left])[0] ?? "sse";
}

function valueReason(name: "speed" | "efficiency", metric: Missable, scoreable: Columns): MissingReason {
  return hasValue(scoreable[name]) ? "too_few" : (commonest(reasonsFor(metric, scoreable)) ?? "no_calls");
}

function commonestOf(input: SkillInput, scoreable: Columns): MissingReason {
  return commonest(reasonsFor(input, scoreable)) ?? "too_few";
}

function hasValue(values: Float64Array): boolean {
  return values.some((value) => !Number.isNaN(value));
}

function reasonsFor(metric: Missable, { reasons }: Columns): (MissingReason | null)[] {
  return Array.from(reasons, (code) => reasonIn(code, metric));
}

/** Returns the reason of most sub-sessions; of equally frequent reasons the first in the table of remedies. */
function commonest(reasons: readonly (MissingReason | null)[]): MissingReason | null {
  const order = Object.keys(REMEDIES) as MissingReason[];
  const counts = order.map((reason) => reasons.filter((counted) => counted === reason).length);
  const most = Math.max(...counts);
  return most === 0 ? null : (order[counts.indexOf(most)] ?? null);
}

function because(input: Reason["input"], reason: MissingReason): Reason {
  return { input, reason, remedy: REMEDIES[reason] };
}
