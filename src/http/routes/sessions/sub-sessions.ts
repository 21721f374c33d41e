/** `GET /scoring/sub-sessions`: sub-sessions with what their efficiency is made of, one by one, by session, or together. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import {
  SESSION_ROW,
  SUB_SESSION_POSITION,
  SUB_SESSION_ROW,
} from "../../../metrics/sub-sessions/sub-session-answer.ts";
import { BASELINE } from "../../../metrics/baselines/read-baseline.ts";
import { OUTCOMES } from "../../../turns/outcomes/outcome-kind.ts";
import { ROLLUP } from "../../../scores/rollup/rollup-answer.ts";
import { TREND_SCORES } from "../../../scores/trends/trend-answer.ts";
import { documented } from "../../openapi/documented.ts";
import { baselineOf, openListFor, openWindowFor, type RouteContext } from "../../route-context.ts";
import {
  DEVELOPER_PARAMETER,
  pageParameters,
  SESSION_PARAMETER,
  WINDOW_PARAMETERS,
  sessionAsked,
} from "../../lists/window.ts";

const PATH = "/scoring/sub-sessions";
const BY_SESSION_PATH = "/scoring/sub-sessions/by-session";

const WHOSE_PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
});

const BY_SESSION_PARAMETERS = WHOSE_PARAMETERS.extend({
  session_id: SESSION_PARAMETER,
  outcome: z.enum(OUTCOMES).optional().describe("Only those with this outcome."),
  scoreable: z
    .enum(["true", "false"])
    .optional()
    .describe("`true`: only those that are counted in scores; `false`: only the others."),
  turns: z.enum(["true", "false"]).optional().describe("`true`: with the account of each turn."),
  ...pageParameters({ usual: 50, most: 500 }),
});

const PARAMETERS = BY_SESSION_PARAMETERS.extend({
  scored_in: z.enum(TREND_SCORES).optional().describe("Only of the people in its mean."),
});

const SUB_SESSIONS_ANSWER = z.object({
  baseline: BASELINE,
  subSessions: z.array(SUB_SESSION_ROW),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

const BY_SESSION_ANSWER = z.object({
  baseline: BASELINE,
  sessions: z.array(SESSION_ROW),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

const ROLLUP_ANSWER = ROLLUP.extend({ baseline: BASELINE });

/** Mounts the routes. */
export function subSessionsRoutes(context: RouteContext) {
  return new Elysia()
    .get(PATH, ({ request, query }) => listSubSessions(context, request, query), {
      query: PARAMETERS,
      detail: documented({
        summary: "Sub-sessions with what their efficiency is made of, the newest first",
        tag: "Sub-sessions",
        answer: SUB_SESSIONS_ANSWER,
      }),
    })
    .get(BY_SESSION_PATH, ({ request, query }) => listBySession(context, request, query), {
      query: BY_SESSION_PARAMETERS,
      detail: documented({
        summary: "The same by session, the session that starts last in the window first",
        tag: "Sub-sessions",
        answer: BY_SESSION_ANSWER,
      }),
    })
    .get(
      "/scoring/sub-sessions/rollup",
      async ({ request, query }): Promise<z.infer<typeof ROLLUP_ANSWER>> => {
        const { developer = null } = query;
        const asked = openWindowFor(context, request, query);
        const rollup = await context.queries(request).readRollup({ ...asked, developer });
        return { ...rollup, baseline: await baselineOf(context, request, asked) };
      },
      {
        query: WHOSE_PARAMETERS,
        detail: documented({
          summary: "The sub-sessions of a window taken together",
          tag: "Sub-sessions",
          answer: ROLLUP_ANSWER,
        }),
      },
    );
}

type BySessionParameters = z.infer<typeof BY_SESSION_PARAMETERS>;
type Parameters = z.infer<typeof PARAMETERS>;

async function listSubSessions(
  context: RouteContext,
  request: Request,
  parameters: Parameters,
): Promise<z.infer<typeof SUB_SESSIONS_ANSWER>> {
  const { list, asked } = openPage(context, request, { path: PATH, parameters });
  const queries = context.queries(request);
  const { scored_in: score } = parameters;
  const among = score === undefined ? null : await queries.readScored({ ...asked, score });
  const { next, ...page } = await queries.listSubSessions({ ...asked, among });
  const baseline = await baselineOf(context, request, asked);
  return { baseline, ...page, nextCursor: list.cursorAfter(next) };
}

async function listBySession(
  context: RouteContext,
  request: Request,
  parameters: BySessionParameters,
): Promise<z.infer<typeof BY_SESSION_ANSWER>> {
  const { list, asked } = openPage(context, request, { path: BY_SESSION_PATH, parameters });
  const { next, ...page } = await context.queries(request).listBySession(asked);
  const baseline = await baselineOf(context, request, asked);
  return { baseline, ...page, nextCursor: list.cursorAfter(next) };
}

function openPage(
  context: RouteContext,
  request: Request,
  { path, parameters }: { path: string; parameters: BySessionParameters },
) {
  const list = openListFor(context, { request, path, parameters, position: SUB_SESSION_POSITION });
  const { developer = null, session_id } = parameters;
  const { outcome = null } = parameters;
  const scoreable = parameters.scoreable === undefined ? null : parameters.scoreable === "true";
  const turns = parameters.turns === "true";
  const id = sessionAsked(session_id);
  const session = id === null ? null : { id };
  const { scope, window, limit, after } = list;
  return { list, asked: { scope, ...window, developer, session, outcome, scoreable, turns, limit, after } };
}
