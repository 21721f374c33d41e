/** `GET /v1/presence` and `/v1/presence/calls`: whether everybody is there. */
import { Elysia } from "elysia";
import { z } from "zod";
import {
  CALLS_IN_HOUR,
  PRESENCE_POSITION,
  PRESENCE_STATES,
  PRESENCE_SUMMARY,
  PRESENT_PERSON,
} from "../../insights/presence/presence-answer.ts";
import { DAY } from "../../vocabulary/units.ts";
import { DEVELOPER_PARAMETER, pageParameters, type Window, WINDOW_PARAMETERS } from "../lists/window.ts";
import { documented } from "../openapi/documented.ts";
import { Refusal } from "../refusal.ts";
import { openListFor, openWindowFor, type RouteContext } from "../route-context.ts";

const PATH = "/v1/presence";
const TAG = "Developers";

/** Hours of more days than this are more than a chart shows. */
const MOST_DAYS = 100;

const WHOSE = { ...WINDOW_PARAMETERS, developer: DEVELOPER_PARAMETER };

const PARAMETERS = z.object({
  ...WHOSE,
  state: z
    .enum(PRESENCE_STATES)
    .optional()
    .describe("`quiet`: went quiet since a working day. `absent`: no work in the window."),
  ...pageParameters({ usual: 50, most: 500 }),
});

const PRESENCE_ANSWER = z.object({
  people: z.array(PRESENT_PERSON).describe("By name; those without work too."),
  summary: PRESENCE_SUMMARY,
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

const CALLS_ANSWER = z.object({ hours: z.array(CALLS_IN_HOUR).describe("The earliest first.") });

/** Mounts the routes. */
export function presenceRoutes(context: RouteContext) {
  return new Elysia()
    .get(PATH, ({ request, query }) => listPresence(context, request, query), {
      query: PARAMETERS,
      detail: documented({
        summary: "Who worked on which day, and who went quiet",
        tag: TAG,
        answer: PRESENCE_ANSWER,
      }),
    })
    .get(
      `${PATH}/calls`,
      async ({ request, query }): Promise<z.infer<typeof CALLS_ANSWER>> => {
        const asked = openWindowFor(context, request, query);
        refuseManyDays(asked);
        const { developer = null } = query;
        return { hours: await context.queries(request).listPresenceCalls({ ...asked, developer }) };
      },
      {
        query: z.object(WHOSE),
        detail: documented({ summary: "Model calls an hour, by agent", tag: TAG, answer: CALLS_ANSWER }),
      },
    );
}

async function listPresence(
  context: RouteContext,
  request: Request,
  query: z.infer<typeof PARAMETERS>,
): Promise<z.infer<typeof PRESENCE_ANSWER>> {
  const list = openListFor(context, { request, path: PATH, parameters: query, position: PRESENCE_POSITION });
  const { developer = null, state = null } = query;
  const { scope, window, limit, after } = list;
  const asked = { scope, ...window, developer, state, now: context.clock(), limit, after };
  const { next, ...page } = await context.queries(request).listPresence(asked);
  return { ...page, nextCursor: list.cursorAfter(next) };
}

function refuseManyDays({ from, to }: Window): void {
  if (to - from <= MOST_DAYS * DAY) return;
  throw new Refusal(400, {
    detail: `The window is longer than ${MOST_DAYS} days.`,
    errors: [{ path: "from", message: `expected a time at most ${MOST_DAYS} days before to` }],
  });
}
