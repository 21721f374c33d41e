/** Adds a guardrail to those that are set. */
import { type FormEvent, useState } from "react";
import { Field } from "../../parts/forms/field.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { type Guardrail, useSetGuardrails } from "./fetch-governance.ts";
import { type GuardrailWish, modelsIn, wishOfGuardrail } from "./governance-data.ts";

type Kind = GuardrailWish["kind"];

export function GuardrailForm({ guardrails }: { guardrails: readonly Guardrail[] }) {
  const [kind, choose] = useState<Kind>("allowed_models");
  const [typed, type] = useState("");
  const set = useSetGuardrails();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wish: GuardrailWish =
      kind === "allowed_models" ? { kind, models: modelsIn(typed) } : { kind, limit_usd: Number(typed) };
    set.mutate([...guardrails.map(wishOfGuardrail), wish], { onSuccess: () => type("") });
  };
  const begin = (chosen: Kind): void => {
    choose(chosen);
    type("");
  };
  return (
    <form className="form" onSubmit={submit}>
      <KindField kind={kind} choose={begin} />
      <Field {...VALUES[kind]}>
        {(id) => (
          <input
            id={id}
            className="input"
            required
            {...(kind === "session_cost" && { type: "number", min: 0, step: "any" })}
            value={typed}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
      <ProblemLine problem={set.error} />
      <button type="submit" className="button primary" disabled={set.isPending}>
        {set.isPending ? "Setting…" : "Set the guardrail"}
      </button>
    </form>
  );
}

const VALUES = {
  allowed_models: { name: "Models", note: "As the agents name them, separated by commas." },
  session_cost: { name: "USD a session" },
} as const;

function KindField({ kind, choose }: { kind: Kind; choose(kind: Kind): void }) {
  return (
    <Field name="What it is about">
      {(id) => (
        <select
          id={id}
          className="select wide"
          value={kind}
          onChange={(event) =>
            choose(event.target.value === "session_cost" ? "session_cost" : "allowed_models")
          }
        >
          <option value="allowed_models">Models that calls may use</option>
          <option value="session_cost">What a session may cost</option>
        </select>
      )}
    </Field>
  );
}
