/** Rules of alerts: listed, made, changed, deleted and tested, by admins. */
import { Elysia } from "elysia";
import { z } from "zod";
import { MOST_RULES, type ThresholdProblem } from "../../../insights/alerts/rules/change-rules.ts";
import {
  RULE_ANSWER,
  RULE_CHANGE,
  RULE_WISH,
  type RuleAnswer,
  type RuleChange,
  type RuleWish,
} from "../../../insights/alerts/rules/rule.ts";
import { PLACE_ANSWER } from "../../../insights/integrations/sending/place.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";
import { ALERTS_PATH, ALERTS_TAG as tag } from "./alerts.ts";

const PATH = `${ALERTS_PATH}/rules` as const;
const ONE = `${PATH}/:id` as const;

const RULES_ANSWER = z.object({
  rules: z.array(RULE_ANSWER).describe("All of them. Some are there from the start, without a place."),
});
const DELETED = z.object({ id: z.string() });
const TESTED = z.object({
  places: z.array(
    z.object({ place: PLACE_ANSWER, error: z.string().nullable().describe("null: the message arrived.") }),
  ),
});

/** Mounts the routes. */
export function alertRulesRoutes(context: RouteContext) {
  return new Elysia()
    .get(PATH, ({ request }) => listRules(context, request), {
      detail: documented({ summary: "Rules of alerts (admin)", tag, answer: RULES_ANSWER }),
    })
    .post(
      PATH,
      ({ request, body, set }) => {
        set.status = 201;
        return makeRule(context, request, body);
      },
      {
        body: RULE_WISH,
        detail: documented({
          summary: "Makes a rule (admin)",
          tag,
          answer: RULE_ANSWER,
          status: "201",
          conflict: "The organization has as many rules as it may",
        }),
      },
    )
    .patch(ONE, ({ request, params, body }) => changeRule(context, request, { ...params, body }), {
      body: RULE_CHANGE,
      detail: documented({
        summary: "Changes a rule; what is left out stays (admin)",
        tag,
        answer: RULE_ANSWER,
      }),
    })
    .delete(ONE, ({ request, params }) => deleteRule(context, request, params.id), {
      detail: documented({ summary: "Deletes a rule, and closes its alerts (admin)", tag, answer: DELETED }),
    })
    .post(`${ONE}/test`, ({ request, params }) => testRule(context, request, params.id), {
      detail: documented({
        summary: "Sends a test message to the places of a rule (admin)",
        tag,
        answer: TESTED,
        conflict: "The rule has no place",
      }),
    });
}

async function listRules(context: RouteContext, request: Request): Promise<z.infer<typeof RULES_ANSWER>> {
  const { organizationId } = context.guard.callerOf(request);
  return { rules: await context.queries(request).listAlertRules({ organizationId }) };
}

async function makeRule(context: RouteContext, request: Request, wish: RuleWish): Promise<RuleAnswer> {
  const { organizationId } = context.guard.callerOf(request);
  const made = await context.changes(request).makeAlertRule({ organizationId, wish });
  if (!made.ok) throw refusalOf(made.problem);
  return made.value;
}

async function changeRule(
  context: RouteContext,
  request: Request,
  { id, body: change }: { id: string; body: RuleChange },
): Promise<RuleAnswer> {
  const { organizationId } = context.guard.callerOf(request);
  const changed = await context.changes(request).changeAlertRule({ organizationId, id, change });
  if (!changed.ok) throw refusalOf(changed.problem);
  return changed.value;
}

async function deleteRule(
  context: RouteContext,
  request: Request,
  id: string,
): Promise<z.infer<typeof DELETED>> {
  const { organizationId } = context.guard.callerOf(request);
  const deleted = await context.changes(request).deleteAlertRule({ organizationId, id });
  if (!deleted.ok) throw refusalOf(deleted.problem);
  return { id };
}

async function testRule(
  context: RouteContext,
  request: Request,
  id: string,
): Promise<z.infer<typeof TESTED>> {
  const { organizationId } = context.guard.callerOf(request);
  const tested = await context.changes(request).testAlertRule({ organizationId, id });
  if (!tested.ok) throw refusalOf(tested.problem);
  return { places: tested.value };
}

function refusalOf(
  problem: ThresholdProblem | { kind: "unknown_rule" | "too_many" | "no_place" | "unknown_webhook" },
): Refusal {
  switch (problem.kind) {
    case "unknown_rule":
      return new Refusal(404, { detail: "Unknown rule." });
    case "too_many":
      return new Refusal(409, {
        detail: `There are ${MOST_RULES} rules, and there may be no more: delete one first.`,
      });
    case "no_place":
      return new Refusal(409, { detail: "This rule has no place to send to: add one first." });
    case "unknown_webhook":
      return new Refusal(400, {
        detail: "Unknown webhook.",
        errors: [
          { path: "places", message: "expected the id of a webhook of GET /v1/integrations/webhooks" },
        ],
      });
    case "wrong_threshold": {
      const { index, least, most } = problem;
      const message = `expected a number from ${least} to ${most}`;
      return new Refusal(400, {
        detail: "This rule does not have such a threshold.",
        errors: [{ path: `thresholds.${index}`, message }],
      });
    }
  }
}
