import { expect, test } from "bun:test";
import {
  modelsIn,
  nameBudget,
  nameGuardrail,
  sayLimits,
} from "../../../../embedded/dashboard/pages/governance/governance-data.ts";
import { passedOf } from "../../../../embedded/dashboard/pages/governance/pace.ts";

function forecast(expectedUsd: number) {
  return { expectedUsd, lowUsd: expectedUsd - 1, highUsd: expectedUsd + 1 };
}

const BUDGET = { developer: null, model: null, limitUsd: 10, spentUsd: 4, unpricedCalls: 0, ...forecast(8) };
const MODELS = { kind: "allowed_models" as const, models: ["a", "b"], limitUsd: null, outside: 3, of: 9 };
const from = "2026-11-01T00:00:00.000Z";

const half = Date.parse("2026-11-16T00:00:00.000Z");

test("says in a sentence which rules are kept", () => {
  expect(sayLimits({ budgets: [], guardrails: [] })).toBe("No budget or guardrail is set.");
  expect(sayLimits({ budgets: [BUDGET], guardrails: [] })).toBe("The budget is kept so far.");
  const over = { ...BUDGET, spentUsd: 10.5 };
  const breaking = { ...BUDGET, ...forecast(12) };
  expect(sayLimits({ budgets: [BUDGET, over, breaking], guardrails: [MODELS] })).toBe(
    "1 of 3 budgets is over, 1 of 3 budgets will be over by the forecast. 1 of 1 guardrail was broken.",
  );
});

test("knows how much of a month has passed", () => {
  expect(passedOf(from, half)).toBe(0.5);
  expect(passedOf(from, Date.parse("2027-01-05T00:00:00.000Z"))).toBe(1);
});

test("names rules", () => {
  expect(nameBudget({ ...BUDGET, model: "gpt-5.4" })).toBe("Everybody, on gpt-5.4");
  expect(nameGuardrail(MODELS)).toBe("Only these models: a, b");
});

test("reads names of models as people type them", () => {
  expect(modelsIn(" gpt-5.4, claude-opus-5\n")).toEqual(["gpt-5.4", "claude-opus-5"]);
});
