/** Which sessions a lead reads: labels that sessions have are offered, and others can be typed. */
import { type KeyboardEvent, useId } from "react";
import { useLabels } from "../../../api/labels.ts";
import { LabelChips } from "../../../parts/forms/label-chips.tsx";
import { sayLabel } from "../../../words/labels.ts";
import { type AccountDraft, isLabel, withLabel } from "./accounts-data.ts";

export interface LeadLabelsProps {
  draft: Pick<AccountDraft, "labels" | "label">;
  change(changes: Partial<AccountDraft>): void;
}

export function LeadLabels({ draft: { labels, label }, change }: LeadLabelsProps) {
  const [list, note] = [useId(), useId()];
  const known = useKnownLabels();
  const add = (typed: string): void => {
    if (isLabel(typed)) change({ labels: withLabel(labels, typed), label: "" });
  };
  const type = (typed: string): void => (known.includes(typed) ? add(typed) : change({ label: typed }));
  const hear = (event: KeyboardEvent): void => {
    // a label that is typed is added, and the form is not sent yet
    if (event.key !== "Enter" || label.trim() === "") return;
    event.preventDefault();
    add(label);
  };
  return (
    <fieldset className="labels-field">
      <legend>Reads sessions with</legend>
      <LabelChips chosen={labels} choose={(left) => change({ labels: left })} />
      <div className="field-row">
        <input
          className="input"
          aria-label="Label"
          aria-describedby={note}
          placeholder="team.id:platform"
          maxLength={400}
          autoComplete="off"
          spellCheck={false}
          list={list}
          value={label}
          onChange={(event) => type(event.target.value)}
          onKeyDown={hear}
        />
        <button type="button" className="button" disabled={!isLabel(label)} onClick={() => add(label)}>
          Add
        </button>
      </div>
      <datalist id={list}>
        {known
          .filter((text) => !labels.includes(text))
          .map((text) => (
            <option key={text} value={text}>
              {sayLabel(text)}
            </option>
          ))}
      </datalist>
      <p id={note} className="note" aria-live="polite">
        {noteFor(labels, label)}
      </p>
    </fieldset>
  );
}

/** As people write them: `team.id:platform`. */
function useKnownLabels(): string[] {
  const labels = useLabels().data ?? [];
  return labels.flatMap(({ name, values }) => values.map(({ value }) => `${name}:${value}`));
}

function noteFor(labels: readonly string[], label: string): string {
  if (label.trim() !== "" && !isLabel(label))
    return "A label is a name, a colon and a value, such as team.id:platform.";
  if (labels.length === 0) return "A lead needs at least one label, such as team.id:platform.";
  return "Labels of one name are alternatives; of several names all must match.";
}
