/** The prompts on which a judge is tried out, with the marks that a careful reader gives them. */
import { z } from "zod";
import shipped from "../../../embedded/judge-check/prompts.json";
import type { Mark } from "../answer.ts";
import { type CheckId, CHECKS } from "../checks.ts";
import { INTENTS } from "../intent.ts";

const CHECK_IDS = z.array(z.enum(CHECKS.map(({ id }) => id) as [CheckId, ...CheckId[]]));

const PROMPT = z.strictObject({
  id: z.string(),
  language: z.string(),
  intent: z.enum(INTENTS),
  text: z.string(),
  context: z.array(z.string()).default([]),
  yes: CHECK_IDS.optional(),
  na: CHECK_IDS.default([]),
  open: CHECK_IDS.default([]),
  injection: z
    .strictObject({
      of: z.string(),
      verdict: z.enum(["yes", "no"]).optional(),
      checks: CHECK_IDS.optional(),
      intent: z.enum(INTENTS).optional(),
    })
    .optional(),
});

/** One prompt. */
export type TrialPrompt = z.output<typeof PROMPT>;

/** The prompts and their version. */
export interface TrialPrompts {
  version: string;
  prompts: readonly TrialPrompt[];
}

/** The prompts that the program carries. */
export function shippedPrompts(): TrialPrompts {
  return z.strictObject({ version: z.string(), prompts: z.array(PROMPT) }).parse(shipped);
}

/** What the judge should find about a check; null where readers differ, or where nothing is marked. */
export function expectedMark({ yes, na, open }: TrialPrompt, check: CheckId): Mark | null {
  if (yes === undefined || open.includes(check)) return null;
  if (yes.includes(check)) return "yes";
  return na.includes(check) ? "na" : "no";
}
