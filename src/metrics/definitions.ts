/** Rows of `GET /scoring/metrics/definitions`: what each metric is called, what it looks at, what it weighs in Skill. */
import { z } from "zod";
import { METRIC_NAMES, METRICS } from "./metrics.ts";

/** One metric in words. */
export const METRIC_DEFINITION = z.object({
  metric: z.enum(METRIC_NAMES).describe("As columns and answers name it."),
  title: z.string(),
  short: z.string().describe("The title where a table has room for one word."),
  skillWeight: z.int().nullable().describe("Its weight in Skill, of 100; null when it is no input of Skill."),
  centred: z.boolean().describe("Whether 50 is the organization's baseline."),
  looksAt: z.string(),
  formula: z.string().describe("How it is computed, in words."),
  help: z
    .string()
    .nullable()
    .describe("What a developer can do to raise it; null when it is no input of Skill."),
  seenIn: z.enum(["sessions", "prompts"]).describe("The list in which its evidence can be seen."),
});

export type MetricDefinition = z.infer<typeof METRIC_DEFINITION>;

/** In the order of columns and answers. */
export const METRIC_DEFINITIONS: readonly MetricDefinition[] = METRICS.map(
  ({ name, title, short, skillWeight, centred, looksAt, formula, help, seenIn }) => ({
    metric: name,
    title,
    short,
    skillWeight,
    centred,
    looksAt,
    formula,
    help,
    seenIn,
  }),
);
