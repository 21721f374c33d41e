/** How mood and Skill went side by side, once there are five weeks with both. */
import { Lines } from "../../charts/lines.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import { Figure } from "../../parts/figure.tsx";
import { formatScore } from "../../words/numbers.ts";
import { formatDay } from "../../words/times.ts";
import { type MoodWeek, moodWeeks, type WeekRow } from "./check-in-data.ts";

export function MoodCell({ rows, isPerson }: { rows: readonly WeekRow[]; isPerson: boolean }) {
  const weeks = moodWeeks(rows, isPerson);
  if (weeks === null) return null;
  const lineOf = (valueOf: (week: MoodWeek) => number | null) =>
    weeks.map((week) => ({ start: week.from, value: valueOf(week), interval: null, subSessions: 1 }));
  return (
    <Row>
      <Cell span={12} title="Mood and Skill by week" more="both of 100; an answer of 5 is 100">
        <Figure
          caption={
            "Two lines that move together do not say which moves the other. A week without an answer or without a " +
            "score is a gap."
          }
          table={{
            label: "Mood and Skill by week",
            rows: weeks,
            keyOf: ({ from }) => from,
            columns: [
              { title: "Week of", cell: ({ from }) => formatDay(from) },
              { title: "Mood", align: "right", cell: ({ mood }) => formatScore(mood) },
              { title: "Skill", align: "right", cell: ({ skill }) => formatScore(skill) },
            ],
          }}
        >
          <Lines
            name="Mood and Skill"
            series={[
              { name: "Mood", short: "Mood", points: lineOf(({ mood }) => mood) },
              { name: "Skill", short: "Skill", points: lineOf(({ skill }) => skill) },
            ]}
            bucket="week"
            range={[0, 100]}
          />
        </Figure>
      </Cell>
    </Row>
  );
}
