/** Why numbers of a score row are null, and what would change it. */
import { type Missable, SKILL_INPUTS, type SkillInput } from "../metrics/metrics.ts";
import type { MissingReason } from "../metrics/missing.ts";
import type { ScoreRow } from "./answer.ts";
import { type Columns, reasonIn } from "./columns.ts";
import { FEWEST_VALUES } from "./weighted-mean.ts";
import { countScoreable, type PeriodScores, type ScoreName } from "./score-period.ts";
import { SKILL_WEIGHTS } from "./skill-inputs.ts";

type Missing = NonNullable<ScoreRow["missing"]>;
type Reason = Missing["reasons"][number];

const REMEDIES: Readonly<Record<MissingReason, string>> = {
  not_judged:
    "No judge model has judged the prompts yet. Where none is set, set SCORING_LLM_BASE_URL and SCORING_LLM_MODEL: earlier ones are judged too.",
  text_withheld:
    "The agent does not send prompt text. `scoring connect AGENT` prints the setting that turns it on.",
  no_context_window: "Neither the agent nor the price table says how large the context window is.",
  not_interactive: "Programs ran these sessions; this number needs a person at the keyboard.",
  pauses:
    "Every wait before a prompt was a pause of more than 20 minutes, which counts for nothing. Prompts that follow sooner bring it.",
  shared_key: "Several people may share this key: bind one to each with `scoring keys create --developer`.",
  too_few: "Not enough evidence yet. More work will bring it.",
  no_edits: "No turn changed a file or corrected anything yet.",
  no_calls: "No model call is known to have succeeded.",
};

/**
 * Explains the nulls of one row.
 *
 * @returns null when nothing is missing.
 * @param rows - The period's sub-sessions.
 */
export function explainMissing(scores: PeriodScores, rows: Columns): Missing | null {
  const reasons = [
    ...SKILL_INPUTS.filter((input) => scores.skillInputs?.[input] == null).map((input) =>
      inputReason(input, rows),
    ),
    ...(["speed", "skill", "efficiency"] as const)
      .filter((name) => scores[name] === null)
      .map((name) => scoreReason(name, scores, rows)),
  ];
  const needed = Math.max(0, FEWEST_VALUES - countScoreable(rows));
  return needed === 0 && reasons.length === 0 ? null : { scoreableSubSessions: needed, reasons };
}

function inputReason(input: SkillInput, rows: Columns): Reason {
  return because(input, hasValue(rows[input]) ? "too_few" : commonestOf(input, rows));
}

function scoreReason(name: ScoreName, scores: PeriodScores, rows: Columns): Reason {
  if (scores.state === "learning") return because(name, "too_few");
  switch (name) {
    case "skill":
      return because(name, inputReason(heaviestMissing(scores.skillInputs), rows).reason);
    case "speed":
      return because(name, valueReason(rows.tookK, "humanTime", rows));
    case "efficiency":
      return because(name, valueReason(rows.tookT, "sse", rows));
  }
}

function heaviestMissing(inputs: Readonly<Record<SkillInput, number | null>>): SkillInput {
  const missing = SKILL_INPUTS.filter((input) => inputs[input] === null);
  return missing.toSorted((left, right) => SKILL_WEIGHTS[right] - SKILL_WEIGHTS[left])[0] ?? "sse";
}

/** @param took - What was taken on the axis that the score needs. */
function valueReason(took: Float64Array, metric: Missable, rows: Columns): MissingReason {
  const has = took.some((value) => value > 0);
  return has ? "too_few" : (commonest(reasonsFor(metric, rows)) ?? "no_calls");
}

function commonestOf(input: SkillInput, rows: Columns): MissingReason {
  return commonest(reasonsFor(input, rows)) ?? "too_few";
}

function hasValue(values: Float64Array): boolean {
  return values.some((value) => !Number.isNaN(value));
}

function reasonsFor(metric: Missable, { reasons, scoreable }: Columns): (MissingReason | null)[] {
  const counted = reasons.filter((_, index) => scoreable[index] === 1);
  return Array.from(counted, (code) => reasonIn(code, metric));
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
