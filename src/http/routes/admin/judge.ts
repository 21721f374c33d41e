/** `POST /v1/admin/judge/test`: asks the judge model something small, to see whether it answers. */
import { Elysia } from "elysia";
import { z } from "zod";
import { explainJudgeProblem } from "../../../judge/explain-problem.ts";
import type { JudgeProblem } from "../../../judge/question.ts";
import { documented } from "../../openapi/documented.ts";
import type { RouteContext } from "../../route-context.ts";
import { Refusal } from "../../refusal.ts";

const JUDGE_TEST_ANSWER = z.object({
  ok: z.boolean().describe("Whether the model answered in the shape that it was asked for."),
  model: z.string().nullable(),
  latencyMs: z.number().nullable(),
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  costUsd: z.number().nullable().describe("null when the model's price is not known."),
  error: z.object({ kind: z.string(), message: z.string().describe("What to do.") }).nullable(),
});
type JudgeTestAnswer = z.infer<typeof JUDGE_TEST_ANSWER>;

/** Mounts the route. */
export function judgeRoutes(context: RouteContext) {
  return new Elysia().post(
    "/v1/admin/judge/test",
    async ({ request }): Promise<JudgeTestAnswer> => {
      const { organizationId } = context.guard.callerOf(request);
      const tested = await context.changes(request).testJudge({ organizationId });
      if (!tested.ok) return describeFailure(tested.problem);
      const { cost, ...took } = tested.value;
      return { ok: true, ...took, costUsd: cost === null ? null : cost / 1e6, error: null };
    },
    {
      detail: documented({
        summary: "Makes one small call to the judge model; its latency, or what is wrong (admin)",
        tag: "Administration",
        answer: JUDGE_TEST_ANSWER,
      }),
    },
  );
}

/** @throws A refusal when no call could be made at all. */
function describeFailure(problem: JudgeProblem): JudgeTestAnswer {
  const message = explainJudgeProblem(problem);
  if (UNASKED.has(problem.kind)) throw new Refusal(503, { detail: message });
  const nothing = { model: null, latencyMs: null, inputTokens: null, outputTokens: null, costUsd: null };
  return { ok: false, ...nothing, error: { kind: problem.kind, message } };
}

const UNASKED: ReadonlySet<JudgeProblem["kind"]> = new Set([
  "not_configured",
  "offline",
  "out_of_budget",
  "share_spent",
]);
