/** `/v1/intelligence/worst-prompts`, `best-prompts` and `prompt-chains`: which prompts to learn from. */
import { Elysia } from "elysia";
import { z } from "zod";
import { readScope } from "../../../identity/scope.ts";
import { CHAIN_ROW } from "../../../rubric/lists/chain-answer.ts";
import { SCORED_PROMPT } from "../../../rubric/lists/prompt-answer.ts";
import { documented } from "../../openapi/documented.ts";
import { type RouteContext, openWindowFor } from "../../route-context.ts";
import {
  DEVELOPER_PARAMETER,
  limitParameter,
  OPEN_WINDOW_PARAMETERS,
  resolveOpenWindow,
  SESSION_PARAMETER,
  WINDOW_PARAMETERS,
} from "../../lists/window.ts";

const TAG = "Prompts";

const RANKED_PARAMETERS = z.object({
  ...OPEN_WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  session_id: SESSION_PARAMETER,
  limit: limitParameter({ usual: 20, most: 50 }),
});

const CHAINS_PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  limit: limitParameter({ usual: 50, most: 500 }),
});

export const RANKED_PROMPTS_ANSWER = z.object({
  prompts: z.array(SCORED_PROMPT),
  total: z.int().describe("The scored prompts that match."),
});

export const CHAINS_ANSWER = z.object({ chains: z.array(CHAIN_ROW), total: z.int().nullable() });

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
    .get(
      "/v1/intelligence/prompt-chains",
      ({ request, query }): Promise<z.infer<typeof CHAINS_ANSWER>> => {
        const { limit, developer = null } = query;
        return context
          .queries(request)
          .listPromptChains({ ...openWindowFor(context, request, query), developer, limit });
      },
      {
        query: CHAINS_PARAMETERS,
        detail: documented({
          summary: "The longest chains of prompts without a repair, the longest first",
          tag: TAG,
          answer: CHAINS_ANSWER,
        }),
      },
    );
}

async function listRanked(
  context: RouteContext,
  request: Request,
  { first, ...parameters }: z.infer<typeof RANKED_PARAMETERS> & { first: "best" | "worst" },
): Promise<z.infer<typeof RANKED_PROMPTS_ANSWER>> {
  const { limit, developer = null, session_id: sessionId = null } = parameters;
  const asked = {
    scope: readScope(context.guard.callerOf(request)),
    ...resolveOpenWindow(parameters),
  };
  return context.queries(request).listRankedPrompts({ ...asked, developer, sessionId, first, limit });
}
