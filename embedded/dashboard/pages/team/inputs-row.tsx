/** How the inputs of Skill are among tasks, those with most to gain first. */
import { rowsOfColumns } from "../../parts/saving/chart-rows.ts";
import { Columns } from "../../charts/columns.tsx";
import { columnsOf, tallestOf } from "../../charts/spread-places.ts";
import { Term } from "../../parts/glossary/term.tsx";
import { CsvButton } from "../../parts/saving/csv-button.tsx";
import { Cell } from "../../parts/layout.tsx";
import { formatCount, formatScore, formatSigned, formatThings } from "../../words/numbers.ts";
import { type InputDefinition, inputDefinitions, type InputName } from "../../words/inputs.ts";
import type { TeamFound } from "./fetch-team.ts";

export function InputsRow({ team }: { team: TeamFound["team"] }) {
  return (
    <Cell
      span={12}
      title="Inputs of Skill"
      more="most to gain first; columns are tasks per five points, from 0"
    >
      <div className="inputs-row">
        {byGain(team.inputs).map((input) => (
          <Input
            key={input.metric}
            input={input}
            spread={team.inputs[input.metric]}
            histogram={team.subSessions[input.metric]}
          />
        ))}
      </div>
      <CsvButton label="Inputs of Skill among tasks" rows={() => rowsOfColumns(countedInputs(team))} />
    </Cell>
  );
}

/** Those whose columns are shown, with them. */
function countedInputs({ inputs, subSessions }: TeamFound["team"]) {
  return byGain(inputs).flatMap(({ metric, title }): [string, readonly number[]][] => {
    const { counts } = subSessions[metric];
    return counts === null ? [] : [[title, counts]];
  });
}

function byGain(inputs: TeamFound["team"]["inputs"]): InputDefinition[] {
  const gain = ({ metric }: InputDefinition): number => inputs[metric].pointsToGain ?? 0;
  return inputDefinitions().toSorted((left, right) => gain(right) - gain(left));
}

interface InputProps {
  input: InputDefinition;
  spread: TeamFound["team"]["inputs"][InputName];
  histogram: TeamFound["team"]["subSessions"][InputName];
}

function Input({ input: { title, skillWeight }, spread, histogram }: InputProps) {
  const { people, subSessions, counts } = histogram;
  return (
    <section>
      <h3 className="input-name">
        <Term>{title}</Term>
        <span className="input-weight">{sayGain(skillWeight, spread)}</span>
      </h3>
      {counts === null ? (
        <p className="second">
          {people === 0
            ? "Nobody has it in this time range."
            : `Hidden: with only ${formatThings(people, "person", "people")}, names could be guessed.`}
        </p>
      ) : (
        <Columns label={describe(title, subSessions ?? 0, counts)} counts={counts} title={title} />
      )}
    </section>
  );
}

function sayGain(weight: number, { median, pointsToGain }: InputProps["spread"]): string {
  const part = `${weight} % of Skill`;
  if (median === null || pointsToGain === null) return part;
  return `${part}; median ${formatScore(median)}, ${formatSigned(pointsToGain, 1)} to gain`;
}

function describe(title: string, subSessions: number, counts: readonly number[]): string {
  const tallest = tallestOf(columnsOf(counts));
  return (
    `${title} of ${formatThings(subSessions, "task")}, most of them ` +
    `(${formatCount(tallest?.count ?? 0)}) from ${tallest?.from ?? 0} to ${tallest?.to ?? 0}`
  );
}
