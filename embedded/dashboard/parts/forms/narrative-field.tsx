/** Says in a form whether the language model is to write about a report. */

export interface NarrativeFieldProps {
  value: boolean;
  change(narrative: boolean): void;
}

export function NarrativeField({ value, change }: NarrativeFieldProps) {
  return (
    <div className="field">
      <label className="check">
        <input type="checkbox" checked={value} onChange={(event) => change(event.target.checked)} />
        <span>With words of the language model</span>
      </label>
      <p className="note">It is told the numbers alone. Without a model the report says so and is whole.</p>
    </div>
  );
}
