/** `/v1/satisfaction`: how content people are with their week, asked once a week. */
import { Elysia } from "elysia";
import { z } from "zod";
import { readScope } from "../../identity/scope.ts";
import { CHECK_IN_WEEK, type Pending, PENDING_ANSWER } from "../../insights/satisfaction/check-in.ts";
import { refuseManyParts, WINDOW_PARAMETERS } from "../lists/window.ts";
import { COMMENT } from "../openapi/bounded-text.ts";
import { documented } from "../openapi/documented.ts";
import { Refusal } from "../refusal.ts";
import { openWindowFor, type RouteContext } from "../route-context.ts";

const PATH = "/v1/satisfaction";
const TAG = "Check-ins";

const PENDING_PARAMETERS = z.object({
  developer: z.string().min(1).nullish().describe("The caller's own id or e-mail; it may be left out."),
});

const CHECK_IN = z.strictObject({
  score: z.int({ error: "expected a whole number from 1 to 5" }).min(1).max(5),
  comment: COMMENT,
});

const WEEKS_ANSWER = z.object({
  weeks: z.array(CHECK_IN_WEEK).describe("Every week that the window touches, the earliest first."),
});

/** Mounts the routes. */
export function satisfactionRoutes(context: RouteContext) {
  return new Elysia()
    .get(PATH, ({ request, query }) => listWeeks(context, request, query), {
      query: z.object(WINDOW_PARAMETERS),
      detail: documented({
        summary: "Check-ins by week: your own, and everybody's mean of weeks that are over",
        tag: TAG,
        answer: WEEKS_ANSWER,
      }),
    })
    .get(`${PATH}/pending`, ({ request, query }) => readPending(context, request, query.developer), {
      query: PENDING_PARAMETERS,
      detail: documented({
        summary: "Whether this week's check-in is still to be answered, by the person whose key this is",
        tag: TAG,
        answer: PENDING_ANSWER,
      }),
    })
    .post(PATH, ({ request, body }) => checkIn(context, request, body), {
      body: CHECK_IN,
      detail: documented({
        summary:
          "Answers this week's check-in for the person whose key this is; a second answer replaces the first",
        tag: TAG,
        answer: PENDING_ANSWER,
      }),
    });
}

async function listWeeks(
  context: RouteContext,
  request: Request,
  query: { from?: string | undefined; to?: string | undefined },
): Promise<z.infer<typeof WEEKS_ANSWER>> {
  const { developerId: developer } = context.guard.callerOf(request);
  const asked = openWindowFor(context, request, query);
  refuseManyParts(asked, "week");
  const wanted = { ...asked, developer, now: context.clock() };
  return { weeks: await context.queries(request).readCheckInWeeks(wanted) };
}

async function readPending(
  context: RouteContext,
  request: Request,
  developer: string | null | undefined,
): Promise<Pending> {
  const asked = { ...personOf(context, request), named: developer ?? null, at: context.clock() };
  const pending = await context.queries(request).readPendingCheckIn(asked);
  if (pending !== null) return pending;
  throw new Refusal(400, {
    detail: "A check-in is shown only to the person who answered it.",
    errors: [{ path: "developer", message: "expected to be left out, or to be your own id or e-mail" }],
  });
}

async function checkIn(
  context: RouteContext,
  request: Request,
  { score, comment = null }: z.infer<typeof CHECK_IN>,
): Promise<Pending> {
  const kept = await context.changes(request).saveCheckIn({ ...personOf(context, request), score, comment });
  if (kept === null) throw nobodyInPerson();
  return kept;
}

/**
 * The person whose key or sign-in it is.
 *
 * @throws A refusal with 400 when the key is bound to nobody.
 */
function personOf(context: RouteContext, request: Request) {
  const caller = context.guard.callerOf(request);
  if (caller.developerId === null) throw nobodyInPerson();
  return { scope: readScope(caller), developer: caller.developerId };
}

function nobodyInPerson(): Refusal {
  return new Refusal(400, {
    detail:
      "This key belongs to nobody in person, so there is no check-in to answer. Use a key of your own; " +
      "an administrator makes one that is bound to you.",
  });
}
