/** Which runs of prompts carried the work on without a repair, the longest first. */
import { sessionAddress } from "../../address/session-address.ts";
import { useRange } from "../../address/range.ts";
import { useWhose } from "../../address/whose.ts";
import { Head } from "../../frame/head.tsx";
import { Tabs } from "../../frame/tabs.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { OnceArrived } from "../../parts/once-arrived.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { WhosePicker } from "../../parts/whose-picker.tsx";
import { formatScore } from "../../words/numbers.ts";
import { formatMoment } from "../../words/times.ts";
import { PROMPT_TABS } from "../prompts/prompt-tabs.ts";
import { sayChains, sayShown, sayTurns } from "./chains-data.ts";
import { type ChainRow, type Chains, useChains } from "./fetch-chains.ts";

export function ChainsPage() {
  const days = useRange();
  const [whose] = useWhose();
  const chains = useChains(whose, days);
  return (
    <>
      <Head title="Chains" asOf={chains.dataUpdatedAt} tools={<WhosePicker />} hasRange />
      <Tabs label="Prompts" tabs={PROMPT_TABS} />
      <Loaded
        query={chains}
        what="The chains"
        bones="lines"
        empty={(found) => (found.chains.length === 0 ? <NoChains /> : null)}
      >
        {(found) => <Longest found={found} isEverybody={whose.kind === "everyone"} />}
      </Loaded>
    </>
  );
}

function Longest({ found, isEverybody }: { found: Chains; isEverybody: boolean }) {
  return (
    <>
      <Answer note={NOTE}>{sayChains(found)}</Answer>
      <Row>
        <Cell span={12} title="Chains" more="the longest first">
          <Table
            label="Chains"
            rows={found.chains}
            keyOf={({ sessionId, startTurn }) => `${sessionId} ${startTurn}`}
            columns={COLUMNS.filter(({ title }) => title !== "Developer" || isEverybody)}
          />
          <p className="note pad-top">{sayShown(found)}</p>
        </Cell>
      </Row>
    </>
  );
}

const NOTE =
  "A chain is a series of prompts within one task, and each of them carries the work on. A prompt that repairs what " +
  "the agent did ends the chain. What is the same in long chains is worth copying.";

const COLUMNS: readonly Column<ChainRow>[] = [
  { title: "Prompts", align: "right", cell: ({ length }) => <b>{length}</b> },
  {
    title: "Begins with",
    grows: true,
    cell: ({ sessionId, startTurn, title }) => (
      <To href={sessionAddress(sessionId, { turn: startTurn })}>{title ?? "Text withheld by the agent"}</To>
    ),
  },
  {
    title: "Turns",
    align: "right",
    hidesBelow: 720,
    cell: (chain) => <span className="nowrap">{sayTurns(chain)}</span>,
  },
  {
    title: "Mean",
    unit: "of 100",
    align: "right",
    cell: ({ meanRubricScore }) => formatScore(meanRubricScore),
  },
  {
    title: "Developer",
    hidesBelow: 1280,
    cell: ({ developer }) => <span className="nowrap">{developer.name}</span>,
  },
  {
    title: "Began",
    hidesBelow: 720,
    cell: ({ startedAt }) => <span className="nowrap">{formatMoment(startedAt)}</span>,
  },
];

function NoChains() {
  return (
    <Cell span={12}>
      <OnceArrived>
        <Empty title="There is no chain yet">
          Two prompts of one piece of work make one, when the second repairs nothing. Choose a longer time
          range, or somebody else.
        </Empty>
      </OnceArrived>
    </Cell>
  );
}
