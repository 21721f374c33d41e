/** What the marks of the language model are worth, in words. */
import type { AgreementAnswer } from "../../../src/rubric/trial/agreement-answer.ts";
import { formatShare, formatThings } from "./numbers.ts";
import { CHECK_NAMES } from "./rubric.ts";
import { formatDay } from "./times.ts";

/** A trial, as it was answered. */
export type Trial = NonNullable<AgreementAnswer["trial"]>;

/** Gives: "small gives the mark of a careful reader 84 % of the time, measured on 18 Nov with 68 prompts." */
export function sayAgreement(model: string, trial: Trial): string {
  const share = meanShare(trial);
  const measured = `measured on ${formatDay(trial.triedAt)} with ${formatThings(trial.prompts, "prompt")}`;
  return share === null
    ? `How far ${model} agrees with a careful reader could not be told, ${measured}.`
    : `${model} gives the mark of a careful reader ${formatShare(share)} of the time, ${measured}.`;
}

/** Gives: the mean of the checks' shares; null when none is known. */
export function meanShare({ checks }: Trial): number | null {
  const shares = checks.flatMap(({ share }) => (share === null ? [] : [share]));
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** Gives: "Little more than chance on “Gives evidence”, “Has one reading”." Empty when no check is weak. */
export function sayWeak({ checks }: Trial): string {
  const weak = checks.filter((check) => check.weak).map(({ id }) => `“${CHECK_NAMES[id]}”`);
  return weak.length === 0 ? "" : `Little more than chance on ${weak.join(", ")}.`;
}
