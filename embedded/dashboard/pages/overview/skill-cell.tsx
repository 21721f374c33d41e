/** What moved Skill, and what it rests on. */
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import { axis, tenth } from "../../charts/geometry.ts";
import { countedTasksAddress, developerAddress } from "../../address/developer-address.ts";
import { Facts } from "../../parts/facts.tsx";
import { Cell } from "../../parts/layout.tsx";
import { Go, To } from "../../parts/links.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { formatScore, formatShare, formatSigned, formatThings, NO_VALUE } from "../../words/numbers.ts";
import { sayPoints, sayRemedies, type SkillInput, skillInputs } from "./overview-data.ts";

export function SkillCell({ row }: { row: ScoreRow }) {
  const inputs = skillInputs(row);
  const change = row.change?.skill?.value ?? null;
  return (
    <Cell
      span={4}
      title={change === null ? "What Skill is made of" : "What moved Skill"}
      more={change === null ? undefined : `share of the change (${formatSigned(change, 1)})`}
      right={<Go href={developerAddress(row.developer.id)}>All of it</Go>}
    >
      <Table
        label="Inputs of Skill"
        rows={inputs}
        keyOf={({ id }) => id}
        columns={[
          { title: "Input", cell: (input) => <Name row={row} input={input} /> },
          { title: change === null ? "Value" : "From, to", align: "right", cell: fromTo },
          ...(change === null ? [] : partColumns(inputs)),
        ]}
      />
      {sayRemedies(inputs).map((said) => (
        <p key={said} className="note pad-top">
          {said}
        </p>
      ))}
      <h3 className="sub-head">What it is based on</h3>
      <Facts
        facts={[
          [
            "Tasks",
            <To key="sub-sessions" href={countedTasksAddress(row.developer.id)}>
              {saySubSessions(row)}
            </To>,
          ],
          ["Turns", formatThings(row.turns, "turn")],
          [
            "Inputs",
            row.coverage === null ? "none yet" : `${formatShare(row.coverage)} of the weights have values`,
          ],
          ["Formula", `version ${row.scoringVersion}`],
        ]}
      />
    </Cell>
  );
}

/** Leads to the input over time, on the developer's own page. */
function Name({ row: { developer }, input: { id, title, value } }: { row: ScoreRow; input: SkillInput }) {
  if (value === null) return title;
  return <To href={`${developerAddress(developer.id)}?score=${id}`}>{title}</To>;
}

function partColumns(inputs: readonly SkillInput[]): Column<SkillInput>[] {
  return [
    { title: "", hidesBelow: 1280, cell: (input) => <Moved input={input} among={inputs} /> },
    { title: "Part", align: "right", cell: (input) => <b>{sayPoints(input)}</b> },
  ];
}

function saySubSessions({ subSessions, provisional }: ScoreRow): string {
  const open = provisional === 0 ? "" : `, ${provisional} not closed`;
  return `${subSessions} counted${open}`;
}

function fromTo({ moved, value }: SkillInput) {
  if (moved !== null) return `${Math.round(moved.from)} to ${Math.round(moved.to)}`;
  return value === null ? NO_VALUE : formatScore(value);
}

/** From the middle to the right when it raised Skill, to the left when it lowered it. */
function Moved({ input, among }: { input: SkillInput; among: readonly SkillInput[] }) {
  if (input.moved === null) return null;
  const most = Math.max(...among.map(({ moved }) => Math.abs(moved?.points ?? 0)), 0.1) * 1.1;
  const at = axis(-most, most, [0, 100]);
  const { points } = input.moved;
  return (
    <svg className="mini mover" aria-hidden="true">
      <line className="edge" x1="50%" x2="50%" y1="0" y2="16" />
      <rect
        className={points < 0 ? "lowered" : "raised"}
        x={`${tenth(Math.min(50, at(points)))}%`}
        width={`${tenth(Math.abs(at(points) - 50))}%`}
        y="4"
        height="8"
        rx="1"
      />
    </svg>
  );
}
