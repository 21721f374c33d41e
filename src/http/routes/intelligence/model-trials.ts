/** `/v1/intelligence/rightsizing/trials`: changes of model that a team tries, and what came of each. */
import { Elysia } from "elysia";
import { z } from "zod";
import { readScope } from "../../../identity/scope.ts";
import { MOST_MODEL_TRIALS } from "../../../insights/rightsizing/trials/try-model.ts";
import { MODEL_TRIAL, TRIED_CHANGE } from "../../../insights/rightsizing/trials/trial-answer.ts";
import { DEVELOPER_PARAMETER } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";

const PATH = "/v1/intelligence/rightsizing/trials";
const TAG = "Intelligence";

const TRIALS = z.object({ trials: z.array(MODEL_TRIAL).describe("The earliest first.") });
const BEGUN = MODEL_TRIAL.pick({ id: true, begunAt: true });
const ENDED = MODEL_TRIAL.pick({ id: true });

/** Mounts the routes. */
export function modelTrialRoutes(context: RouteContext) {
  return new Elysia()
    .get(PATH, ({ request, query }) => listTrials(context, request, query.developer ?? null), {
      query: z.object({ developer: DEVELOPER_PARAMETER }),
      detail: documented({
        summary: "Changes of model that the team tries, with the work since each began",
        tag: TAG,
        answer: TRIALS,
      }),
    })
    .post(PATH, ({ request, body }) => begin(context, request, body), {
      body: TRIED_CHANGE,
      detail: documented({
        summary: "Begins to try a change of model",
        tag: TAG,
        answer: BEGUN,
        conflict: "As many changes are tried as may be",
      }),
    })
    .delete(`${PATH}/:id`, ({ request, params }) => end(context, request, params.id), {
      detail: documented({ summary: "Ends the trial of a change of model", tag: TAG, answer: ENDED }),
    });
}

async function listTrials(
  context: RouteContext,
  request: Request,
  developer: string | null,
): Promise<z.infer<typeof TRIALS>> {
  const scope = readScope(context.guard.callerOf(request));
  const trials = await context.queries(request).readModelTrials({ scope, developer, now: context.clock() });
  return { trials };
}

async function begin(
  context: RouteContext,
  request: Request,
  change: z.infer<typeof TRIED_CHANGE>,
): Promise<z.infer<typeof BEGUN>> {
  const { organizationId } = context.guard.callerOf(request);
  const begun = await context.changes(request).tryModel({ organizationId, change });
  if (begun.ok) return begun.value;
  throw new Refusal(409, {
    detail: `${MOST_MODEL_TRIALS} changes are being tried, and there may be no more: take one back first.`,
  });
}

async function end(context: RouteContext, request: Request, id: string): Promise<z.infer<typeof ENDED>> {
  const { organizationId } = context.guard.callerOf(request);
  if (await context.changes(request).endModelTrial({ organizationId, id })) return { id };
  throw new Refusal(404, { detail: "This change is not being tried." });
}
