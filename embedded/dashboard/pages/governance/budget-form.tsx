/** Adds a budget to those that are set. */
import { type FormEvent, useState } from "react";
import { WhoseField } from "../../parts/forms/whose-field.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { TextField } from "../../parts/forms/text-field.tsx";
import { type Budget, useSetBudgets } from "./fetch-governance.ts";
import { wishOfBudget } from "./governance-data.ts";

const NOTHING = { developer: "", model: "", limit: "" };

export function BudgetForm({ budgets }: { budgets: readonly Budget[] }) {
  const [typed, type] = useState(NOTHING);
  const set = useSetBudgets();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wish = {
      developer: typed.developer === "" ? null : typed.developer,
      model: typed.model.trim() === "" ? null : typed.model.trim(),
      limit_usd: Number(typed.limit),
    };
    set.mutate([...budgets.map(wishOfBudget), wish], { onSuccess: () => type(NOTHING) });
  };
  return (
    <form className="form" onSubmit={submit}>
      <WhoseField
        name="Whose"
        everybody="Everybody together"
        value={typed.developer}
        change={(developer) => type({ ...typed, developer })}
      />
      <TextField
        name="Model"
        note="As the agents name it; empty means all models."
        maxLength={200}
        value={typed.model}
        change={(model) => type({ ...typed, model })}
      />
      <TextField
        name="USD a month"
        type="number"
        required
        min={0}
        step="any"
        value={typed.limit}
        change={(limit) => type({ ...typed, limit })}
      />
      <ProblemLine problem={set.error} />
      <button type="submit" className="button primary" disabled={set.isPending}>
        {set.isPending ? "Setting…" : "Set the budget"}
      </button>
    </form>
  );
}
