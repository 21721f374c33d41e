/** Asks for budgets and guardrails, and sets them. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import type { BudgetWish, GuardrailWish } from "./governance-data.ts";

const LIMITS = ["governance"];

export function useLimits() {
  return useQuery({
    queryKey: LIMITS,
    queryFn: async () => {
      const [budgets, guardrails] = await Promise.all([
        ask(api.v1.governance.budgets.get()),
        ask(api.v1.governance.guardrails.get()),
      ]);
      const { from, to } = budgets;
      return { from, to, budgets: budgets.budgets, guardrails: guardrails.guardrails };
    },
  });
}

/** Budgets and guardrails, and how they are this month. */
export type Limits = NonNullable<ReturnType<typeof useLimits>["data"]>;
export type Budget = Limits["budgets"][number];
export type Guardrail = Limits["guardrails"][number];

/** All of them, in the place of those before. */
export function useSetBudgets() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (budgets: readonly BudgetWish[]) =>
      ask(api.v1.governance.budgets.put({ budgets: [...budgets] })),
    onSuccess: () => client.invalidateQueries({ queryKey: LIMITS }),
  });
}

/** All of them, in the place of those before. */
export function useSetGuardrails() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (guardrails: readonly GuardrailWish[]) =>
      ask(api.v1.governance.guardrails.put({ guardrails: [...guardrails] })),
    onSuccess: () => client.invalidateQueries({ queryKey: LIMITS }),
  });
}
