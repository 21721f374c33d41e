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

const WHOSE = z
  .string()
  .min(1)
  .nullish()
  .describe("An id or e-mail; needed with a key that is bound to nobody.");

const PENDING_PARAMETERS = z.object({ developer: WHOSE });

const CHECK_IN = z.strictObject({
  score: z.int({ error: "expected a whole number from 1 to 5" }).min(1).max(5),
  comment: COMMENT,
  developer: WHOSE,
});

export const WEEKS_ANSWER = z.object({
  weeks: z.array(CHECK_IN_WEEK).describe("Every week that the window touches, the earliest first."),
});

/** Mounts the routes. */
export function satisfactionRoutes(context: RouteContext) {
  return new Elysia()
    .get(PATH, ({ request, query }) => listWeeks(context, request, query), {
      query: z.object(WINDOW_PARAMETERS),
      detail: documented({
        summary: "Check-ins by week: your own, and everybody's mean where five people or more answered",
        tag: TAG,
        answer: WEEKS_ANSWER,
      }),
    })
    .get(`${PATH}/pending`, ({ request, query }) => readPending(context, request, query.developer), {
      query: PENDING_PARAMETERS,
      detail: documented({
        summary: "Whether this week's check-in is still to be answered",
        tag: TAG,
        answer: PENDING_ANSWER,
      }),
    })
    .post(PATH, ({ request, body }) => checkIn(context, request, body), {
      body: CHECK_IN,
      detail: documented({
        summary: "Answers this week's check-in; a second answer takes the place of the first",
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
  return { weeks: await context.queries(request).readCheckInWeeks({ ...asked, developer }) };
}

async function readPending(
  context: RouteContext,
  request: Request,
  developer: string | null | undefined,
): Promise<Pending> {
  const asking = askingFor(context, request, developer);
  const { developerId } = context.guard.callerOf(request);
  const asked = { ...asking, at: context.clock(), isTheirs: developerId !== null };
  return known(await context.queries(request).readPendingCheckIn(asked));
}

async function checkIn(
  context: RouteContext,
  request: Request,
  { developer, score, comment = null }: z.infer<typeof CHECK_IN>,
): Promise<Pending> {
  const asking = askingFor(context, request, developer);
  return known(await context.changes.saveCheckIn({ ...asking, score, comment }));
}

/** Whose check-in it is: that of the key's developer, who needs not be named, else of the one who is. */
function askingFor(context: RouteContext, request: Request, named: string | null | undefined) {
  const caller = context.guard.callerOf(request);
  const { developerId } = caller;
  if (developerId !== null && named !== undefined && named !== null && named !== developerId)
    throw refusal("expected to be left out: this key answers for the developer it is bound to");
  const developer = developerId ?? named ?? null;
  if (developer === null)
    throw refusal("expected an e-mail, or the id of a known developer: this key is bound to nobody");
  return { scope: readScope(caller), developer };
}

function known(pending: Pending | null): Pending {
  if (pending === null) throw refusal("expected an e-mail, or the id of a known developer");
  return pending;
}

function refusal(message: string): Refusal {
  const detail = "It is not clear whose check-in is meant.";
  return new Refusal(400, { detail, errors: [{ path: "developer", message }] });
}
