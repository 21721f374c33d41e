/** The chapter "appendix": how the numbers came about, by which versions, and what agents did not say. */
import { z } from "zod";
import { newestBaselines } from "../../../metrics/baselines/baselines-table.ts";
import { type HeldBaseline, readHeldBaseline } from "../../../metrics/baselines/read-baseline.ts";
import { sayFifty } from "../../../../embedded/dashboard/words/fifty.ts";
import { isoTime } from "../../../vocabulary/times.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import { SCORING_VERSION } from "../../../metrics/version.ts";
import { RUBRIC_VERSION } from "../../../rubric/checks.ts";
import { listCoverage } from "../../../turns/coverage/list-coverage.ts";
import { build } from "../../../vocabulary/build.ts";
import type { ChapterParts, ReportWindow } from "./chapter.ts";
import { PRICE_TABLE } from "../../rightsizing/rightsizing-answer.ts";
import { AGENT_COVERAGE } from "../../../turns/coverage/coverage-answer.ts";

export const APPENDIX = z.object({
  method: z.array(z.string()).describe("How to read the numbers: one sentence each."),
  versions: z.object({
    program: z.string(),
    scoring: z.string(),
    rubric: z.string(),
    baselines: z.string().describe("The newest; a sub-session keeps those in force when it began."),
    prices: PRICE_TABLE,
    languageModel: z.string().nullable().describe("As it is set now; null for none."),
  }),
  coverage: z
    .array(AGENT_COVERAGE)
    .describe(
      "The share of each agent's sessions that reported a fact: what is not reported counts nowhere.",
    ),
});

export type Appendix = z.infer<typeof APPENDIX>;

const METHOD = [
  "Each turn earns what a turn of its kind usually takes. Speed compares that with the human time that was taken, and undone work counts half; Efficiency compares it with the tokens and prompts.",
  "A score comes with an 80 % interval: a change counts as one when its interval leaves out 0.",
  "A number that would rest on too little evidence is left out, and the report says why.",
  "Numbers of a team are shown from five people on. People are listed by name, never ranked.",
  "Costs are what agents report, else what their tokens cost by the price table. Calls without a price are left out.",
  "Lost time counts a stall once for each person, however many detectors saw it, without what the calls would have taken anyway.",
  "Waste is counted where agents report what their tools were asked; where they withhold it, there may be more.",
];

function sayScale({ source, since }: HeldBaseline): string {
  return `Speed, Skill and Efficiency run from 0 to 100; higher is better. For Speed and Efficiency ${sayFifty(source, since === null ? null : isoTime(since))}.`;
}

function dayOf(at: Instant): string {
  return isoTime(at).slice(0, 10);
}

/** Computes the chapter. */
export async function workOutAppendix(
  { database, prices, model }: ChapterParts,
  window: ReportWindow,
): Promise<Appendix> {
  const organization = window.scope.organizationId;
  const { version, source, createdAt } = await newestBaselines(database, organization);
  const baseline = await readHeldBaseline(database, { ...window, organization });
  return {
    method: [sayScale(baseline), ...METHOD],
    versions: {
      program: build.version,
      scoring: SCORING_VERSION,
      rubric: RUBRIC_VERSION,
      baselines:
        createdAt === null ? `${version} (${source})` : `${version} (${source} on ${dayOf(createdAt)})`,
      prices: { date: prices.date, sha256: prices.sha256 },
      languageModel: model,
    },
    coverage: await listCoverage(database, window),
  };
}
