/** What calls cost and how full contexts get, with a price file of the owner's, asked of a real appliance. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readReasons } from "../../src/metrics/metrics-row.ts";
import { claudeCodeLogs, claudeCodeRecord } from "../../src/demo/wires/claude-code-records.ts";
import { loadPrices } from "../../src/appliance/load-prices.ts";
import type { ModelSpendAnswer } from "../../src/spend/spend-answer.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { MINUTE, SECOND } from "../../src/vocabulary/units.ts";
import { startTestAppliance } from "./running.ts";
import { wholeSchema } from "../whole-schema.ts";

const folder = mkdtempSync(join(tmpdir(), "prices-"));
const pricesFile = join(folder, "prices.toml");
writeFileSync(
  pricesFile,
  `[models."our-model"]
provider = "us"
window = 100000
input = 1.0
output = 4.0
cacheRead = 0.1
`,
);

describe("a price file", () => {
  test("that is missing or wrong is refused with its path and what to do", async () => {
    const gone = join(folder, "gone.json");
    expect(() => loadPrices({ pricesFile: gone })).toThrow(`prices_file ${gone} cannot be read; name one`);
    const wrong = join(folder, "wrong.json");
    writeFileSync(wrong, '{ "models": { "a": { "provider": "us", "input": -1, "output": 1 } } }');
    const message = `prices_file ${wrong}: the price file cannot be used: models → a → input: a price cannot be negative`;
    expect(() => loadPrices({ pricesFile: wrong })).toThrow(message);
    await expect(startTestAppliance({ settings: { pricesFile: wrong } })).rejects.toThrow(message);
  });
});

describe("calls of a listed, an unknown and a self-priced model", () => {
  const promise = startTestAppliance({ settings: { pricesFile } });
  const start = systemClock() - 10 * MINUTE;
  let counted = 0;

  function record(name: string, told: Record<string, string | number>): object {
    counted += 1;
    const standard = { "session.id": "s1", "user.email": "ada@example.com" };
    return claudeCodeRecord({ name, at: start + counted * 10 * SECOND, attributes: told }, standard);
  }

  const call = (model: string, more: Record<string, number> = {}) =>
    record("api_request", {
      model,
      input_tokens: 2_000,
      output_tokens: 500,
      cache_read_tokens: 30_000,
      duration_ms: 1_000,
      ...more,
    });

  const logRecords = [
    record("user_prompt", { prompt: "Add a cart to src/shop.ts", prompt_length: "25" }),
    call("our-model"),
    call("nobodys-model"),
    call("claude-sonnet-4-5", { cost_usd: 0.03 }),
    record("user_prompt", { prompt: "Show it on the page", prompt_length: "19" }),
    // 72 % of the window that only the owner's file holds
    call("our-model", { cache_read_tokens: 70_000 }),
  ];
  const body = claudeCodeLogs(logRecords);

  const settled = promise.then(async (appliance) => {
    const organization = await appliance.addOrganization();
    expect((await appliance.send("/v1/logs", body, organization.key)).status).toBe(200);
    await appliance.settled();
    return { appliance, organization };
  });
  afterAll(async () => (await promise).stop());

  test("show what each cost, which has no price, and how far the table is from what is reported", async () => {
    const { appliance, organization } = await settled;
    const answer = await appliance.get("/v1/admin/coverage", organization.admin);
    const { models, priceTable } = (await answer.json()) as {
      models: ModelSpendAnswer[];
      priceTable: { date: string; sha256: string };
    };
    const { date, sha256 } = loadPrices({ pricesFile });
    expect(priceTable).toEqual({ date, sha256 });
    expect(models).toEqual([
      {
        model: "claude-sonnet-4-5",
        calls: 1,
        unpricedCalls: 0,
        costUsd: 0.03,
        // 2,000 · 3 + 500 · 15 + 30,000 · 0.3 millionths
        check: { calls: 1, reportedUsd: 0.03, computedUsd: 0.0225, difference: -0.25 },
      },
      { model: "nobodys-model", calls: 1, unpricedCalls: 1, costUsd: 0, check: null },
      { model: "our-model", calls: 2, unpricedCalls: 0, costUsd: (7_000 + 11_000) / 1e6, check: null },
    ]);
  });

  test("are kept as whole micro-dollars, and the owner's window is known to CRR", async () => {
    const { appliance, organization } = await settled;
    const [row] = await wholeSchema(appliance.database)
      .selectFrom("metrics")
      .select(["cost_micro_usd", "missing"])
      .where("organization", "=", organization.id)
      .execute();
    expect(row?.cost_micro_usd).toBe(7_000 + 30_000 + 11_000);
    // a chance that is still open, not a window that nobody knows
    expect(readReasons(row?.missing ?? "")).toMatchObject({ crr: "too_few" });
  });
});
