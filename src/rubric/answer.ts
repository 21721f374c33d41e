/** What the judge model must answer about a prompt; anything else does not fit and is asked for again. */
import { z } from "zod";
import { CHECKS, type CheckId } from "./checks.ts";
import { INTENTS } from "./intent.ts";

/** Passed, failed, or does not apply. */
export type Mark = "yes" | "no" | "na";

/** What the model says of one check; the quote comes first, so that it looks before it decides. */
const FIRST_CHECK = z.strictObject({ evidence: z.string().nullable(), verdict: z.enum(["yes", "no"]) });
const LATER_CHECK = z.strictObject({ evidence: z.string().nullable(), verdict: z.enum(["yes", "no", "na"]) });

/** A verdict as the model gave it. */
export interface GivenVerdict {
  verdict: Mark;
  evidence: string | null;
}

/** The model's verdicts, one for each check. */
export type GivenVerdicts = Record<CheckId, GivenVerdict>;

/** The answer of the judge model, before anything of it is believed. */
export interface RubricAnswer {
  language: string;
  intent: (typeof INTENTS)[number];
  checks: GivenVerdicts;
}

/** The shape of an answer that fits: every check once, no other, and no `na` for the first of a dimension. */
export const RUBRIC_ANSWER: z.ZodType<RubricAnswer> = z.strictObject({
  language: z.string(),
  intent: z.enum(INTENTS),
  checks: z.strictObject(
    Object.fromEntries(
      CHECKS.map(({ id, isFirst }) => [id, isFirst ? FIRST_CHECK : LATER_CHECK]),
    ) as unknown as Record<CheckId, typeof LATER_CHECK>,
  ),
});
