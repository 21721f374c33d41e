/** Reads what judging again would take, and how far it is. */
import { isoTime } from "../../vocabulary/times.ts";
import type { Database } from "../../database/open.ts";
import { costOf } from "../../prices/cost.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import { RUBRIC_VERSION } from "../checks.ts";
import { readMarkedBy } from "../days/read-prompt-days.ts";
import { tokensOfPrompt } from "./estimate-tokens.ts";
import type { RejudgeEstimate, RejudgingsAnswer } from "./rejudge-answer.ts";
import { readRejudgings } from "./rejudgings-table.ts";
import { countWaitingAgain, type RejudgeWindow } from "./spread-table.ts";

/** Estimates what judging a time again takes. */
export async function estimateRejudge(
  { database, prices }: { database: Database; prices: PriceTable },
  { model, ...window }: RejudgeWindow & { model: string },
): Promise<RejudgeEstimate> {
  const marked = await readMarkedBy(database, window);
  const again = marked.filter((by) => by.model !== model || by.rubricVersion !== RUBRIC_VERSION);
  const sumOf = (what: "prompts" | "contents" | "letters") => again.reduce((sum, by) => sum + by[what], 0);
  const [prompts, calls, letters] = [sumOf("prompts"), sumOf("contents"), sumOf("letters")];
  const { input, output } = await tokensOfPrompt(prompts === 0 ? 0 : Math.ceil(letters / prompts));
  const tokens = { input, output, cacheRead: null, cacheCreation: null };
  const cost = costOf(prices, { model, tokens });
  return {
    model,
    rubricVersion: RUBRIC_VERSION,
    prompts,
    calls,
    inputTokens: calls * input,
    outputTokens: calls * output,
    costUsd: cost === null ? null : (calls * cost) / 1e6,
  };
}

/** Reads what an organization had judged again, and how far it is. */
export async function listRejudgings(
  database: Database,
  { organization }: { organization: string },
): Promise<RejudgingsAnswer> {
  const rejudgings: RejudgingsAnswer["rejudgings"] = [];
  for (const wish of await readRejudgings(database, organization)) {
    const { id, model, rubric_version: rubricVersion, prompts, spread_at } = wish;
    const counted = await countWaitingAgain(database, wish);
    // until all were looked at, those that were not wait too
    const waiting = spread_at === null ? Math.max(counted, prompts) : counted;
    rejudgings.push({
      id,
      from: isoTime(wish.from_at),
      to: isoTime(wish.to_at),
      askedAt: isoTime(wish.asked_at),
      model,
      rubricVersion,
      prompts,
      waiting,
      status: waiting === 0 ? "completed" : "running",
    });
  }
  return { rejudgings };
}
