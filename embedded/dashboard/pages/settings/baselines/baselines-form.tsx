/** Sets new baselines from now on. */
import { type FormEvent, useState } from "react";
import { ChoiceField } from "../../../parts/forms/choice-field.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { TextField } from "../../../parts/forms/text-field.tsx";
import { Word } from "../../../parts/shape.tsx";
import { agentName } from "../../../words/agents.ts";
import {
  type Field,
  fieldsOf,
  type Part,
  type Typed,
  typedOf,
  USUAL_KINDS,
  wishOf,
} from "./baselines-data.ts";
import { type Baselines, useSetBaselines } from "./fetch-baselines.ts";
import { USUAL_TITLES } from "./kinds-cell.tsx";

const PARTS: readonly { value: Part; text: string }[] = [
  ...USUAL_KINDS.map((kind) => ({ value: kind, text: USUAL_TITLES[kind] })),
  { value: "every", text: "Is of any kind" },
];

export interface BaselinesFormProps {
  baselines: Baselines;
  /** Whose tokens are set; null: those of all agents. */
  agent: string | null;
}

/** The form of one part of the numbers: choosing another part begins anew. */
export function BaselinesForm({ baselines, agent }: BaselinesFormProps) {
  const [part, choose] = useState<Part>("new");
  const set = useSetBaselines();
  const target = { part, agent };
  const before = typedOf(baselines, target);
  return (
    <div className="form">
      <ChoiceField name="A turn that…" choices={PARTS} chosen={part} choose={choose} />
      <Values
        key={`${baselines.version} ${part} ${agent ?? ""}`}
        fields={fieldsOf(part, agent === null ? null : agentName(agent))}
        before={before}
        isBusy={set.isPending}
        save={(typed) => {
          const wish = wishOf(before, typed, target);
          if (wish !== null) set.mutate(wish);
        }}
      />
      <ProblemLine problem={set.error} />
      <div role="status">
        {set.data !== undefined && (
          <Word shape="tick" tone="good">
            Version {set.data.version} is used from now on
          </Word>
        )}
      </div>
    </div>
  );
}

interface ValuesProps {
  fields: readonly Field[];
  before: Typed;
  isBusy: boolean;
  save(typed: Typed): void;
}

function Values({ fields, before, isBusy, save }: ValuesProps) {
  const [typed, type] = useState(before);
  const isChanged = fields.some(({ name }) => typed[name] !== before[name]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save(typed);
  };
  return (
    <form className="form" onSubmit={submit}>
      {fields.map(({ name, title, least, most }) => (
        <TextField
          key={name}
          name={title}
          type="number"
          step="any"
          required
          min={least}
          max={most}
          value={typed[name] ?? ""}
          change={(value) => type({ ...typed, [name]: value })}
        />
      ))}
      <button type="submit" className="button" disabled={isBusy || !isChanged}>
        {isBusy ? "Setting…" : "Set as a new version"}
      </button>
    </form>
  );
}
