/** Adds a budget to those that are set. */
import { type FormEvent, useState } from "react";
import { useDevelopers } from "../../api/developers.ts";
import { Field } from "../../parts/forms/field.tsx";
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
      <WhoseField value={typed.developer} change={(developer) => type({ ...typed, developer })} />
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
      <Field name="USD a month">
        {(id) => (
          <input
            id={id}
            className="input"
            type="number"
            required
            min={0}
            step="any"
            value={typed.limit}
            onChange={(event) => type({ ...typed, limit: event.target.value })}
          />
        )}
      </Field>
      <ProblemLine problem={set.error} />
      <button type="submit" className="button primary" disabled={set.isPending}>
        {set.isPending ? "Setting…" : "Set the budget"}
      </button>
    </form>
  );
}

function WhoseField({ value, change }: { value: string; change(value: string): void }) {
  const developers = useDevelopers().data ?? [];
  return (
    <Field name="Whose">
      {(id) => (
        <select
          id={id}
          className="select wide"
          value={value}
          onChange={(event) => change(event.target.value)}
        >
          <option value="">Everybody together</option>
          {developers.map(({ id: developer, name }) => (
            <option key={developer} value={developer}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
