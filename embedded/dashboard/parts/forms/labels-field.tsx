/** Chooses in a form which labels the work has; nothing where no session has one. */
import { useLabels } from "../../api/labels.ts";
import { LabelChoice, type LabelChoiceProps } from "./label-choice.tsx";

export function LabelsField({ chosen, choose }: LabelChoiceProps) {
  const labels = useLabels().data ?? [];
  if (labels.length === 0 && chosen.length === 0) return null;
  return (
    <fieldset className="labels-field">
      <legend>Only work with</legend>
      <LabelChoice chosen={chosen} choose={choose} />
      {chosen.length > 1 && (
        <p className="note">Labels of one name are alternatives; of several names all must match.</p>
      )}
    </fieldset>
  );
}
