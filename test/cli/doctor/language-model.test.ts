/** What the doctor says of the judge model, asked as a person asks. */
import { afterAll, describe, expect, test } from "bun:test";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { startScriptedModel } from "../../judge/scripted-model.ts";
import { keepTrial } from "../../rubric/trial/kept-trial.ts";
import { carefulAnswer } from "../../rubric/trial/trials.ts";
import { dataDirectory } from "../command-line.ts";
import { scoring } from "../in-process.ts";

const model = startScriptedModel({ key: "sk-1" });
const { directory } = await dataDirectory();
const beside = ["--data-dir", directory, "--listen", "127.0.0.1:1"];
const SET = { SCORING_LLM_BASE_URL: model.url, SCORING_LLM_MODEL: "home-made", SCORING_LLM_API_KEY: "sk-1" };

afterAll(() => model.stop());

async function findings(environment: Record<string, string>): Promise<Record<string, string>[]> {
  const { out } = await scoring(["doctor", "--json", ...beside], environment);
  const { findings: all } = JSON.parse(out) as { findings: Record<string, string>[] };
  return all.filter(({ check }) => check?.startsWith("judge model"));
}

describe("the doctor", () => {
  test("is content when no judge model is set", async () => {
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
      { check: "judge model", state: "ok", found: expect.stringMatching(/^home-made answers in \d+ ms$/) },
      { check: "judge model's budget", state: "warn" },
      { check: "judge model's check", state: "ok", found: expect.stringContaining("judge check") },
    ]);
  });

  test("says that nothing is judged where a check is required and none has passed, and so does the status", async () => {
    const required = { ...SET, SCORING_JUDGE_REQUIRES_CHECK: "true" };
    const marks = async () =>
      (await findings(required)).find(({ check }) => check === "judge model's check")?.["found"];
    const status = async () => (await scoring(["status", ...beside], required)).out;
    expect(await marks()).toContain("nothing is judged until a check passes");
    expect(await status()).toContain("\n  nothing is judged until this model has passed a check");

    const checked = { model: "home-made", triedAt: systemClock(), answer: carefulAnswer };
    const keep = (baseUrl: string) => keepTrial(directory, { ...checked, baseUrl });
    await keep("http://127.0.0.1:1/v1");
    // the same name at another address is another model
    expect(await marks()).toMatch(/for every check; nothing is judged/);
    expect(await status()).toMatch(/its grades can be relied on.*\n {2}nothing is judged/);
    await keep(model.url);
    expect(await marks()).not.toContain("nothing is judged");
    expect(await status()).not.toContain("nothing is judged");
  });

  test("writes its question into the ledger, where the status finds it", async () => {
    const { out } = await scoring(["status", ...beside], SET);
    expect(out).toMatch(
      /Language model: home-made; this month 5 calls, \d+ tokens, 0\.00 USD \(4 calls without/,
    );
  });
});
