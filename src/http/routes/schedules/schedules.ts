/** `GET /v1/reports/schedules`: reports that are made again and again. People see those about themselves. */
import { Elysia } from "elysia";
import { z } from "zod";
import { readScope } from "../../../identity/scope.ts";
import {
  SCHEDULE_ANSWER,
  SCHEDULE_POSITION,
  type ScheduleAnswer,
} from "../../../insights/schedules/schedule.ts";
import { DEVELOPER_PARAMETER, pageParameters } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { openListFor, type RouteContext } from "../../route-context.ts";
import { unknownSchedule } from "./refusals.ts";

/** Where schedules are. */
export const SCHEDULES_PATH = "/v1/reports/schedules";
export const SCHEDULES_TAG = "Schedules";

const PARAMETERS = z.object({
  developer: DEVELOPER_PARAMETER,
  ...pageParameters({ usual: 50, most: 500 }),
});

const SCHEDULES_ANSWER = z.object({
  schedules: z.array(SCHEDULE_ANSWER).describe("The oldest first."),
  total: z.int(),
  nextCursor: z.string().nullable(),
});

/** Mounts the routes. */
export function schedulesRoutes(context: RouteContext) {
  return new Elysia()
    .get(SCHEDULES_PATH, ({ request, query }) => listSchedules(context, request, query), {
      query: PARAMETERS,
      detail: documented({
        summary: "Schedules of reports; to a member's own key, those about that member",
        tag: SCHEDULES_TAG,
        answer: SCHEDULES_ANSWER,
      }),
    })
    .get(`${SCHEDULES_PATH}/:id`, ({ request, params }) => readSchedule(context, request, params.id), {
      detail: documented({ summary: "One schedule", tag: SCHEDULES_TAG, answer: SCHEDULE_ANSWER }),
    });
}

async function listSchedules(
  context: RouteContext,
  request: Request,
  parameters: z.infer<typeof PARAMETERS>,
): Promise<z.infer<typeof SCHEDULES_ANSWER>> {
  const list = openListFor(context, {
    request,
    path: SCHEDULES_PATH,
    parameters,
    position: SCHEDULE_POSITION,
  });
  const { scope, limit, after } = list;
  const { developer = null } = parameters;
  const asked = { scope, developer, limit, after };
  const { next, ...page } = await context.queries(request).listSchedules(asked);
  return { ...page, nextCursor: list.cursorAfter(next) };
}

/** @throws A refusal with 404. */
export async function readSchedule(
  context: RouteContext,
  request: Request,
  id: string,
): Promise<ScheduleAnswer> {
  const scope = readScope(context.guard.callerOf(request));
  const schedule = await context.queries(request).readSchedule({ scope, id });
  if (schedule === null) throw unknownSchedule();
  return schedule;
}
