/** `/v1/intelligence/worst-prompts`, `best-prompts` and `prompt-chains`: which prompts to learn from. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import { CHAIN_POSITION, CHAIN_ROW } from "../../../rubric/lists/chain-answer.ts";
import { INTENTS } from "../../../rubric/intent.ts";
import { RANKED_POSITION, SCORED_PROMPT } from "../../../rubric/lists/prompt-answer.ts";
import { documented } from "../../openapi/documented.ts";
import { type RouteContext, openListFor } from "../../route-context.ts";
import {
  DEVELOPER_PARAMETER,
  OPEN_WINDOW_PARAMETERS,
  pageParameters,
  resolveOpenWindow,
  SESSION_PARAMETER,
  WINDOW_PARAMETERS,
  sessionAsked,
} from "../../lists/window.ts";

const TAG = "Prompts";
const CHAINS = "/v1/intelligence/prompt-chains";

const RANKED_PARAMETERS = z.object({
  ...OPEN_WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
  session_id: SESSION_PARAMETER,
  intent: z.enum(INTENTS).optional().describe("What the prompt wants, by the judge model."),
  ...pageParameters({ usual: 20, most: 50 }),
});

const CHAINS_PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
  ...pageParameters({ usual: 50, most: 500 }),
});

const RANKED_PROMPTS_ANSWER = z.object({
  prompts: z.array(SCORED_PROMPT),
  total: z.int().describe("The scored prompts that match."),
  nextCursor: z.string().nullable(),
});

const CHAINS_ANSWER = z.object({
  chains: z.array(CHAIN_ROW),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

/** Mounts the routes. */
export function rankedPromptsRoutes(context: RouteContext) {
  return new Elysia()
    .get(
      "/v1/intelligence/worst-prompts",
      ({ request, query }) => listRanked(context, request, { ...query, first: "worst" }),
      {
        query: RANKED_PARAMETERS,
        detail: documented({
          summary: "The prompts with the lowest scores, with what would have made them better",
          tag: TAG,
          answer: RANKED_PROMPTS_ANSWER,
        }),
      },
    )
    .get(
      "/v1/intelligence/best-prompts",
      ({ request, query }) => listRanked(context, request, { ...query, first: "best" }),
      {
        query: RANKED_PARAMETERS,
        detail: documented({
          summary: "The prompts with the highest scores",
          tag: TAG,
          answer: RANKED_PROMPTS_ANSWER,
        }),
      },
    )
    .get(CHAINS, ({ request, query }) => listChains(context, request, query), {
      query: CHAINS_PARAMETERS,
      detail: documented({
        summary: "The longest chains of prompts without a repair, the longest first",
        tag: TAG,
        answer: CHAINS_ANSWER,
      }),
    });
}

async function listRanked(
  context: RouteContext,
  request: Request,
  { first, ...parameters }: z.infer<typeof RANKED_PARAMETERS> & { first: "best" | "worst" },
): Promise<z.infer<typeof RANKED_PROMPTS_ANSWER>> {
  const list = openListFor(context, {
    request,
    path: `/v1/intelligence/${first}-prompts`,
    parameters,
    position: RANKED_POSITION,
    windowOf: resolveOpenWindow,
  });
  const { developer = null, intent = null } = parameters;
  const { prompts, total, next } = await context.queries(request).listRankedPrompts({
    scope: list.scope,
    ...list.window,
    developer,
    sessionId: sessionAsked(parameters.session_id),
    intent,
    first,
    limit: list.limit,
    after: list.after,
  });
  return { prompts, total, nextCursor: list.cursorAfter(next) };
}

async function listChains(
  context: RouteContext,
  request: Request,
  parameters: z.infer<typeof CHAINS_PARAMETERS>,
): Promise<z.infer<typeof CHAINS_ANSWER>> {
  const list = openListFor(context, { request, path: CHAINS, parameters, position: CHAIN_POSITION });
  const { scope, window, limit, after } = list;
  const asked = { scope, ...window, developer: parameters.developer ?? null, limit, after };
  const { next, ...page } = await context.queries(request).listPromptChains(asked);
  return { ...page, nextCursor: list.cursorAfter(next) };
}
