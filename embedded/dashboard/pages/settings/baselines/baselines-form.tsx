/** Sets new baselines from now on. */
import { type FormEvent, useState } from "react";
import { type Choice, ChoiceField } from "../../../parts/forms/choice-field.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { TextField } from "../../../parts/forms/text-field.tsx";
import { Word } from "../../../parts/shape.tsx";
import { saySize, type Typed, typedOf, type ValueName, wishOf } from "./baselines-data.ts";
import { type Baselines, useSetBaselines } from "./fetch-baselines.ts";

/** The form of one bucket: choosing another one begins anew. */
export function BaselinesForm({ baselines }: { baselines: Baselines }) {
  const [bucket, choose] = useState(3);
  const set = useSetBaselines();
  return (
    <div className="form">
      <ChoiceField
        name="Size of the work"
        choices={sizesOf(baselines)}
        chosen={String(bucket)}
        choose={(chosen) => choose(Number(chosen))}
      />
      <Values
        key={`${baselines.version} ${bucket}`}
        before={typedOf(baselines, bucket)}
        isBusy={set.isPending}
        save={(typed) => {
          const wish = wishOf(typedOf(baselines, bucket), typed, bucket);
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

function sizesOf({ buckets }: Baselines): Choice<string>[] {
  return buckets.map(({ bucket }) => ({
    value: String(bucket),
    text: saySize(bucket, bucket === buckets.length - 1),
  }));
}

const FIELDS: readonly { name: ValueName; title: string; least: number; most?: number }[] = [
  { name: "tokens", title: "Usual tokens of that size", least: 1 },
  { name: "turns", title: "Usual turns of that size", least: 0.01 },
  { name: "humanSeconds", title: "Usual human time of that size, in seconds", least: 0.1 },
  { name: "qrReference", title: "Usual quality retention, of 100", least: 0.1, most: 100 },
  { name: "repairShare", title: "Usual share of repair turns, 0 to 1", least: 0.05, most: 1 },
  { name: "m", title: "Middle of the Efficiency scale, −1 to 1", least: -1, most: 1 },
];

interface ValuesProps {
  before: Typed;
  isBusy: boolean;
  save(typed: Typed): void;
}

function Values({ before, isBusy, save }: ValuesProps) {
  const [typed, type] = useState(before);
  const isChanged = FIELDS.some(({ name }) => typed[name] !== before[name]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save(typed);
  };
  return (
    <form className="form" onSubmit={submit}>
      {FIELDS.map(({ name, title, least, most }) => (
        <TextField
          key={name}
          name={title}
          type="number"
          step="any"
          required
          min={least}
          max={most}
          value={typed[name]}
          change={(value) => type({ ...typed, [name]: value })}
        />
      ))}
      <button type="submit" className="button" disabled={isBusy || !isChanged}>
        {isBusy ? "Setting…" : "Set as a new version"}
      </button>
    </form>
  );
}
