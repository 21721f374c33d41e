/** The chapter "appendix": how the numbers came about, by which versions, and what agents did not tell. */
import { z } from "zod";
import { AGENT_COVERAGE } from "../../../turns/coverage/coverage-answer.ts";

export const APPENDIX = z.object({
  method: z.array(z.string()).describe("How to read the numbers: one sentence each."),
  versions: z.object({
    program: z.string(),
    scoring: z.string(),
    rubric: z.string(),
    baselines: z.string().describe("The newest; a sub-session keeps those in force when it began."),
    prices: z.object({ date: z.iso.date(), sha256: z.string() }),
    languageModel: z.string().nullable().describe("As it is set now; null for none."),
  }),
  coverage: z
    .array(AGENT_COVERAGE)
    .describe(
      "In which share of each agent's sessions which fact was told: what is not told counts nowhere.",
    ),
});
