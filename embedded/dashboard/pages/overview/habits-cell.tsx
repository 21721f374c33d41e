/** The habits that are worth most, a row each; the page Coaching has them in full. */
import { addressOf, type Whose } from "../../address/whose-of.ts";
import { formatTenths } from "../../parts/coach/habit-words.ts";
import { Cell } from "../../parts/layout.tsx";
import { Go } from "../../parts/links.tsx";
import { Loaded, type LoadedProps } from "../../parts/loaded.tsx";
import { Table } from "../../parts/table.tsx";

export interface HabitsCellProps<Found> {
  whose: Whose;
  span: 4 | 12;
  title: string;
  query: LoadedProps<Found>["query"];
  habitsOf(found: Found): readonly ListedHabit[];
  /** Why there is none. */
  none: string;
}

export interface ListedHabit {
  habit: string;
  title: string;
  points: number;
}

const SHOWN = 5;

export function HabitsCell<Found>({ whose, span, title, query, ...listed }: HabitsCellProps<Found>) {
  return (
    <Cell span={span} title={title} right={<Go href={addressOf("/advisor", whose)}>Coaching</Go>}>
      <Loaded query={query} what="The habits" bones="lines">
        {(found) => <Listed title={title} habits={listed.habitsOf(found)} none={listed.none} />}
      </Loaded>
    </Cell>
  );
}

interface ListedProps extends Pick<HabitsCellProps<unknown>, "title" | "none"> {
  habits: readonly ListedHabit[];
}

/** The most expensive first. */
function Listed({ title, habits, none }: ListedProps) {
  if (habits.length === 0) return <p className="second">{none}</p>;
  return (
    <Table
      label={title}
      rows={habits.toSorted((left, right) => right.points - left.points).slice(0, SHOWN)}
      keyOf={({ habit }) => habit}
      columns={[
        { title: "Habit", cell: ({ title: says }) => says },
        {
          title: "Skill",
          unit: "points",
          align: "right",
          cell: ({ points }) => <span className="nowrap">{formatTenths(points)}</span>,
        },
      ]}
    />
  );
}
