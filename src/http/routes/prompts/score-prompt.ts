/** `POST /scoring/prompt-rubric/score`: has a prompt judged at once. */
import { Elysia } from "elysia";
import { z } from "zod";
import { sessionAsked } from "../../lists/window.ts";
import type { Caller } from "../../../identity/caller.ts";
import { readScope } from "../../../identity/scope.ts";
import { explainJudgeProblem } from "../../../judge/explain-problem.ts";
import type { JudgeProblem } from "../../../judge/question.ts";
import { agentVersionOf } from "../../../rubric/checks.ts";
import { INTENTS } from "../../../rubric/intent.ts";
import { scoresOf } from "../../../rubric/lists/describe-prompt.ts";
import { RUBRIC_PART, SCORE_VERSION } from "../../../rubric/lists/prompt-answer.ts";
import type { Judgement } from "../../../rubric/judgement.ts";
import type { ScoreProblem } from "../../../rubric/on-demand/score-prompt.ts";
import { type Instant, type Milliseconds, SECOND } from "../../../vocabulary/units.ts";
import { boundedText } from "../../openapi/bounded-text.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";

/** Code points of a prompt. */
const LONGEST_PROMPT = 32_000;

const TEXT = boundedText(LONGEST_PROMPT)
  .refine((text) => text.trim() !== "", { error: "expected a prompt, not nothing" })
  .meta({ minLength: 1, maxLength: LONGEST_PROMPT, pattern: "\\S" })
  .describe("The prompt.");

const SCORE_WISH = z.strictObject({
  prompt_text: TEXT,
  org_id: z.string().nullish().describe("Your organization's id; another one is refused."),
  session_id: z
    .string()
    .nullish()
    .describe("The session whose last prompts are the context; an unknown one has none."),
  turn_index: z.int().min(0).nullish().describe("Only prompts of earlier turns are the context."),
  prompt_id: z
    .string()
    .nullish()
    .describe("The prompt on which the score is stored; without it nothing is stored."),
});

const SCORE_ANSWER = z.object({
  detectedLanguage: z.string().describe("As in ISO 639; `und` when the model named none."),
  intent: z.enum(INTENTS),
  shortCircuited: z.boolean().describe("It asks for no work; the next three are left out then."),
  rubric: RUBRIC_PART.optional(),
  rubricScore: z.number().min(0).max(100).optional(),
  grade: z.string().optional(),
  confidence: z.number().min(0).max(1),
  agentVersion: z.string().describe("The rubric and the model."),
  version: z.string(),
});

/** Mounts the route. */
export function scorePromptRoutes(context: RouteContext) {
  return new Elysia().post(
    "/scoring/prompt-rubric/score",
    async ({ request, body }): Promise<z.infer<typeof SCORE_ANSWER>> => {
      const caller = context.guard.callerOf(request);
      refuseForeign(caller, body.org_id ?? null);
      const scored = await context.changes(request).scorePrompt({
        scope: readScope(caller),
        text: body.prompt_text,
        sessionId: sessionAsked(body.session_id),
        turnIndex: body.turn_index ?? null,
        promptId: body.prompt_id ?? null,
      });
      if (!scored.ok) throw refusalFor(scored.problem, context.clock());
      return describeScore(scored.value);
    },
    {
      body: SCORE_WISH,
      detail: documented({
        summary: "Has a prompt judged at once by the judge model",
        tag: "Prompts",
        answer: SCORE_ANSWER,
        missing: "prompt_id is of no prompt that the caller may see",
      }),
    },
  );
}

function refuseForeign({ organizationId }: Caller, asked: string | null): void {
  if (asked === null || asked === organizationId) return;
  throw new Refusal(403, {
    detail: "org_id is not your organization. Leave it out, or send its id.",
  });
}

function refusalFor(problem: ScoreProblem, now: Instant): Refusal {
  if (problem.kind === "unknown_prompt")
    return new Refusal(404, {
      detail: "Unknown prompt. Without prompt_id it is judged and not stored.",
    });
  if (problem.kind === "not_checked") return new Refusal(503, { detail: NOT_CHECKED });
  const waitMs = waitOf(problem, now);
  return new Refusal(503, {
    detail: explainJudgeProblem(problem),
    ...(waitMs !== null && { extensions: { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND)) } }),
  });
}

const NOT_CHECKED =
  "The judge model judges nothing until it has passed a check, because of the setting judge_requires_check. See what its check found: GET /scoring/prompt-rubric/agreement, or scoring judge check.";

/** Returns null where nobody can know. */
function waitOf(problem: JudgeProblem, now: Instant): Milliseconds | null {
  switch (problem.kind) {
    case "out_of_budget":
    case "share_spent":
      return problem.resetsAt - now;
    case "rate_limited":
      return problem.retryAfterMs;
    default:
      return null;
  }
}

function describeScore(judgement: Judgement): z.infer<typeof SCORE_ANSWER> {
  const { language, intent, shortCircuited, confidence, rubricVersion, model } = judgement;
  return {
    detectedLanguage: language,
    intent,
    shortCircuited,
    ...scoresOf(judgement),
    confidence,
    agentVersion: agentVersionOf(rubricVersion, model),
    version: SCORE_VERSION,
  };
}
