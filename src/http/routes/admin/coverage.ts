/** `GET /v1/admin/coverage`: which facts each agent's sessions report, and which models' costs are known. */
import { Elysia } from "elysia";
import { z } from "zod";
import { MODEL_SPEND } from "../../../spend/spend-answer.ts";
import { AGENT_COVERAGE } from "../../../turns/coverage/coverage-answer.ts";
import { AGREEMENT } from "../../../turns/outcomes/said-outcome.ts";
import { documented } from "../../openapi/documented.ts";
import { type RouteContext, openWindowFor } from "../../route-context.ts";
import { PRICE_TABLE } from "../../../insights/rightsizing/rightsizing-answer.ts";
import { DEVELOPER_PARAMETER, WINDOW_PARAMETERS } from "../../lists/window.ts";

const PARAMETERS = z.object({ ...WINDOW_PARAMETERS, developer: DEVELOPER_PARAMETER });

const COVERAGE_ANSWER = z.object({
  agents: z.array(AGENT_COVERAGE),
  models: z.array(MODEL_SPEND),
  outcomes: AGREEMENT.describe("How often people agree with the outcomes that were measured."),
  priceTable: PRICE_TABLE,
});

/** Mounts the route. */
export function coverageRoutes(context: RouteContext) {
  return new Elysia().get(
    "/v1/admin/coverage",
    async ({ request, query }): Promise<z.infer<typeof COVERAGE_ANSWER>> => {
      const { developer = null } = query;
      const asked = { ...openWindowFor(context, request, query), developer };
      const [agents, models, outcomes] = await Promise.all([
        context.queries(request).listCoverage(asked),
        context.queries(request).listSpend(asked),
        context.queries(request).readOutcomeAgreement(asked),
      ]);
      const { date, sha256 } = context.prices;
      return { agents, models, outcomes, priceTable: { date, sha256 } };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "The share of each agent's sessions that report each fact, and what each model cost",
        tag: "Administration",
        answer: COVERAGE_ANSWER,
      }),
    },
  );
}
