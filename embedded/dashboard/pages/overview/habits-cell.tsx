/** The habits that are worth most, a row each; the page Coaching has them in full. */
import type { ReactNode } from "react";
import { addressOf, type Whose } from "../../address/whose-of.ts";
import { formatTenths } from "../../parts/coach/habit-words.ts";
import { Cell } from "../../parts/layout.tsx";
import { Go } from "../../parts/links.tsx";
import { Table } from "../../parts/table.tsx";

export interface HabitsCellProps {
  whose: Whose;
  span: 4 | 12;
  title: string;
  /** undefined: not known yet. */
  habits: readonly ListedHabit[] | undefined;
  /** Why there is none. */
  none: ReactNode;
}

export interface ListedHabit {
  habit: string;
  title: string;
  points: number;
}

const SHOWN = 5;

export function HabitsCell({ whose, span, title, habits, none }: HabitsCellProps) {
  return (
    <Cell span={span} title={title} right={<Go href={addressOf("/advisor", whose)}>Coaching</Go>}>
      {habits !== undefined &&
        (habits.length === 0 ? (
          <p className="second">{none}</p>
        ) : (
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
        ))}
    </Cell>
  );
}
