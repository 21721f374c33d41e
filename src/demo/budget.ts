/** Sets the demo's budget, as an admin would. */

/** About what the demo's team spends in a month. */
const LIMIT_USD = 80;

/**
 * @param key - An admin key.
 * @throws An exception when it is not taken.
 */
export async function setBudget(url: string, key: string): Promise<void> {
  const answer = await fetch(`${url}/v1/governance/budgets`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ budgets: [{ limit_usd: LIMIT_USD }] }),
  });
  if (!answer.ok) throw new Error(`setting a budget was answered ${answer.status}: ${await answer.text()}`);
}
