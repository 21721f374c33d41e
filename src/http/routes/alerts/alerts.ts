/** `GET /v1/alerts`: what somebody should look at; only admins see it. */
import { Elysia } from "elysia";
import { z } from "zod";
import { ALERT_ANSWER, ALERT_POSITION, type AlertAnswer } from "../../../insights/alerts/alert.ts";
import { pageParameters } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import { openListFor, type RouteContext } from "../../route-context.ts";

export const ALERTS_PATH = "/v1/alerts";
export const ALERTS_TAG = "Alerts";

/** What routes of alerts need of the settings. */
export interface AlertSettings {
  /** Whether alerts may name developers. */
  alertsNameDevelopers: boolean;
}

const PARAMETERS = z.object({
  closed: z
    .enum(["true", "false"])
    .optional()
    .describe("Only closed alerts, or only those that are not; left out: all."),
  ...pageParameters({ usual: 50, most: 500 }),
});

const ALERTS_ANSWER = z.object({
  alerts: z.array(ALERT_ANSWER).describe("The newest first."),
  total: z.int(),
  nextCursor: z.string().nullable(),
});

/** Mounts the routes. */
export function alertsRoutes(context: RouteContext, { alertsNameDevelopers }: AlertSettings) {
  const settings = { alertsNameDevelopers };
  return new Elysia()
    .get(ALERTS_PATH, ({ request, query }) => listAlerts(context, request, { ...query, ...settings }), {
      query: PARAMETERS,
      detail: documented({
        summary: "Alerts of the organization (admin)",
        tag: ALERTS_TAG,
        answer: ALERTS_ANSWER,
      }),
    })
    .post(
      `${ALERTS_PATH}/:id/acknowledge`,
      ({ request, params }) => acknowledge(context, request, { ...params, ...settings }),
      {
        detail: documented({
          summary: "Notes that somebody has seen an alert (admin)",
          tag: ALERTS_TAG,
          answer: ALERT_ANSWER,
          conflict: "It is closed",
        }),
      },
    );
}

async function listAlerts(
  context: RouteContext,
  request: Request,
  { alertsNameDevelopers: namesDevelopers, ...parameters }: z.infer<typeof PARAMETERS> & AlertSettings,
): Promise<z.infer<typeof ALERTS_ANSWER>> {
  const list = openListFor(context, { request, path: ALERTS_PATH, parameters, position: ALERT_POSITION });
  const { scope, limit, after } = list;
  const { organizationId } = scope;
  const { closed } = parameters;
  const isClosed = closed === undefined ? null : closed === "true";
  const asked = { organizationId, isClosed, namesDevelopers, limit, after };
  const { next, ...page } = await context.queries(request).listAlerts(asked);
  return { ...page, nextCursor: list.cursorAfter(next) };
}

async function acknowledge(
  context: RouteContext,
  request: Request,
  { id, alertsNameDevelopers: namesDevelopers }: AlertSettings & { id: string },
): Promise<AlertAnswer> {
  const { organizationId } = context.guard.callerOf(request);
  const seen = await context.changes(request).acknowledgeAlert({ organizationId, id, namesDevelopers });
  if (seen.ok) return seen.value;
  throw seen.problem.kind === "closed"
    ? new Refusal(409, { detail: "This alert is closed: it is over." })
    : new Refusal(404, { detail: "Unknown alert." });
}
