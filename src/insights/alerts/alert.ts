/** An alert: what a rule found that somebody should look at. */
import { z } from "zod";
import { RULE_KINDS } from "./rules/rule.ts";

const ALERT_STATES = ["open", "acknowledged", "closed"] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** An alert as answers show it. */
export const ALERT_ANSWER = z.object({
  id: z.string(),
  ruleId: z.string(),
  kind: z.enum(RULE_KINDS),
  title: z.string().describe("What is the matter, in a sentence."),
  detail: z.string().describe("The figures behind it, and what to do where that is known."),
  state: z
    .enum(ALERT_STATES)
    .describe("`acknowledged`: somebody has seen it. It is `closed` by itself when it is over."),
  threshold: z.number().describe("The highest threshold of the rule that was reached."),
  page: z.string().describe("The page that shows more."),
  openedAt: z.iso.datetime(),
  acknowledgedAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
});

export type AlertAnswer = z.infer<typeof ALERT_ANSWER>;

/** Where a page of alerts ends; the newest comes first. */
export const ALERT_POSITION = z.object({ openedAt: z.int(), id: z.string() });
export type AlertPosition = z.infer<typeof ALERT_POSITION>;
