/** Chooses labels of sessions: a chip for each chosen one, and a box to find more. */
import { useLabels } from "../../api/labels.ts";
import { labelName } from "../../words/labels.ts";
import { Combobox } from "../combobox/combobox.tsx";
import { LabelChips } from "./label-chips.tsx";

export interface LabelChoiceProps {
  /** Such as `team.id:platform`. */
  chosen: readonly string[];
  choose(labels: string[]): void;
}

/** Nothing where no session has a label and none is chosen. */
export function LabelChoice({ chosen, choose }: LabelChoiceProps) {
  const labels = useLabels().data ?? [];
  if (labels.length === 0 && chosen.length === 0) return null;
  const options = labels.flatMap(({ name, values }) =>
    values.map(({ value }) => ({ id: `${name}:${value}`, name: `${labelName(name)}: ${value}` })),
  );
  return (
    <>
      <LabelChips chosen={chosen} choose={choose} />
      <Combobox
        label="Labels"
        among={options.filter(({ id }) => !chosen.includes(id))}
        all={chosen.length === 0 ? "All teams and repositories" : "One more label"}
        none="No label has this name."
        chosen={null}
        choose={(label) => {
          if (label !== null) choose([...chosen, label]);
        }}
      />
    </>
  );
}
