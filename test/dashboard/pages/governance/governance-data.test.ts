import { expect, test } from "bun:test";
import {
  modelsIn,
  nameBudget,
  nameGuardrail,
  sayLimits,
  sayShare,
} from "../../../../embedded/dashboard/pages/governance/governance-data.ts";

const BUDGET = { developer: null, model: null, limitUsd: 10, spentUsd: 4, unpricedCalls: 0 };
const MODELS = { kind: "allowed_models" as const, models: ["a", "b"], limitUsd: null, outside: 3, of: 9 };
const from = "2026-11-01T00:00:00.000Z";

test("says in a sentence which rules are kept", () => {
  expect(sayLimits({ from, budgets: [], guardrails: [] })).toBe("No budget or guardrail is set.");
  expect(sayLimits({ from, budgets: [BUDGET], guardrails: [] })).toBe("The budget holds this month.");
  const spent = { ...BUDGET, spentUsd: 10.5 };
  expect(sayLimits({ from, budgets: [BUDGET, spent], guardrails: [MODELS] })).toBe(
    "1 of 2 budgets is spent this month; 1 of 1 guardrail was broken.",
  );
});

test("names rules, and no share of nothing", () => {
  expect(nameBudget({ ...BUDGET, model: "gpt-5.4" })).toBe("Everybody, on gpt-5.4");
  expect(nameGuardrail(MODELS)).toBe("Only these models: a, b");
  expect(sayShare(BUDGET)).toBe("40 %");
  expect(sayShare({ ...BUDGET, limitUsd: 0 })).toBe("–");
});

test("reads names of models as people type them", () => {
  expect(modelsIn(" gpt-5.4, claude-opus-5\n")).toEqual(["gpt-5.4", "claude-opus-5"]);
});
