/** Says in a form whether the judge model is to write about a report. */

export interface NarrativeFieldProps {
  value: boolean;
  change(narrative: boolean): void;
}

export function NarrativeField({ value, change }: NarrativeFieldProps) {
  return (
    <div className="field">
      <label className="check">
        <input type="checkbox" checked={value} onChange={(event) => change(event.target.checked)} />
        <span>Add a written summary</span>
      </label>
      <p className="note">
        The judge model sees only the numbers. Without a model the report is complete, just without the text.
      </p>
    </div>
  );
}
