/** `GET /v1/sessions`, and of one of them `/timeline` and `/conversation`: sessions as wholes, step by step, in words. */
import { Elysia } from "elysia";
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../../identity/developers/answer.ts";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import {
  LISTED_CALLS,
  LISTED_SESSION,
  SESSION_POSITION,
  SESSION_SORTS,
  SESSIONS_HAVING,
  type SessionsHaving,
} from "../../../sessions/listed/session-answer.ts";
import {
  CONVERSATION_POSITION,
  CONVERSATION_PROMPT,
} from "../../../sessions/conversation/conversation-answer.ts";
import { TIMELINE, TIMELINE_POSITION } from "../../../sessions/timeline/timeline-answer.ts";
import { SEARCH_PARAMETER } from "../../lists/sorted.ts";
import { DEVELOPER_PARAMETER, pageParameters, WINDOW_PARAMETERS } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import { openListFor, type RouteContext } from "../../route-context.ts";
import { agentSessionId } from "../../../vocabulary/held-name.ts";

const PATH = "/v1/sessions";
const TAG = "Sessions";

const PAGE = pageParameters({ usual: 50, most: 500 });

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
  ...SESSIONS_HAVING,
  q: SEARCH_PARAMETER.describe("Only sessions with this text in a title, whatever its case."),
  sort: z.enum(SESSION_SORTS).optional().describe("`started` by default; `failed` counts calls and tools."),
  order: z.enum(["asc", "desc"]).optional().describe("`desc` by default."),
  ...PAGE,
});

const SESSIONS_ANSWER = z.object({
  sessions: z.array(LISTED_SESSION).describe("Those that start in the window."),
  total: z.int().nullable(),
  calls: LISTED_CALLS.describe("In all of these sessions, of the models that the list is filtered by."),
  nextCursor: z.string().nullable(),
});

const TIMELINE_ANSWER = TIMELINE.extend({ nextCursor: z.string().nullable() });

const CONVERSATION_ANSWER = z.object({
  developer: DEVELOPER_ANSWER,
  prompts: z.array(CONVERSATION_PROMPT),
  nextCursor: z.string().nullable(),
});

/** Mounts the routes. */
export function sessionsRoutes(context: RouteContext) {
  return new Elysia()
    .get(PATH, ({ request, query }) => listSessions(context, request, query), {
      query: PARAMETERS,
      detail: documented({ summary: "Sessions", tag: TAG, answer: SESSIONS_ANSWER }),
    })
    .get(
      `${PATH}/:id/timeline`,
      ({ request, params, query }) => readTimeline(context, request, { id: params.id, ...query }),
      {
        query: z.object(PAGE),
        detail: documented({
          summary: "What happened in one session, the earliest first",
          tag: TAG,
          answer: TIMELINE_ANSWER,
        }),
      },
    )
    .get(
      `${PATH}/:id/conversation`,
      ({ request, params, query }) => readConversation(context, request, { id: params.id, ...query }),
      {
        query: z.object(PAGE),
        detail: documented({
          summary: "Prompts and answers of one session, the earliest first",
          tag: TAG,
          answer: CONVERSATION_ANSWER,
        }),
      },
    );
}

async function listSessions(
  context: RouteContext,
  request: Request,
  query: z.infer<typeof PARAMETERS>,
): Promise<z.infer<typeof SESSIONS_ANSWER>> {
  const list = openListFor(context, { request, path: PATH, parameters: query, position: SESSION_POSITION });
  const { scope, window, limit, after } = list;
  const { developer = null, sort = "started", order = "desc" } = query;
  const asked = { scope, ...window, developer, ...havingOf(query), sort, order, limit, after };
  const { next, ...page } = await context.queries(request).listSessions(asked);
  return { ...page, nextCursor: list.cursorAfter(next) };
}

function havingOf(query: z.infer<typeof PARAMETERS>): SessionsHaving {
  const { agent = null, model = null, tool = null, outcome = null, flag = null } = query;
  const otherThan = namesIn(query.other_than);
  const named = { agent, model, tool, mcpServer: query.mcp_server ?? null, otherThan };
  return { ...named, costOverUsd: query.cost_over_usd ?? null, outcome, flag, searched: query.q ?? null };
}

function namesIn(list = ""): string[] {
  return list === "" ? [] : list.split(",").map((name) => name.trim());
}

interface OneSession {
  id: string;
  limit: number;
  cursor?: string | undefined;
}

async function readTimeline(
  context: RouteContext,
  request: Request,
  { id, ...parameters }: OneSession,
): Promise<z.infer<typeof TIMELINE_ANSWER>> {
  const path = `${PATH}/${id}/timeline`;
  const { scope, limit, after, cursorAfter } = openListFor(context, {
    request,
    path,
    parameters,
    position: TIMELINE_POSITION,
  });
  const now = context.clock();
  const page = await context
    .queries(request)
    .readTimeline({ scope, sessionId: agentSessionId(id), limit, after, now });
  if (page === null) throw new Refusal(404, { detail: "Unknown session." });
  const { next, ...timeline } = page;
  return { ...timeline, nextCursor: cursorAfter(next) };
}

async function readConversation(
  context: RouteContext,
  request: Request,
  { id, ...parameters }: OneSession,
): Promise<z.infer<typeof CONVERSATION_ANSWER>> {
  const path = `${PATH}/${id}/conversation`;
  const position = CONVERSATION_POSITION;
  const { scope, limit, after, cursorAfter } = openListFor(context, { request, path, parameters, position });
  const page = await context
    .queries(request)
    .readConversation({ scope, sessionId: agentSessionId(id), limit, after });
  if (page === null) throw new Refusal(404, { detail: "Unknown session." });
  const { developer, prompts } = page;
  return { developer, prompts, nextCursor: cursorAfter(page.next) };
}
