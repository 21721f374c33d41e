import { describe, expect, test } from "bun:test";
import { explainJudgeProblem } from "../../src/judge/explain-problem.ts";
import type { JudgeProblem } from "../../src/judge/question.ts";

const RESETS_AT = Date.UTC(2026, 11, 1);

describe("what to do about a judge model that does not answer", () => {
  test.each<[JudgeProblem, RegExp]>([
    [{ kind: "not_configured" }, /SCORING_LLM_BASE_URL, SCORING_LLM_MODEL/],
    [{ kind: "offline" }, /turn offline off/],
    [{ kind: "out_of_budget", resetsAt: RESETS_AT }, /begins again at 2026-12-01.* raise llm_monthly_budget/],
    [{ kind: "unreachable" }, /Check that it runs/],
    [{ kind: "timed_out" }, /llm_timeout_ms/],
    [{ kind: "key_refused" }, /Check llm_api_key/],
    [{ kind: "unknown_model" }, /Check llm_model/],
    [{ kind: "rate_limited", retryAfterMs: 1_500 }, /for 2 s\. Lower llm_concurrency/],
    [{ kind: "rate_limited", retryAfterMs: null }, /no more requests\. Lower/],
    [{ kind: "server_failed", status: 502 }, /status 502.* llm_base_url/],
    [{ kind: "server_failed", status: 400 }, /longer than the model's context/],
    [{ kind: "server_failed", status: 200 }, /does not speak .*Check llm_base_url/],
    [{ kind: "server_failed", status: 307 }, /redirects to another address .*Set llm_base_url/],
    [{ kind: "refused" }, /another model/],
    [{ kind: "unfit_answer" }, /A larger model/],
  ])("%o is said", (problem, remedy) => {
    expect(explainJudgeProblem(problem)).toMatch(remedy);
  });
});
