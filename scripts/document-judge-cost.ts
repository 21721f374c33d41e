/**
 * Writes the table of costs into docs/judge.md, from the rubric's own prompt and the table of prices:
 *
 *   scripts/run scripts/document-judge-cost.ts
 *
 * `test/documents.test.ts` compares the two, so another prompt or other prices change the table or the test fails.
 */
import { loadPrices } from "../src/appliance/load-prices.ts";
import { costOf } from "../src/prices/cost.ts";
import { tokensOfPrompt } from "../src/rubric/rejudging/estimate-tokens.ts";

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

const PROMPT_LETTERS = 400;
const PROMPTS = 1_000;

/** Returns a row a model: US dollars for a thousand prompts. */
export async function costTable(): Promise<string> {
  const { input, output } = await tokensOfPrompt(PROMPT_LETTERS);
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
