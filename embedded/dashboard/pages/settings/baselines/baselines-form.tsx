/** Sets new baselines from now on. */
import { type FormEvent, useState } from "react";
import { ChoiceField } from "../../../parts/forms/choice-field.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { Question } from "../../../parts/forms/question.tsx";
import { TextField } from "../../../parts/forms/text-field.tsx";
import { Table } from "../../../parts/table.tsx";
import { Word } from "../../../parts/shape.tsx";
import { agentName } from "../../../words/agents.ts";
import {
  type ChangedField,
  changedFields,
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
  const [isAsked, ask] = useState(false);
  const changes = changedFields(fields, before, typed);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    ask(true);
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
      <button type="submit" className="button" disabled={isBusy || changes.length === 0}>
        {isBusy ? "Setting…" : "Set as a new version"}
      </button>
      {isAsked && (
        <SetQuestion
          changes={changes}
          agree={() => {
            ask(false);
            save(typed);
          }}
          close={() => ask(false)}
        />
      )}
    </form>
  );
}

interface SetQuestionProps {
  changes: readonly ChangedField[];
  agree(): void;
  close(): void;
}

function SetQuestion({ changes, agree, close }: SetQuestionProps) {
  return (
    <Question
      title="Set these baselines?"
      verb="Set them"
      doing={null}
      problem={null}
      agree={agree}
      close={close}
    >
      <Table
        label="What changes"
        rows={changes}
        keyOf={({ title }) => title}
        columns={[
          { title: "Baseline", cell: ({ title }) => title },
          { title: "Old", align: "right", cell: ({ from }) => from },
          { title: "New", align: "right", cell: ({ to }) => <b>{to}</b> },
        ]}
      />
      <p>
        All work from now on is compared with the new version, so everybody&rsquo;s scores move. Earlier work
        keeps its scores until it is recomputed. The server goes on learning: its next version follows on the
        first Monday of a quarter.
      </p>
    </Question>
  );
}
