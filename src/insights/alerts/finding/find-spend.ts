/** Finds budgets that are spent, and months that are expected to cost more than their budget. */
import { readBudgets } from "../../governance/limits/read-limits.ts";
import type { Finding } from "./finding.ts";
import { everybodyIn, type Look } from "./look.ts";

/** Each budget, with the share of it that this month's work cost. */
export async function findSpend(look: Look): Promise<Finding[]> {
  const { budgets } = await readBudgets(look.database, { scope: everybodyIn(look), at: look.now });
  return budgets
    .filter(({ limitUsd }) => limitUsd > 0)
    .map(({ developer, model, limitUsd, spentUsd }) => {
      const percent = (spentUsd / limitUsd) * 100;
      const id = developer?.id ?? null;
      return {
        subject: JSON.stringify([id, model]),
        developer: id,
        value: percent,
        facts: { kind: "spend", developer: id, model, limitUsd, spentUsd, percent },
      };
    });
}

/** Everybody's budgets, for all models or one, with the share of each that the month is expected to cost. */
export async function findForecast(look: Look): Promise<Finding[]> {
  const { budgets } = await readBudgets(look.database, { scope: everybodyIn(look), at: look.now });
  return budgets.flatMap(({ developer, model, limitUsd, expectedUsd, lowUsd, highUsd }) => {
    if (developer !== null || limitUsd === 0) return [];
    if (expectedUsd === null || lowUsd === null || highUsd === null) return [];
    const facts = { kind: "forecast", model, limitUsd, expectedUsd, lowUsd, highUsd } as const;
    const value = (expectedUsd / limitUsd) * 100;
    return [{ subject: JSON.stringify([null, model]), developer: null, value, facts }];
  });
}
