/** What the verdicts of the judge model are worth, in words. */
import type { AgreementAnswer } from "../../../src/rubric/trial/agreement-answer.ts";
import { formatShare, formatThings } from "./numbers.ts";
import { CHECK_NAMES } from "./rubric.ts";
import { formatDay } from "./times.ts";

/** A trial, as it was answered. */
export type Trial = NonNullable<AgreementAnswer["trial"]>;

/**
 * Returns "small gives the verdict of a careful reader 84 % of the time, measured on 18 Nov with 68 prompts."
 */
export function sayAgreement(model: string, trial: Trial): string {
  const share = meanShare(trial);
  const measured = `measured on ${formatDay(trial.triedAt)} with ${formatThings(trial.prompts, "prompt")}`;
  return share === null
    ? `How far ${model} agrees with a careful reader is not known, ${measured}.`
    : `${model} gives the verdict of a careful reader ${formatShare(share)} of the time, ${measured}.`;
}

/** How far the model's check is, or that it failed; null where there is nothing to say. */
export function sayCheck(check: AgreementAnswer["check"]): string | null {
  if (check === null || check.status === "passed") return null;
  const held = check.holdsJudging ? " Nothing is judged until a check passes." : "";
  if (check.status === "failed")
    return `It failed its check: do not rely on its grades, and choose another model.${held}`;
  if (check.status === "running")
    return `It is being checked: ${check.done} of ${formatThings(check.prompts, "known prompt")} so far.${held}`;
  return held === "" ? null : held.trim();
}

/** Returns the mean of the checks' shares; null when none is known. */
export function meanShare({ checks }: Trial): number | null {
  const shares = checks.flatMap(({ share }) => (share === null ? [] : [share]));
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** Returns "Little more than chance on “Gives evidence”, what prompts want." Empty when nothing is weak. */
export function sayWeak({ checks, intent }: Pick<Trial, "checks" | "intent">): string {
  const weakChecks = checks.filter((check) => check.weak).map(({ id }) => `“${CHECK_NAMES[id]}”`);
  const weak = intent.weak ? [...weakChecks, "what prompts want"] : weakChecks;
  return weak.length === 0 ? "" : `Little more than chance on ${weak.join(", ")}.`;
}
