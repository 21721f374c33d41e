/** `GET /scoring/spend`: what the work of a window cost. */
import { Elysia } from "elysia";
import { z } from "zod";
import { MODEL_SPEND } from "../../spend/spend-answer.ts";
import { documented } from "../openapi/documented.ts";
import { type RouteContext, openWindowFor } from "../route-context.ts";
import { DEVELOPER_PARAMETER, WINDOW_PARAMETERS } from "../lists/window.ts";

const PARAMETERS = z.object({ ...WINDOW_PARAMETERS, developer: DEVELOPER_PARAMETER });

const SPEND_ANSWER = z.object({
  costUsd: z.number().min(0).describe("All models together, without the calls that have no price."),
  calls: z.int().min(0),
  unpricedCalls: z.int().min(0),
  models: z.array(MODEL_SPEND),
  priceTable: z.object({ date: z.iso.date() }).describe("The prices in effect."),
});

/** Mounts the route. */
export function spendRoutes(context: RouteContext) {
  return new Elysia().get(
    "/scoring/spend",
    async ({ request, query }): Promise<z.infer<typeof SPEND_ANSWER>> => {
      const { developer = null } = query;
      const asked = { ...openWindowFor(context, request, query), developer };
      const models = await context.queries(request).listSpend(asked);
      const total = (of: (model: (typeof models)[number]) => number): number =>
        models.reduce((sum, model) => sum + of(model), 0);
      return {
        costUsd: total((model) => model.costUsd),
        calls: total((model) => model.calls),
        unpricedCalls: total((model) => model.unpricedCalls),
        models,
        priceTable: { date: context.prices.date },
      };
    },
    {
      query: PARAMETERS,
      detail: documented({
        summary: "What the sessions that start in the window cost, by model",
        tag: "Scores",
        answer: SPEND_ANSWER,
      }),
    },
  );
}
