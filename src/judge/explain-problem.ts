/** Why the judge model gave no answer, in a sentence for a person, with what to do about it. */
import { isoTime } from "../vocabulary/times.ts";
import { type Milliseconds, SECOND } from "../vocabulary/units.ts";
import type { JudgeProblem } from "./question.ts";

/** Nothing of what was asked or answered is in it. */
export function explainJudgeProblem(problem: JudgeProblem): string {
  switch (problem.kind) {
    case "out_of_budget":
      return `The month's budget for the judge model is spent; it begins again at ${isoTime(problem.resetsAt)}. To go on now, raise llm_monthly_budget_usd or llm_monthly_budget_tokens.`;
    case "share_spent":
      return `This organization's share of the month's budget for the judge model is spent; it begins again at ${isoTime(problem.resetsAt)}. To go on now, raise llm_organization_budget_share or the budget.`;
    case "rate_limited":
      return `The judge model's server takes no more requests${forHowLong(problem.retryAfterMs)}. Lower llm_concurrency, or raise the limit there.`;
    case "server_failed":
      return explainStatus(problem.status);
    default:
      return SENTENCES[problem.kind];
  }
}

function explainStatus(status: number): string {
  if (status < 300)
    return `What answers at llm_base_url does not speak OpenAI's chat completions. ${WRONG_ADDRESS}`;
  if (status < 400)
    return `The judge model's server redirects to another address (status ${status}), and redirects are not followed. Set llm_base_url to the address that it names.`;
  const remedy = REQUEST_REFUSED.has(status) ? TOO_LONG : WRONG_ADDRESS;
  return `The judge model's server answered with status ${status}; its log may say why. ${remedy}`;
}

const REQUEST_REFUSED: ReadonlySet<number> = new Set([400, 422]);
const TOO_LONG = "What was asked may be longer than the model's context: give it 8,192 tokens or more.";
const WRONG_ADDRESS = "Check llm_base_url: it is the server's address, usually up to /v1.";

type Plain = Exclude<
  JudgeProblem["kind"],
  "out_of_budget" | "share_spent" | "rate_limited" | "server_failed"
>;

const SENTENCES: Readonly<Record<Plain, string>> = {
  not_configured:
    "No judge model is configured. Set llm_base_url and llm_model (SCORING_LLM_BASE_URL, SCORING_LLM_MODEL), and llm_api_key where its server wants a key; then reload the settings (SIGHUP) or restart this server.",
  offline:
    "This server runs with offline, which forbids the connection to the judge model. To ask one, turn offline off and reload the settings (SIGHUP).",
  unreachable:
    "The judge model's server does not answer. Check that it runs and that llm_base_url is its address.",
  timed_out:
    "The judge model took longer than llm_timeout_ms. Raise it, lower llm_concurrency, or choose a faster model.",
  key_refused: "The judge model's server refuses the key. Check llm_api_key.",
  unknown_model:
    "The judge model's server knows no such model or address. Check llm_model, and that llm_base_url ends as the server's own documents say, usually with /v1.",
  refused: "The judge model refused to answer. Choose another model if this happens often.",
  unfit_answer:
    "The judge model answered twice in a shape that cannot be used. A larger model, or one with structured outputs, does better.",
};

function forHowLong(retryAfterMs: Milliseconds | null): string {
  return retryAfterMs === null ? "" : ` for ${Math.ceil(retryAfterMs / SECOND)} s`;
}
