/** What became of a schedule's runs, and when an expression would fire. */
import { Elysia } from "elysia";
import { z } from "zod";
import { RUN_ANSWER, RUN_POSITION, TIMING_WISH } from "../../../insights/schedules/schedule.ts";
import { pageParameters } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { openListFor, type RouteContext } from "../../route-context.ts";
import { explainTiming, unknownSchedule } from "./refusals.ts";
import { SCHEDULES_PATH, SCHEDULES_TAG as TAG } from "./schedules.ts";
import { isoTime } from "../../../vocabulary/times.ts";

const PATH = `${SCHEDULES_PATH}/:id/runs` as const;
/** Enough to see whether one has written what one means. */
const SHOWN_FIRINGS = 3;

const PARAMETERS = z.object(pageParameters({ usual: 50, most: 500 }));
const TIMING_PARAMETERS = z.object(TIMING_WISH);

const RUNS_ANSWER = z.object({
  runs: z.array(RUN_ANSWER).describe("The newest first; the last hundred of a schedule are kept."),
  total: z.int(),
  nextCursor: z.string().nullable(),
});

const FIRINGS_ANSWER = z.object({
  firings: z.array(z.iso.datetime()).describe("The next three, the earliest first; none with a problem."),
  problem: z
    .object({ path: z.string(), message: z.string() })
    .nullable()
    .describe("What is wrong with what was typed; null when nothing is."),
});

/** Mounts the routes. */
export function scheduleRunsRoutes(context: RouteContext) {
  return new Elysia()
    .get(PATH, ({ request, params, query }) => listRuns(context, request, { ...query, id: params.id }), {
      query: PARAMETERS,
      detail: documented({ summary: "What became of a schedule's runs", tag: TAG, answer: RUNS_ANSWER }),
    })
    .get("/v1/reports/firings", ({ request, query }) => listFirings(context, request, query), {
      query: TIMING_PARAMETERS,
      detail: documented({
        summary: "When a schedule with this expression and zone would run next",
        tag: TAG,
        answer: FIRINGS_ANSWER,
      }),
    });
}

async function listRuns(
  context: RouteContext,
  request: Request,
  { id, ...parameters }: z.infer<typeof PARAMETERS> & { id: string },
): Promise<z.infer<typeof RUNS_ANSWER>> {
  const path = PATH.replace(":id", id);
  const list = openListFor(context, { request, path, parameters, position: RUN_POSITION });
  const { scope, limit, after } = list;
  const page = await context.queries(request).listScheduleRuns({ scope, id, limit, after });
  if (page === null) throw unknownSchedule();
  const { runs, total, next } = page;
  return { runs, total, nextCursor: list.cursorAfter(next) };
}

/** Of a read worker: what somebody writes may take a while to find no firing. */
async function listFirings(
  context: RouteContext,
  request: Request,
  written: z.infer<typeof TIMING_PARAMETERS>,
): Promise<z.infer<typeof FIRINGS_ANSWER>> {
  const asked = { ...written, after: context.clock(), count: SHOWN_FIRINGS };
  const firings = await context.queries(request).nextFirings(asked);
  // half of what somebody types is wrong, and nothing is refused yet
  if (!firings.ok) return { firings: [], problem: explainTiming(firings.problem) };
  return { firings: firings.value.map((at) => isoTime(at)), problem: null };
}
