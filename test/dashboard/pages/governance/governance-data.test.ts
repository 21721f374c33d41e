import { expect, test } from "bun:test";
import {
  modelsIn,
  nameBudget,
  nameGuardrail,
  sayLimits,
} from "../../../../embedded/dashboard/pages/governance/governance-data.ts";
import { paceOf, passedOf, sayPace } from "../../../../embedded/dashboard/pages/governance/pace.ts";

const BUDGET = { developer: null, model: null, limitUsd: 10, spentUsd: 4, unpricedCalls: 0 };
const MODELS = { kind: "allowed_models" as const, models: ["a", "b"], limitUsd: null, outside: 3, of: 9 };
const from = "2026-11-01T00:00:00.000Z";

const half = Date.parse("2026-11-16T00:00:00.000Z");

test("says in a sentence which rules are kept", () => {
  expect(sayLimits({ from, budgets: [], guardrails: [] }, half)).toBe("No budget or guardrail is set.");
  expect(sayLimits({ from, budgets: [BUDGET], guardrails: [] }, half)).toBe("The budget is kept so far.");
  const over = { ...BUDGET, spentUsd: 10.5 };
  const breaking = { ...BUDGET, spentUsd: 8 };
  expect(sayLimits({ from, budgets: [BUDGET, over, breaking], guardrails: [MODELS] }, half)).toBe(
    "1 of 3 budgets is over, 1 of 3 budgets will be over at this pace. 1 of 1 guardrail was broken.",
  );
});

test("says where the pace of a month leads, and nothing while it is young", () => {
  const say = (spentUsd: number, passed: number) => sayPace(paceOf({ spentUsd, limitUsd: 300 }, passed));
  expect(say(324.88, 0.7)).toBe("over by $24.88");
  expect(say(240, 0.75)).toBe("at this pace $320.00, over by $20.00");
  expect(say(150, 0.75)).toBe("at this pace $200.00");
  expect(say(20, 0.05)).toBe("too early to see the pace");
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
