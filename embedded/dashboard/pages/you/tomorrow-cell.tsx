/** What to do tomorrow: the habit that the coach chose, with the work that shows it; else what would raise the weakest input. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ScoreRow } from "../../../../src/scores/answer.ts";
import { labelsHere } from "../../address/labels.ts";
import { sessionAddress } from "../../address/session-address.ts";
import { useSeen, useTry } from "../../api/habits.ts";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { Cell } from "../../parts/layout.tsx";
import { Go, To } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { formatThings } from "../../words/numbers.ts";
import { formatDay } from "../../words/times.ts";
import { sayWeakest, weakestInput, weighedInputs } from "../developer/developer-data.ts";
import type { InputsFound } from "../developer/inputs/fetch-inputs.ts";
import { helpFor } from "../developer/inputs/input-help.ts";
import type { ComparedFound, Habit } from "../developer/why/fetch-why.ts";

export interface TomorrowCellProps {
  row: ScoreRow;
  compared: UseQueryResult<ComparedFound>;
  inputs: InputsFound | undefined;
}

export function TomorrowCell({ row, compared, inputs }: TomorrowCellProps) {
  return (
    <Cell
      span={8}
      title="Tomorrow"
      more={labelsHere().length === 0 ? "the habit worth most" : "the habit worth most, of all work"}
    >
      <Loaded query={compared} what="The habits" bones="lines">
        {({ chosen, inputs: references }) =>
          chosen === null ? (
            <Help row={row} references={references} inputs={inputs} />
          ) : (
            <>
              <p className="second">{sayWeakest(weighedInputs(row, references))}</p>
              <HabitShown key={chosen.habit} habit={chosen} />
            </>
          )
        }
      </Loaded>
    </Cell>
  );
}

function HabitShown({ habit }: { habit: Habit }) {
  const { title, advice, expectation, points, tasks, outOf, examples, triedAt } = habit;
  const attempt = useTry(habit.habit);
  useSeen({ habit: habit.habit });
  return (
    <>
      <p className="pad-top">
        <b>{title}.</b>
      </p>
      <p className="second">
        {advice} {expectation}
      </p>
      <p className="note pad-top">
        {tasks} of {formatThings(outOf, "task")} show it; it is worth {points.toFixed(1)} points of Skill.
      </p>
      <ul className="habit-examples">
        {examples.map(({ subSessionId, sessionId, turnIndexes, title: name, quote, at }) => (
          <li key={subSessionId}>
            <To href={sessionAddress(sessionId, { turn: turnIndexes[0] ?? null })}>
              {quote ?? name ?? "text withheld"}
            </To>{" "}
            <span className="quiet nowrap">{formatDay(at)}</span>
          </li>
        ))}
      </ul>
      {triedAt === null ? (
        <button
          type="button"
          className="button"
          disabled={attempt.isPending}
          onClick={() => attempt.mutate()}
        >
          Try it for a week
        </button>
      ) : (
        <p className="second">You have tried it since {formatDay(triedAt)}: its effect counts from then.</p>
      )}
      <ProblemLine problem={attempt.error} />
    </>
  );
}

type HelpProps = Pick<TomorrowCellProps, "row" | "inputs"> & { references: ComparedFound["inputs"] };

/** Before a habit was found. */
function Help({ row, references, inputs }: HelpProps) {
  if (row.skillInputs === null)
    return <p className="second">With three counted tasks the first scores and the first habit appear.</p>;
  const weakest = weakestInput(weighedInputs(row, references));
  if (weakest === null)
    return <p className="second">Nothing holds Skill down: no input is below what it is compared with.</p>;
  const { says, look } = helpFor(weakest, row.developer.id, inputs?.breakdown ?? null);
  return (
    <>
      <p className="second">{sayWeakest(weighedInputs(row, references))}</p>
      <p className="pad-top">{says}</p>
      <p className="pad-top">
        <Go href={look.address}>{look.text}</Go>
      </p>
    </>
  );
}
