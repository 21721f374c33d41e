/** Chosen labels, each a button that removes it. */
import { sayLabel } from "../../words/labels.ts";
import { Icon } from "../icon.tsx";
import type { LabelChoiceProps } from "./label-choice.tsx";

export function LabelChips({ chosen, choose }: LabelChoiceProps) {
  return chosen.map((label) => (
    <button
      key={label}
      type="button"
      className="button chosen label-chip"
      aria-label={`Remove ${sayLabel(label)}`}
      title={sayLabel(label)}
      onClick={() => choose(chosen.filter((other) => other !== label))}
    >
      <span>{sayLabel(label)}</span>
      <Icon name="close" />
    </button>
  ));
}
