/** What the doctor says of the language model, asked as a person asks. */
import { afterAll, describe, expect, test } from "bun:test";
import { startScriptedModel } from "../../judge/scripted-model.ts";
import { dataDirectory, scoring } from "../command-line.ts";

const model = startScriptedModel({ key: "sk-1" });
const { directory } = await dataDirectory();
const beside = ["--data-dir", directory, "--listen", "127.0.0.1:1"];
const SET = { SCORING_LLM_BASE_URL: model.url, SCORING_LLM_MODEL: "home-made", SCORING_LLM_API_KEY: "sk-1" };

afterAll(() => model.stop());

async function findings(environment: Record<string, string>): Promise<Record<string, string>[]> {
  const { out } = await scoring(["doctor", "--json", ...beside], environment);
  const { findings: all } = JSON.parse(out) as { findings: Record<string, string>[] };
  return all.filter(({ check }) => check?.startsWith("language model"));
}

describe("the doctor", () => {
  test("is content when no language model is set", async () => {
    expect(await findings({})).toMatchObject([{ state: "ok", found: expect.stringContaining("none is") }]);
  });

  test("warns that offline forbids the one that is set", async () => {
    expect(await findings({ ...SET, SCORING_OFFLINE: "true" })).toMatchObject([{ state: "warn" }]);
    expect(model.calls).toEqual([]);
  });

  test("fails when it refuses the key, and says where to look", async () => {
    const [found] = await findings({ ...SET, SCORING_LLM_API_KEY: "sk-2" });
    expect(found).toMatchObject({ state: "fail", remedy: expect.stringContaining("llm_api_key") });
  });

  test("asks it one small question, and warns that a budget in dollars needs a price", async () => {
    expect(await findings({ ...SET, SCORING_LLM_MONTHLY_BUDGET_USD: "3" })).toMatchObject([
      { check: "language model", state: "ok", found: expect.stringMatching(/^home-made answers in \d+ ms$/) },
      { check: "language model's budget", state: "warn" },
      { check: "language model's marks", state: "ok", found: expect.stringContaining("judge check") },
    ]);
  });

  test("writes its question into the ledger, where the status finds it", async () => {
    const { out } = await scoring(["status", ...beside], SET);
    expect(out).toMatch(
      /Language model: home-made; this month 2 calls, \d+ tokens, 0\.00 USD \(1 call without/,
    );
  });
});
