/** What is used, what it costs, who uses it, and whether it reaches its goals. */
import { useParameter, useRange } from "../../address/range.ts";
import { useWhose, type Whose } from "../../address/whose.ts";
import { useSeesSessions } from "../../api/team.ts";
import { Head } from "../../frame/head.tsx";
import { Go } from "../../parts/links.tsx";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { NoWork } from "../../parts/no-work.tsx";
import { WhosePicker } from "../../parts/whose-picker.tsx";
import { formatThings } from "../../words/numbers.ts";
import { AdoptionRow } from "./adoption-row.tsx";
import { useUsage } from "./fetch-usage.ts";
import { ForecastCell } from "./forecast-cell.tsx";
import { OverTimeCell } from "./over-time-cell.tsx";
import { bucketFor, cutIn, nameOfCut, sayUsage } from "./usage-data.ts";
import { UsageFigures } from "./usage-figures.tsx";
import { UsageTable } from "./usage-table.tsx";

export function UsagePage() {
  const days = useRange();
  const [whose] = useWhose(true);
  const [asked] = useParameter("by");
  const by = cutIn(asked, whose);
  const usage = useUsage({ whose, days, by, bucket: bucketFor(days) });
  return (
    <>
      <Head title="Usage" asOf={usage.dataUpdatedAt} tools={<WhosePicker isLed />} hasRange />
      <Loaded
        query={usage}
        what="The usage"
        bones="lines"
        empty={(found) =>
          found.usage.total.subSessions === 0 ? (
            <NoWork title={`No work began in these ${days} days`}>
              Choose a longer time range or somebody else
            </NoWork>
          ) : null
        }
      >
        {(found) => <Found {...found} whose={whose} />}
      </Loaded>
    </>
  );
}

type FoundUsage = NonNullable<ReturnType<typeof useUsage>["data"]>;

/** What was asked for comes with the answer: while another is asked for, this one stays. */
export interface ShownUsage extends FoundUsage {
  whose: Whose;
}

function Found(shown: ShownUsage) {
  const { usage, days, by } = shown;
  const seesSessions = useSeesSessions(shown.whose);
  return (
    <>
      <Answer note={<Note shown={shown} />}>{sayUsage(usage, days)}</Answer>
      <UsageFigures {...shown} />
      <Row>
        <OverTimeCell {...shown} />
        <ForecastCell forecast={usage.forecast} />
      </Row>
      <Row>
        <Cell
          span={12}
          title={`By ${inSentence(nameOfCut(by))}`}
          more={seesSessions ? "each leads to its sessions" : undefined}
        >
          <UsageTable {...shown} />
        </Cell>
      </Row>
      <AdoptionRow {...shown} />
    </>
  );
}

/** Names of one word are not the program's own. */
function inSentence(name: string): string {
  return name === "MCP server" || name.includes(".") ? name : name.toLowerCase();
}

function Note({ shown: { usage } }: { shown: ShownUsage }) {
  const { unpricedCalls } = usage.total;
  return (
    <>
      Work counts on the day its task began, in UTC.{" "}
      {unpricedCalls !== null && unpricedCalls > 0 && (
        <>
          {formatThings(unpricedCalls, "call")} without a price cost nothing here.{" "}
          <Go href="/settings/coverage">Add prices</Go>
        </>
      )}
    </>
  );
}
