/** Adds a guardrail to those that are set. */
import { type FormEvent, useState } from "react";
import { ChoiceField } from "../../parts/forms/choice-field.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { TextField } from "../../parts/forms/text-field.tsx";
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
      <ChoiceField name="Kind" choices={KINDS} chosen={kind} choose={begin} />
      <TextField {...VALUES[kind]} required value={typed} change={type} />
      <ProblemLine problem={set.error} />
      <button type="submit" className="button primary" disabled={set.isPending}>
        {set.isPending ? "Setting…" : "Set the guardrail"}
      </button>
    </form>
  );
}

const KINDS = [
  { value: "allowed_models", text: "Models that calls may use" },
  { value: "session_cost", text: "What a session may cost" },
] as const;

const VALUES = {
  allowed_models: { name: "Models", note: "As the agents name them, separated by commas." },
  session_cost: { name: "USD a session", type: "number", min: 0, step: "any" },
} as const;
