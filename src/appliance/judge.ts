/** Opens the judge with the prices in effect. */
import { selectOrganizations } from "../identity/organizations/table.ts";
import { type JudgeParts, openJudge, type RunningJudge } from "../judge/open-judge.ts";
import { type CheckSettings, endpointOf } from "../rubric/trial/read-check.ts";
import type { Settings } from "../settings/schema.ts";
import { costOf } from "../prices/cost.ts";
import type { PriceTable } from "../prices/price-table.ts";

/** Says what the settings want of the judge model's check. */
export function modelCheckOf({
  llmBaseUrl,
  judgeRequiresCheck,
}: Pick<Settings, "llmBaseUrl" | "judgeRequiresCheck">): CheckSettings {
  return { endpoint: endpointOf(llmBaseUrl), isRequired: judgeRequiresCheck };
}

/** @throws An exception when the ledger cannot be read. */
export function openPricedJudge(
  parts: Omit<JudgeParts, "costOf" | "random">,
  prices: PriceTable,
): Promise<RunningJudge> {
  return openJudge({
    ...parts,
    countOrganizations: async () => (await selectOrganizations(parts.database)).length,
    random: Math.random,
    costOf: (model, tokens) =>
      costOf(prices, { model, tokens: { ...tokens, cacheRead: null, cacheCreation: null } }),
  });
}
