/**
 * Writes the table of costs into docs/judge.md, from the rubric's own prompt and the table of prices:
 *
 *   scripts/run scripts/document-judge-cost.ts
 *
 * `test/documents.test.ts` compares the two, so another prompt or other prices change the table or the test fails.
 */
import type { Judge, Question } from "../src/judge/question.ts";
import { jsonSchemaOf } from "../src/judge/calls/read-answer.ts";
import { loadPrices } from "../src/appliance/load-prices.ts";
import { costOf } from "../src/prices/cost.ts";
import { CHECKS } from "../src/rubric/checks.ts";
import { judgePrompt } from "../src/rubric/judge-prompt.ts";

const DOCUMENT = "docs/judge.md";
const TABLE = /(?<=<!-- cost -->\n)[^]*(?=<!-- \/cost -->)/;

/** Cheap models that take a JSON schema, one of each vendor, and two larger ones. */
const MODELS = [
  "gpt-5-nano",
  "gpt-5-mini",
  "gemini-2.5-flash-lite",
  "mistral-small-latest",
  "claude-haiku-4-5",
  "gpt-5.4",
];

/** English; other scripts need more. */
const LETTERS_PER_TOKEN = 4;
/** JSON is full of marks that are tokens of their own; some servers count the schema as read. */
const JSON_LETTERS_PER_TOKEN = 2.5;
const PROMPT_LETTERS = 400;
const CONTEXT_PROMPTS = 3;
const QUOTE_LETTERS = 40;
const PROMPTS = 1_000;

/** Tokens of one prompt of usual length after three others, with all that is sent along and answered. */
export async function tokensOfPrompt(): Promise<{ input: number; output: number }> {
  const asked: Question<unknown>[] = [];
  const judge: Judge = {
    model: null,
    ask: async (question) => {
      asked.push(question);
      return { ok: false, problem: { kind: "not_configured" } };
    },
  };
  const text = "x".repeat(PROMPT_LETTERS);
  const context = Array.from({ length: CONTEXT_PROMPTS }, () => text);
  await judgePrompt(judge, { organization: "", text, context }, { clock: () => 0 });
  const [question] = asked;
  if (question === undefined) throw new Error("nothing was asked");
  const { system, user, answer } = question;
  const words = (system.length + user.length) / LETTERS_PER_TOKEN;
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

/** Gives: a row a model: US dollars for a thousand prompts. */
export async function costTable(): Promise<string> {
  const { input, output } = await tokensOfPrompt();
  const prices = loadPrices({ pricesFile: null });
  const tokens = {
    input: input * PROMPTS,
    output: output * PROMPTS,
    cacheRead: null,
    cacheCreation: null,
  };
  const rows = MODELS.map((model) => {
    const cost = costOf(prices, { model, tokens });
    if (cost === null) throw new Error(`${model} has no price`);
    return `| ${model} | ${(cost / 1e6).toFixed(2)} |`;
  });
  return [
    "",
    `A prompt takes about ${input.toLocaleString("en")} tokens to read and ${output.toLocaleString("en")} to write; ${PROMPTS.toLocaleString("en")} of them ${thousands(tokens.input)} and ${thousands(tokens.output)}.`,
    "",
    `| Model | USD for ${PROMPTS.toLocaleString("en")} prompts |`,
    "| --- | ---: |",
    ...rows,
    "",
    `Prices of ${prices.date}.`,
    "",
    "",
  ].join("\n");
}

function thousands(tokens: number): string {
  return `${(tokens / 1e6).toFixed(2)} million`;
}

if (import.meta.main) {
  const document = await Bun.file(DOCUMENT).text();
  await Bun.write(DOCUMENT, document.replace(TABLE, await costTable()));
  Bun.spawnSync([process.execPath, "fmt", DOCUMENT]);
}
