/** Schedules made, changed, deleted and run at once, by admins. */
import { Elysia } from "elysia";
import { z } from "zod";
import {
  type RunAnswer,
  RUN_ANSWER,
  SCHEDULE_ANSWER,
  SCHEDULE_CHANGE,
  SCHEDULE_WISH,
  type ScheduleAnswer,
  type ScheduleChange,
  type ScheduleWish,
} from "../../../insights/schedules/schedule.ts";
import { documented } from "../../openapi/documented.ts";
import type { RouteContext } from "../../route-context.ts";
import { refusalOf } from "./refusals.ts";
import { readSchedule, SCHEDULES_PATH, SCHEDULES_TAG as TAG } from "./schedules.ts";

const ONE = `${SCHEDULES_PATH}/:id` as const;
const DELETED = z.object({ id: z.string() });

const MAKE_DETAIL = documented({
  summary: "Makes a schedule (admin)",
  tag: TAG,
  answer: SCHEDULE_ANSWER,
  status: "201",
  conflict: "The organization has as many schedules as it may",
});
const CHANGE_DETAIL = documented({
  summary: "Changes, pauses or resumes a schedule; what is left out stays (admin)",
  tag: TAG,
  answer: SCHEDULE_ANSWER,
});
const DELETE_DETAIL = documented({
  summary: "Deletes a schedule and the history of its runs; its reports stay (admin)",
  tag: TAG,
  answer: DELETED,
});
const RUN_DETAIL = documented({
  summary: "Runs a schedule now, a paused one too (admin)",
  tag: TAG,
  answer: RUN_ANSWER,
  status: "202",
  conflict: "A run of it is under way",
});

/** Mounts the routes. */
export function changeSchedulesRoutes(context: RouteContext) {
  return new Elysia()
    .post(
      SCHEDULES_PATH,
      ({ request, body, set }) => {
        set.status = 201;
        return makeSchedule(context, request, body);
      },
      { body: SCHEDULE_WISH, detail: MAKE_DETAIL },
    )
    .patch(ONE, ({ request, params, body }) => changeSchedule(context, request, { ...params, body }), {
      body: SCHEDULE_CHANGE,
      detail: CHANGE_DETAIL,
    })
    .delete(ONE, ({ request, params }) => deleteSchedule(context, request, params.id), {
      detail: DELETE_DETAIL,
    })
    .post(
      `${ONE}/run`,
      ({ request, params, set }) => {
        set.status = 202;
        return runSchedule(context, request, params.id);
      },
      { detail: RUN_DETAIL },
    );
}

async function makeSchedule(
  context: RouteContext,
  request: Request,
  wish: ScheduleWish,
): Promise<ScheduleAnswer> {
  const { organizationId } = context.guard.callerOf(request);
  const made = await context.changes(request).makeSchedule({ organizationId, wish });
  if (!made.ok) throw refusalOf(made.problem.kind);
  return readSchedule(context, request, made.value);
}

async function changeSchedule(
  context: RouteContext,
  request: Request,
  { id, body: change }: { id: string; body: ScheduleChange },
): Promise<ScheduleAnswer> {
  const { organizationId } = context.guard.callerOf(request);
  const changed = await context.changes(request).changeSchedule({ organizationId, id, change });
  if (!changed.ok) throw refusalOf(changed.problem.kind);
  return readSchedule(context, request, id);
}

async function deleteSchedule(
  context: RouteContext,
  request: Request,
  id: string,
): Promise<z.infer<typeof DELETED>> {
  const { organizationId } = context.guard.callerOf(request);
  const deleted = await context.changes(request).deleteSchedule({ organizationId, id });
  if (!deleted.ok) throw refusalOf(deleted.problem.kind);
  return { id };
}

async function runSchedule(context: RouteContext, request: Request, id: string): Promise<RunAnswer> {
  const { organizationId } = context.guard.callerOf(request);
  const started = await context.changes(request).runSchedule({ organizationId, id });
  if (!started.ok) throw refusalOf(started.problem.kind);
  return started.value;
}
