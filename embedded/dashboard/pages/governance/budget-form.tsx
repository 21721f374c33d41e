/** Adds a budget to those that are set. */
import { type FormEvent, useState } from "react";
import { Field } from "../../parts/forms/field.tsx";
import { WhoseField } from "../../parts/forms/whose-field.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
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
      <Field name="Model" note="As the agents name it. Left empty: all models.">
        {(id) => (
          <input
            id={id}
            className="input"
            maxLength={200}
            value={typed.model}
            onChange={(event) => type({ ...typed, model: event.target.value })}
          />
        )}
      </Field>
      <LimitField value={typed.limit} change={(limit) => type({ ...typed, limit })} />
      <ProblemLine problem={set.error} />
      <button type="submit" className="button primary" disabled={set.isPending}>
        {set.isPending ? "Setting…" : "Set the budget"}
      </button>
    </form>
  );
}

function LimitField({ value, change }: { value: string; change(limit: string): void }) {
  return (
    <Field name="USD a month">
      {(id) => (
        <input
          id={id}
          className="input"
          type="number"
          required
          min={0}
          step="any"
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}
