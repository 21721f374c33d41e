/** `/v1/governance/*`: budgets and guardrails, set by admins and shown against what was spent. */
import { Elysia } from "elysia";
import type { z } from "zod";
import { readScope } from "../../../identity/scope.ts";
import {
  BUDGETS_ANSWER,
  type BudgetsAnswer,
  BUDGETS_WISH,
  GUARDRAILS_ANSWER,
  type GuardrailsAnswer,
  GUARDRAILS_WISH,
  type LimitsQuery,
} from "../../../insights/governance/limits/limits.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";

const BUDGETS = "/v1/governance/budgets";
const GUARDRAILS = "/v1/governance/guardrails";
const TAG = "Governance";

/** Mounts the routes. */
export function governanceRoutes(context: RouteContext) {
  return new Elysia()
    .get(BUDGETS, ({ request }) => readBudgets(context, request), {
      detail: documented({
        summary: "Budgets, and what was spent of each this month; nothing is stopped",
        tag: TAG,
        answer: BUDGETS_ANSWER,
      }),
    })
    .put(BUDGETS, ({ request, body }) => setBudgets(context, request, body), {
      body: BUDGETS_WISH,
      detail: documented({
        summary: "Replaces all budgets (admin)",
        tag: TAG,
        answer: BUDGETS_ANSWER,
      }),
    })
    .get(GUARDRAILS, ({ request }) => readGuardrails(context, request), {
      detail: documented({
        summary: "Guardrails, and what each would have stopped this month; nothing is stopped",
        tag: TAG,
        answer: GUARDRAILS_ANSWER,
      }),
    })
    .put(GUARDRAILS, ({ request, body }) => setGuardrails(context, request, body), {
      body: GUARDRAILS_WISH,
      detail: documented({
        summary: "Replaces all guardrails (admin)",
        tag: TAG,
        answer: GUARDRAILS_ANSWER,
      }),
    });
}

function askedBy(context: RouteContext, request: Request): LimitsQuery {
  return { scope: readScope(context.guard.callerOf(request)), at: context.clock() };
}

function readBudgets(context: RouteContext, request: Request): Promise<BudgetsAnswer> {
  return context.queries(request).readBudgets(askedBy(context, request));
}

function readGuardrails(context: RouteContext, request: Request): Promise<GuardrailsAnswer> {
  return context.queries(request).readGuardrails(askedBy(context, request));
}

async function setBudgets(
  context: RouteContext,
  request: Request,
  { budgets }: z.infer<typeof BUDGETS_WISH>,
): Promise<BudgetsAnswer> {
  const { organizationId } = context.guard.callerOf(request);
  const saved = await context.changes(request).setBudgets({ organizationId, budgets });
  if (!saved.ok)
    throw new Refusal(400, {
      detail: "Unknown developer.",
      errors: [
        {
          path: `budgets.${saved.problem.index}.developer`,
          message: "expected an e-mail, or the id of a known developer",
        },
      ],
    });
  return readBudgets(context, request);
}

async function setGuardrails(
  context: RouteContext,
  request: Request,
  { guardrails }: z.infer<typeof GUARDRAILS_WISH>,
): Promise<GuardrailsAnswer> {
  const { organizationId } = context.guard.callerOf(request);
  await context.changes(request).setGuardrails({ organizationId, guardrails });
  return readGuardrails(context, request);
}
