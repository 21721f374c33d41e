/** Habits first: one person's in full, or what the team shares and what each person may work on. */
import { useState } from "react";
import type { HabitsAnswer } from "../../../../src/insights/advisor/habits/habits-answer.ts";
import { developerAddress } from "../../address/developer-address.ts";
import type { DeveloperHabits, Habit, TeamHabits } from "../../api/habits.ts";
import { formatTenths } from "../../parts/coach/habit-words.ts";
import { ChosenHabit, HabitText } from "../../parts/coach/habit.tsx";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { metricTitle } from "../../words/inputs.ts";
import { NO_VALUE } from "../../words/numbers.ts";
import { sayOwn, sayShared, sayTeam } from "./habits-data.ts";

const METHOD =
  "A habit costs what its tasks pull Skill down, against the median of five people or more; of fewer, against your own. " +
  "After you have seen a habit it rests for two weeks, unless a later task shows it again.";

export function OneDeveloper({ found }: { found: DeveloperHabits }) {
  const { developer, chosen, habits } = found;
  const habit = habits.find((each) => each.habit === chosen);
  const others = habits.filter((each) => each !== habit);
  return (
    <>
      <Answer note={METHOD}>{sayOwn(found)}</Answer>
      {habit !== undefined && (
        <Row>
          <Cell span={12} title="The habit to work on" more={metricTitle(habit.input)}>
            <ChosenHabit habit={habit} developerId={developer.id} />
          </Cell>
        </Row>
      )}
      {others.length > 0 && <OtherHabits habits={others} developerId={developer.id} />}
    </>
  );
}

function OtherHabits({ habits, developerId }: { habits: readonly Habit[]; developerId: string }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Row>
      <Cell span={12} title="Other habits">
        <Table
          label="Other habits"
          rows={habits}
          keyOf={({ habit }) => habit}
          columns={HABIT_COLUMNS}
          details={{
            nameOf: ({ title }) => title,
            isOpen: ({ habit }) => habit === open,
            toggle: ({ habit }) => setOpen(habit === open ? null : habit),
            cell: (habit) => <HabitText habit={habit} developerId={developerId} />,
          }}
        />
      </Cell>
    </Row>
  );
}

const HABIT_COLUMNS: readonly Column<Habit>[] = [
  { title: "Habit", cell: ({ title }) => title },
  { title: "Input", hidesBelow: 720, cell: ({ input }) => metricTitle(input) },
  { title: "Tasks", align: "right", cell: ({ tasks, outOf }) => `${tasks} of ${outOf}` },
  { title: "Points", align: "right", cell: ({ points }) => formatTenths(points) },
];

export function Everybody({ found }: { found: HabitsAnswer }) {
  const { team, developers } = found;
  return (
    <>
      <Answer note={METHOD}>{sayTeam(found)}</Answer>
      {team !== null && team.habits.length > 0 && (
        <Row>
          <Cell span={12} title="What the team would gain" more="habits that at least five people have">
            <Table
              label="Habits of the team"
              rows={team.habits}
              keyOf={({ habit }) => habit}
              columns={teamColumns(team)}
            />
          </Cell>
        </Row>
      )}
      <People developers={developers} />
    </>
  );
}

function teamColumns(team: TeamHabits): readonly Column<TeamHabits["habits"][number]>[] {
  return [
    { title: "Habit", cell: ({ title }) => title },
    { title: "Input", hidesBelow: 720, cell: ({ input }) => metricTitle(input) },
    { title: "Who has it", hidesBelow: 720, cell: (habit) => sayShared(habit, team) },
    { title: "Points", align: "right", cell: ({ points }) => formatTenths(points) },
  ];
}

const AT_ONCE = 50;

function People({ developers }: { developers: readonly DeveloperHabits[] }) {
  const [shown, setShown] = useState(AT_ONCE);
  if (developers.length === 0) return null;
  return (
    <Row>
      <Cell span={12} title="Person by person" more="by name">
        <Table
          label="Habits by person"
          rows={developers.slice(Math.max(0, shown - AT_ONCE), shown)}
          keyOf={({ developer }) => developer.id}
          columns={PEOPLE_COLUMNS}
        />
        {developers.length > AT_ONCE && (
          <p className="actions">
            <button
              type="button"
              className="button small"
              disabled={shown === AT_ONCE}
              onClick={() => setShown(shown - AT_ONCE)}
            >
              Previous
            </button>{" "}
            <button
              type="button"
              className="button small"
              disabled={shown >= developers.length}
              onClick={() => setShown(shown + AT_ONCE)}
            >
              Next
            </button>
          </p>
        )}
      </Cell>
    </Row>
  );
}

const PEOPLE_COLUMNS: readonly Column<DeveloperHabits>[] = [
  {
    title: "Name",
    cell: ({ developer }) => <To href={developerAddress(developer.id)}>{developer.name}</To>,
  },
  {
    title: "Weakest input",
    hidesBelow: 720,
    cell: ({ weakest }) => (
      <span className="nowrap">{weakest === null ? NO_VALUE : metricTitle(weakest)}</span>
    ),
  },
  { title: "Habit to work on", grows: true, cell: ({ habits: [habit] }) => habit?.title ?? NO_VALUE },
  {
    title: "Tasks",
    align: "right",
    cell: ({ habits: [habit] }) => (habit === undefined ? NO_VALUE : `${habit.tasks} of ${habit.outOf}`),
  },
];
