/** `GET /scoring/prompt-rubric/agreement`: what is answered. */
import { z } from "zod";
import { CHECKS, type CheckId } from "../checks.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { LEAST_KAPPA, type TrialFigures, weakChecks } from "./trial-figures.ts";

const SHARE = z.number().min(0).max(1).nullable();
const CHECK_IDS = CHECKS.map(({ id }) => id) as [CheckId, ...CheckId[]];

/** How far a model agrees with a careful reader. */
export const AGREEMENT_ANSWER = z.object({
  model: z.string().nullable().describe("The model that is set; null when none is."),
  rubricVersion: z.string(),
  trial: z
    .object({
      triedAt: z.iso.datetime(),
      prompts: z.int().describe("How many prompts it was tried with."),
      checks: z.array(
        z.object({
          id: z.enum(CHECK_IDS),
          share: SHARE.describe("Share of the prompts on which it gives the reader's verdict."),
          kappa: z
            .number()
            .nullable()
            .describe("The same beyond chance: 0 is chance, 1 is full agreement; null when it is not known."),
          weak: z.boolean().describe(`Whether kappa is below ${LEAST_KAPPA}.`),
        }),
      ),
      intent: z
        .object({ share: SHARE, kappa: z.number().nullable(), weak: z.boolean() })
        .describe("The same of what prompts want: those that want no work get no grade."),
      scoreError: z
        .number()
        .nullable()
        .describe("How far the score of a prompt is from the reader's on average, in points."),
      repeated: SHARE.describe("Share of the checks on which it says the same when it is asked again."),
    })
    .nullable()
    .describe("What the last check of this model found; null when there was none with this rubric."),
  check: z
    .object({
      status: z
        .enum(["not_checked", "running", "passed", "failed"])
        .describe("failed: kappa is below 0.4 for a check or for intents; of this model at this address."),
      done: z.int().min(0),
      prompts: z.int().min(0).describe("So many known prompts make a check."),
      holdsJudging: z
        .boolean()
        .describe("Whether nothing is judged until a check passed, because of `judge_requires_check`."),
    })
    .nullable()
    .describe("null without a model."),
});

export type AgreementAnswer = z.infer<typeof AGREEMENT_ANSWER>;

/** A trial as the API shows it. */
export function describeTrial({
  triedAt,
  figures,
}: {
  triedAt: Instant;
  figures: TrialFigures;
}): NonNullable<AgreementAnswer["trial"]> {
  const { prompts, checks, intent, scoreError, repeated } = figures;
  const weak = new Set<string>(weakChecks(figures));
  return {
    triedAt: isoTime(triedAt),
    prompts,
    checks: CHECKS.map(({ id }) => {
      const { share, kappa } = checks[id];
      return { id, share, kappa, weak: weak.has(id) };
    }),
    intent: { share: intent.share, kappa: intent.kappa, weak: weak.has("intent") },
    scoreError,
    repeated,
  };
}
