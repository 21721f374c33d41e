/** The overview of one developer, which is the home of whoever has a key of their own: levels, why, and what they rest on. */
import { useRange } from "../../address/range.ts";
import type { Whose } from "../../address/whose.ts";
import { Head } from "../../frame/head.tsx";
import { Row } from "../../parts/layout.tsx";
import { OwnDataRow } from "../../parts/saving/own-data.tsx";
import { WhosePicker } from "../../parts/whose-picker.tsx";
import { DeveloperView } from "../developer/developer-view.tsx";
import { useDeveloper } from "../developer/fetch-developer.ts";
import { useInputs } from "../developer/inputs/fetch-inputs.ts";
import { useCompared } from "../developer/why/fetch-why.ts";
import { useFigures } from "../overview/fetch-overview.ts";
import { FiguresRow } from "../overview/figures-row.tsx";
import { HabitsCell } from "../overview/habits-cell.tsx";
import { TomorrowCell } from "./tomorrow-cell.tsx";

type Person = Extract<Whose, { kind: "one" }>;

/** Their own reader also sees what to do tomorrow. */
export function PersonOverview({ whose }: { whose: Person }) {
  const days = useRange();
  const found = useDeveloper(whose.id, days);
  // asked for together with the scores, not after them
  const figures = useFigures(whose, days);
  const inputs = useInputs(whose.id, days);
  const compared = useCompared(whose.id, days);
  const row = found.data?.row ?? null;
  const title = whose.isSelf ? "You" : (found.data?.developer.name ?? "Overview");
  return (
    <>
      <Head title={title} asOf={found.dataUpdatedAt} tools={<WhosePicker />} hasRange />
      <DeveloperView id={whose.id} found={found}>
        {row !== null && (
          <>
            <Row>
              {whose.isSelf && <TomorrowCell row={row} compared={compared} inputs={inputs.data} />}
              <Habits whose={whose} compared={compared} />
            </Row>
            <FiguresRow figures={figures} whose={whose} />
          </>
        )}
      </DeveloperView>
      {!found.isPending && <OwnDataRow id={whose.id} name={title} />}
    </>
  );
}

/** The chosen one has a cell of its own where its person reads. */
function Habits({ whose, compared }: { whose: Person; compared: ReturnType<typeof useCompared> }) {
  const { isSelf } = whose;
  return (
    <HabitsCell
      whose={whose}
      span={isSelf ? 4 : 12}
      title={isSelf ? "After that" : "Habits worth most"}
      query={compared}
      habitsOf={({ habits, chosen }) => habits.filter((habit) => !isSelf || habit !== chosen)}
      none="No other habit costs Skill in these tasks."
    />
  );
}
