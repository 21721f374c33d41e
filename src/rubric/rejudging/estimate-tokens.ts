/** What judging one prompt takes in tokens, before it is asked about. */
import { jsonSchemaOf } from "../../judge/calls/read-answer.ts";
import type { Judge, Question } from "../../judge/question.ts";
import type { Tokens } from "../../vocabulary/units.ts";
import { CHECKS } from "../checks.ts";
import { CONTEXT_CHARS, CONTEXT_PROMPTS } from "../content-key.ts";
import { judgePrompt } from "../judge-prompt.ts";

/** English; other scripts need more. */
const LETTERS_PER_TOKEN = 4;
/** JSON is full of marks that are tokens of their own; some servers count the schema as read. */
const JSON_LETTERS_PER_TOKEN = 2.5;
const QUOTE_LETTERS = 40;
/** A longer text is counted, not written out. */
const MOST_WRITTEN = 10_000;

/**
 * Returns what a prompt of so many letters after three as long takes, with all that is sent along and answered.
 *
 * @param letters - Of the prompt.
 * @returns Tokens read and written.
 */
export async function tokensOfPrompt(letters: number): Promise<{ input: Tokens; output: Tokens }> {
  const asked: Question<unknown>[] = [];
  const judge: Judge = {
    model: null,
    ask: async (question) => {
      asked.push(question);
      return { ok: false, problem: { kind: "not_configured" } };
    },
  };
  const text = "x".repeat(Math.min(letters, MOST_WRITTEN));
  const context = Array.from({ length: CONTEXT_PROMPTS }, () => text.slice(0, CONTEXT_CHARS));
  await judgePrompt(judge, { organization: "", text, context }, { clock: () => 0 });
  const [question] = asked;
  if (question === undefined) throw new Error("BUG: nothing was asked");
  const { system, user, answer } = question;
  const unwritten = letters - text.length;
  const words = (system.length + user.length + unwritten) / LETTERS_PER_TOKEN;
  const shape = JSON.stringify(jsonSchemaOf(answer.schema)).length / JSON_LETTERS_PER_TOKEN;
  return {
    input: Math.ceil(words + shape),
    output: Math.ceil(answerLetters() / JSON_LETTERS_PER_TOKEN),
  };
}

/** Half of the checks quote the prompt. */
function answerLetters(): number {
  const quote = "x".repeat(QUOTE_LETTERS);
  const checks = CHECKS.map(({ id }, index) => [
    id,
    index % 2 === 0 ? { evidence: quote, verdict: "yes" } : { evidence: null, verdict: "no" },
  ]);
  return JSON.stringify({ language: "en", intent: "feature", checks: Object.fromEntries(checks) }).length;
}
