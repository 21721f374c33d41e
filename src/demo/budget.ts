/** Sets the demo's budget, as an admin would. */

import { z } from "zod";

/** By how much the month is expected to pass its budget, so that there is an alert about it. */
const OVER = 1.12;
/** Where the month cannot be foretold: about what the demo's team spends in one. */
const USUAL_USD = 80;

const ANSWER = z.object({ forecast: z.object({ expectedUsd: z.number().nullable() }) });

/**
 * @param key - An admin key.
 * @throws An exception when it is not taken.
 */
export async function setBudget(url: string, key: string): Promise<void> {
  const limit = await limitUsd(url, key);
  const answer = await fetch(`${url}/v1/governance/budgets`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ budgets: [{ limit_usd: limit }] }),
  });
  if (!answer.ok) throw new Error(`setting a budget was answered ${answer.status}: ${await answer.text()}`);
}

async function limitUsd(url: string, key: string): Promise<number> {
  const answer = await fetch(`${url}/scoring/usage`, { headers: { authorization: `Bearer ${key}` } });
  if (!answer.ok) throw new Error(`asking for usage was answered ${answer.status}: ${await answer.text()}`);
  const { expectedUsd } = ANSWER.parse(await answer.json()).forecast;
  return expectedUsd === null ? USUAL_USD : Math.max(1, Math.floor(expectedUsd / OVER));
}
