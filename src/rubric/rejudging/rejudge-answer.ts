/** `/scoring/prompt-rubric/rejudge`: what judging again would take, and how far it is. */
import { z } from "zod";

/** What judging a time again takes. */
const REJUDGE_ESTIMATE = z.object({
  model: z.string().describe("The model that is set."),
  rubricVersion: z.string(),
  prompts: z
    .int()
    .min(0)
    .describe(
      "Prompts of the time range whose newest grade is of another model or rubric, and that do not wait.",
    ),
  calls: z.int().min(0).describe("Estimated: equal prompts after equal ones of a day are asked about once."),
  inputTokens: z.int().min(0).describe("Estimated, on the high side."),
  outputTokens: z.int().min(0).describe("Estimated; models that think first write several times as much."),
  costUsd: z
    .number()
    .min(0)
    .nullable()
    .describe("The cost of the estimate; null when the model's price is not known."),
});
export type RejudgeEstimate = z.infer<typeof REJUDGE_ESTIMATE>;

export const REJUDGE_ANSWER = REJUDGE_ESTIMATE.extend({
  id: z.string().nullable().describe("null where nothing was asked for: a dry run, or no prompt."),
});

export const REJUDGINGS_ANSWER = z.object({
  rejudgings: z
    .array(
      z.object({
        id: z.string(),
        from: z.iso.datetime(),
        to: z.iso.datetime(),
        askedAt: z.iso.datetime(),
        model: z.string().describe("The model that was set then."),
        rubricVersion: z.string(),
        prompts: z.int().min(0).describe("So many were to be judged again."),
        waiting: z.int().min(0).describe("So many of them wait still, those on which the model fails too."),
        status: z.enum(["running", "completed"]),
      }),
    )
    .describe("The newest first. A newer one takes the place of those whose time is within its own."),
});
export type RejudgingsAnswer = z.infer<typeof REJUDGINGS_ANSWER>;
