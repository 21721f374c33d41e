/** `/v1/advisor/*`: coaching cards, votes on them, and advice on one session at once. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import { readScope } from "../../../identity/scope.ts";
import {
  CARD,
  type Card,
  CARD_POSITION,
  type CardReader,
  NO_CARD_REASONS,
} from "../../../insights/advisor/card.ts";
import { BASELINE } from "../../../metrics/baselines/read-baseline.ts";
import { SUMMARY_ANSWER, type SummaryAnswer } from "../../../insights/advisor/model/read-summary.ts";
import { voterOf } from "../../../insights/advisor/votes/count-votes.ts";
import {
  DEVELOPER_PARAMETER,
  pageParameters,
  SESSION_PARAMETER,
  WINDOW_PARAMETERS,
  sessionAsked,
} from "../../lists/window.ts";
import { COMMENT } from "../../openapi/bounded-text.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import { baselineOf, openListFor, type RouteContext } from "../../route-context.ts";
import { agentSessionId, type AgentSessionId } from "../../../vocabulary/held-name.ts";

const PATH = "/v1/advisor/cards";
const TAG = "Advisor";

const PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
  session_id: SESSION_PARAMETER,
  ...pageParameters({ usual: 50, most: 500 }),
});

const VOTE = z.strictObject({
  vote: z.enum(["up", "down"]).nullable().describe("null takes your vote back."),
  comment: COMMENT,
});

const RUN = z.strictObject({ session_id: z.string().min(1) });

const CARDS_ANSWER = z.object({
  baseline: BASELINE,
  cards: z
    .array(CARD)
    .describe(
      "Those made in the window, the newest first. They are made automatically for work that closed within the last day; " +
        "for earlier work, such as an import, `POST /v1/advisor/run` makes them.",
    ),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

const RUN_ANSWER = z.object({
  sessionId: z.string(),
  summary: z.string().nullable().describe("null without a judge model."),
  cards: z.array(CARD).describe("Every card of the session, the newest first."),
  reason: z
    .enum(NO_CARD_REASONS)
    .nullable()
    .describe(
      "Why the session has no card: `said_that_day`: a card about work of the same day says it; `no_prompt_shows_it`: no prompt shows the weakness; `resting`: what is under 50 " +
        "rests after a thumbs-down; `model_failed`: the work ended because the model failed; `no_weak_input`: no " +
        "input of Skill is under 50; `no_input`: the work has none; `not_closed`: the work goes on; `not_counted`: " +
        "nothing of it counts in scores. null where there is a card.",
    ),
});

/** Mounts the routes. */
export function advisorRoutes(context: RouteContext) {
  return new Elysia()
    .get(PATH, ({ request, query }) => listCards(context, request, query), {
      query: PARAMETERS,
      detail: documented({
        summary: "Coaching cards, the newest first",
        tag: TAG,
        answer: CARDS_ANSWER,
      }),
    })
    .get(`${PATH}/:id`, ({ request, params }) => readCard(context, request, params.id), {
      detail: documented({ summary: "One coaching card", tag: TAG, answer: CARD }),
    })
    .post(
      `${PATH}/:id/feedback`,
      ({ request, params, body }) => vote(context, request, { ...body, id: params.id }),
      {
        body: VOTE,
        detail: documented({ summary: "Votes on a card, or takes the vote back", tag: TAG, answer: CARD }),
      },
    )
    .get(
      "/v1/advisor/sessions/:session_id/summary",
      ({ request, params }) => readSummary(context, request, agentSessionId(params.session_id)),
      {
        detail: documented({
          summary: "Title and summary of one session",
          tag: TAG,
          answer: SUMMARY_ANSWER,
        }),
      },
    )
    .post(
      "/v1/advisor/run",
      ({ request, body }) => runAdvisor(context, request, agentSessionId(body.session_id)),
      {
        body: RUN,
        detail: documented({
          summary: "Advises on one session now, and answers its cards",
          tag: TAG,
          answer: RUN_ANSWER,
          missing: "The session is none that the caller may see",
        }),
      },
    );
}

function readerOf(context: RouteContext, request: Request): CardReader {
  const caller = context.guard.callerOf(request);
  return { scope: readScope(caller), voter: voterOf(caller) };
}

async function listCards(
  context: RouteContext,
  request: Request,
  query: z.infer<typeof PARAMETERS>,
): Promise<z.infer<typeof CARDS_ANSWER>> {
  const list = openListFor(context, { request, path: PATH, parameters: query, position: CARD_POSITION });
  const { window, limit, after } = list;
  const { developer = null, session_id } = query;
  const sessionId = sessionAsked(session_id);
  const asked = { ...readerOf(context, request), ...window, developer, sessionId, limit, after };
  const { next, ...page } = await context.queries(request).listCards(asked);
  const baseline = await baselineOf(context, request, { scope: asked.scope, ...window });
  return { baseline, ...page, nextCursor: list.cursorAfter(next) };
}

async function readCard(context: RouteContext, request: Request, cardId: string): Promise<Card> {
  const card = await context.queries(request).readCard({ ...readerOf(context, request), cardId });
  if (card === null) throw noSuchCard();
  return card;
}

async function vote(
  context: RouteContext,
  request: Request,
  { id: cardId, vote, comment = null }: z.infer<typeof VOTE> & { id: string },
): Promise<Card> {
  const asked = { ...readerOf(context, request), cardId, vote, comment };
  const card = await context.changes(request).voteOnCard(asked);
  if (card === null) throw noSuchCard();
  return card;
}

async function runAdvisor(
  context: RouteContext,
  request: Request,
  sessionId: AgentSessionId,
): Promise<z.infer<typeof RUN_ANSWER>> {
  const advice = await context.changes(request).runAdvisor({ ...readerOf(context, request), sessionId });
  if (advice === null) throw noSuchSession();
  return { sessionId, ...advice };
}

async function readSummary(
  context: RouteContext,
  request: Request,
  sessionId: AgentSessionId,
): Promise<SummaryAnswer> {
  const { scope } = readerOf(context, request);
  const summary = await context.queries(request).describeSummary({ scope, sessionId });
  if (summary === null) throw noSuchSession();
  return summary;
}

function noSuchSession(): Refusal {
  return new Refusal(404, { detail: "Unknown session." });
}

function noSuchCard(): Refusal {
  return new Refusal(404, { detail: "Unknown card." });
}
