/** `/scoring/prompt-rubric/rejudge`: has the prompts of a time judged again by the model that is set now. */
import { Elysia } from "elysia";
import { z } from "zod";
import { explainJudgeProblem } from "../../../judge/explain-problem.ts";
import {
  REJUDGE_ANSWER,
  REJUDGINGS_ANSWER,
  type RejudgingsAnswer,
} from "../../../rubric/rejudging/rejudge-answer.ts";
import { REQUIRED_WINDOW, resolveWindow } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";

const PATH = "/scoring/prompt-rubric/rejudge";
const TAG = "Prompts";

const WISH = REQUIRED_WINDOW.extend({
  dry_run: z.boolean().optional().describe("Only says what it would take."),
});

/**
 * Mounts the routes.
 *
 * @param model - The model that the settings name; null for none.
 */
export function rejudgeRoutes(context: RouteContext, model: string | null) {
  return new Elysia()
    .post(
      PATH,
      async ({ request, body }): Promise<z.infer<typeof REJUDGE_ANSWER>> => {
        if (model === null)
          throw new Refusal(503, { detail: explainJudgeProblem({ kind: "not_configured" }) });
        const { dry_run: isDryRun = false, ...times } = body;
        const organization = context.guard.callerOf(request).organizationId;
        const asked = { organization, model, ...resolveWindow(times, context.clock()) };
        const estimate = await context.queries(request).estimateRejudge(asked);
        if (isDryRun || estimate.prompts === 0) return { ...estimate, id: null };
        const { prompts } = estimate;
        return { ...estimate, id: await context.changes(request).requestRejudge({ ...asked, prompts }) };
      },
      {
        // before the body is looked at
        body: WISH,
        detail: documented({
          summary: "Has the prompts of a window judged again by the model and rubric set now (admin)",
          tag: TAG,
          answer: REJUDGE_ANSWER,
        }),
      },
    )
    .get(
      PATH,
      ({ request }): Promise<RejudgingsAnswer> => {
        const organization = context.guard.callerOf(request).organizationId;
        return context.queries(request).listRejudgings({ organization });
      },
      {
        detail: documented({
          summary: "What was asked to be judged again, and how far it is (admin)",
          tag: TAG,
          answer: REJUDGINGS_ANSWER,
        }),
      },
    );
}
