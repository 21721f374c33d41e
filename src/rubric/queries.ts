/** The queries and changes about prompts, by the names that routes ask for. */
import { atThisTime, onDatabase } from "../database/asked.ts";
import type { Database } from "../database/open.ts";
import type { PriceTable } from "../prices/price-table.ts";
import { listPromptChains } from "./lists/list-chains.ts";
import { listPrompts, listRankedPrompts, readPrompt } from "./lists/list-prompts.ts";
import { readMissingChecks } from "./lists/read-missing.ts";
import { readPromptAverages } from "./lists/read-averages.ts";
import { scorePrompt } from "./on-demand/score-prompt.ts";
import { countUnjudged } from "./prompts/queue-table.ts";
import { requestRejudge } from "./rejudging/keep-rejudging.ts";
import { estimateRejudge, listRejudgings } from "./rejudging/read-rejudgings.ts";
import type { RejudgeWindow } from "./rejudging/spread-table.ts";
import { readAgreement } from "./trial/read-agreement.ts";

interface Priced {
  database: Database;
  prices: PriceTable;
}

export const RUBRIC_QUERIES = {
  countUnjudged: ({ database }: { database: Database }, _asked: null) => countUnjudged(database),
  estimateRejudge: (stores: Priced, asked: RejudgeWindow & { model: string }) =>
    estimateRejudge(stores, asked),
  ...onDatabase({
    listPrompts,
    readPrompt,
    listRankedPrompts,
    readPromptAverages,
    readMissingChecks,
    listPromptChains,
    readAgreement,
    listRejudgings,
  }),
};

export const RUBRIC_CHANGES = { scorePrompt, ...atThisTime({ requestRejudge }) };
