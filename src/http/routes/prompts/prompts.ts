/** `/scoring/prompt-rubric`: prompts with their marks, one by one and on average. */
import { Elysia } from "elysia";
import { z } from "zod";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import { INTENTS } from "../../../rubric/intent.ts";
import { PROMPT_AVERAGES, STATUS_COUNTS } from "../../../rubric/lists/averages.ts";
import { PROMPT_POSITION, SCORED_PROMPT } from "../../../rubric/lists/prompt-answer.ts";
import { PROMPT_STATUSES } from "../../../rubric/prompts/marked-prompts.ts";
import { RUBRIC_TREND_POINT } from "../../../scores/prompts/read-rubric-trend.ts";
import { BUCKETS } from "../../../scores/periods.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import { type RouteContext, openListFor, openWindowFor } from "../../route-context.ts";
import { readScope } from "../../../identity/scope.ts";
import {
  DEVELOPER_PARAMETER,
  pageParameters,
  refuseManyParts,
  SESSION_PARAMETER,
  WINDOW_PARAMETERS,
  sessionAsked,
} from "../../lists/window.ts";

const PATH = "/scoring/prompt-rubric/prompts";
const TAG = "Prompts";

const WHOSE_PARAMETERS = z.object({
  ...WINDOW_PARAMETERS,
  developer: DEVELOPER_PARAMETER,
  label: LABEL_PARAMETER,
});

const PARAMETERS = WHOSE_PARAMETERS.extend({
  session_id: SESSION_PARAMETER,
  intent: z.enum(INTENTS).optional().describe("What the prompt wants, by the judge model."),
  status: z.enum(PROMPT_STATUSES).optional(),
  ...pageParameters({ usual: 50, most: 500 }),
});

const TREND_PARAMETERS = WHOSE_PARAMETERS.extend({
  bucket: z.enum(BUCKETS).default("day").describe("How the window is divided, in UTC; weeks from Monday."),
});

const PROMPTS_ANSWER = z.object({
  prompts: z.array(SCORED_PROMPT),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
});

const RUBRIC_TREND_ANSWER = z.object({
  bucket: z.enum(BUCKETS),
  points: z
    .array(RUBRIC_TREND_POINT)
    .describe("The earliest first; a bucket without prompts has a point as well."),
  averages: PROMPT_AVERAGES.describe("For the whole window."),
  statuses: STATUS_COUNTS.describe("How many prompts of the whole window are how far."),
});

/** Mounts the routes. */
export function promptsRoutes(context: RouteContext) {
  return new Elysia()
    .get(PATH, ({ request, query }) => listPrompts(context, request, query), {
      query: PARAMETERS,
      detail: documented({
        summary: "Prompts with their grades, the newest first",
        tag: TAG,
        answer: PROMPTS_ANSWER,
      }),
    })
    .get(`${PATH}/:id`, ({ request, params }) => readPrompt(context, request, params.id), {
      detail: documented({
        summary: "One prompt with its checks and their evidence",
        tag: TAG,
        answer: SCORED_PROMPT,
      }),
    })
    .get(
      "/scoring/prompt-rubric/averages",
      ({ request, query }): Promise<z.infer<typeof PROMPT_AVERAGES>> => {
        const { developer = null } = query;
        return context
          .queries(request)
          .readPromptAverages({ ...openWindowFor(context, request, query), developer });
      },
      {
        query: WHOSE_PARAMETERS,
        detail: documented({
          summary: "The mean grades of scored prompts",
          tag: TAG,
          answer: PROMPT_AVERAGES,
        }),
      },
    )
    .get(
      "/scoring/prompt-rubric/efficiency-rubric-trend",
      ({ request, query }) => readTrend(context, request, query),
      {
        query: TREND_PARAMETERS,
        detail: documented({
          summary: "The mean of each dimension by day or week",
          tag: TAG,
          answer: RUBRIC_TREND_ANSWER,
        }),
      },
    );
}

async function listPrompts(
  context: RouteContext,
  request: Request,
  parameters: z.infer<typeof PARAMETERS>,
): Promise<z.infer<typeof PROMPTS_ANSWER>> {
  const list = openListFor(context, { request, path: PATH, parameters, position: PROMPT_POSITION });
  const { developer = null, intent = null, status = null } = parameters;
  const { prompts, total, next } = await context.queries(request).listPrompts({
    scope: list.scope,
    ...list.window,
    developer,
    sessionId: sessionAsked(parameters.session_id),
    intent,
    status,
    limit: list.limit,
    after: list.after,
  });
  return { prompts, total, nextCursor: list.cursorAfter(next) };
}

async function readPrompt(
  context: RouteContext,
  request: Request,
  promptId: string,
): Promise<z.infer<typeof SCORED_PROMPT>> {
  const scope = readScope(context.guard.callerOf(request));
  const found = await context.queries(request).readPrompt({ scope, promptId });
  if (found === null) throw new Refusal(404, { detail: "Unknown prompt." });
  return found;
}

async function readTrend(
  context: RouteContext,
  request: Request,
  parameters: z.infer<typeof TREND_PARAMETERS>,
): Promise<z.infer<typeof RUBRIC_TREND_ANSWER>> {
  const { bucket, developer = null } = parameters;
  const asked = openWindowFor(context, request, parameters);
  refuseManyParts(asked, bucket);
  return { bucket, ...(await context.queries(request).readRubricTrend({ ...asked, bucket, developer })) };
}
