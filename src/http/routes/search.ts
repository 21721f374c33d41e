/** `GET /v1/search`: prompts, answers and sessions by the words of their texts. */
import { Elysia } from "elysia";
import { z } from "zod";
import { askedWords, LONGEST_QUESTION, MOST_WORDS } from "../../insights/search/question.ts";
import { SEARCH_HIT, SEARCH_POSITION, SEARCHED_KINDS } from "../../insights/search/search-answer.ts";
import { LABEL_PARAMETER } from "../lists/labels.ts";
import {
  resolveOpenWindow,
  DEVELOPER_PARAMETER,
  OPEN_WINDOW_PARAMETERS,
  pageParameters,
} from "../lists/window.ts";
import { documented } from "../openapi/documented.ts";
import { openListFor, type RouteContext } from "../route-context.ts";

const PATH = "/v1/search";

const PARAMETERS = z.object({
  q: z
    .string()
    .max(LONGEST_QUESTION, { error: `expected at most ${LONGEST_QUESTION} characters` })
    .refine((q) => askedWords(q).length > 0, { error: "expected a word of letters or digits" })
    .refine((q) => askedWords(q).length <= MOST_WORDS, { error: `expected at most ${MOST_WORDS} words` })
    .describe(
      "Words that a text must have, all of them, in any order; the last may be a beginning if nothing has it whole.",
    ),
  kind: z.enum(SEARCHED_KINDS).optional(),
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
  ...OPEN_WINDOW_PARAMETERS,
  ...pageParameters({ usual: 20, most: 100 }),
});

const SEARCH_ANSWER = z.object({
  hits: z.array(SEARCH_HIT).describe("The newest first, to about a second."),
  nextCursor: z.string().nullable(),
});

/** Mounts the route. */
export function searchRoutes(context: RouteContext) {
  return new Elysia().get(PATH, ({ request, query }) => search(context, request, query), {
    query: PARAMETERS,
    detail: documented({
      summary: "Prompts, answers and sessions that have some words",
      tag: "Prompts",
      answer: SEARCH_ANSWER,
    }),
  });
}

async function search(
  context: RouteContext,
  request: Request,
  parameters: z.infer<typeof PARAMETERS>,
): Promise<z.infer<typeof SEARCH_ANSWER>> {
  const windowOf = resolveOpenWindow;
  const list = openListFor(context, { request, path: PATH, parameters, position: SEARCH_POSITION, windowOf });
  const { q, kind = null, developer = null } = parameters;
  const { hits, next } = await context.queries(request).search({
    scope: list.scope,
    ...list.window,
    developer,
    words: askedWords(q),
    kind,
    limit: list.limit,
    after: list.after,
  });
  return { hits, nextCursor: list.cursorAfter(next) };
}
