/** The prompts one by one, in the order and of the kind that the address names. */
import { readPlace } from "../../address/page-place.ts";
import { useParameter, useRange } from "../../address/range.ts";
import type { PromptStatus } from "../../../../src/rubric/prompts/marked-prompts.ts";
import { useWhose } from "../../address/whose.ts";
import { Empty } from "../../parts/empty.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { OnceArrived } from "../../parts/once-arrived.tsx";
import { Table } from "../../parts/table.tsx";
import { TimePager } from "../../parts/time-pager.tsx";
import { type PromptOrder, usePrompts } from "./fetch-prompts.ts";
import { groupEqual } from "./missing-data.ts";
import { IntentPicker, OrderPicker, StatusPicker } from "./pickers.tsx";
import { intentIn, orderIn, statusIn } from "./prompts-data.ts";
import { columnsFor } from "./prompts-table.tsx";

const TITLES = {
  newest: "the newest first",
  worst: "judged ones, the weakest first",
  best: "judged ones, the strongest first",
} as const;

/** What the first page and the one after this are called. */
const PAGE_NAMES = {
  newest: ["Newest", "Older"],
  worst: ["Weakest", "Next"],
  best: ["Strongest", "Next"],
} as const;

/** @param hasScored - Whether there are judged prompts: then only they are listed until a status is chosen. */
export function PromptList({ hasScored }: { hasScored: boolean }) {
  const days = useRange();
  const [whose] = useWhose();
  const order = orderIn(useParameter("order")[0]);
  const intent = intentIn(useParameter("intent")[0]);
  // a question, for example, has no marks: nothing of an intent is hidden
  const usual = hasScored && intent === null ? "scored" : null;
  const status = statusIn(useParameter("status")[0] ?? usual);
  const whom = whose.kind === "one" ? whose.id : "everyone";
  const list = [days, whom, order, status ?? "", intent ?? ""].join(".");
  const place = readPlace(useParameter("page")[0], list);
  const prompts = usePrompts({ whose, days, order, status, intent, place });
  return (
    <Row>
      <Cell span={12} title="Prompts" more={TITLES[order]} right={<Pickers order={order} status={status} />}>
        <Loaded
          query={prompts}
          what="The prompts"
          bones="lines"
          empty={(found) =>
            found.prompts.length === 0 ? (
              <NoPrompts isRanked={order !== "newest"} intent={intent} status={status} />
            ) : null
          }
        >
          {(found) => (
            <>
              <Table
                label="Prompts"
                rows={groupEqual(found.prompts)}
                keyOf={({ promptId }) => promptId}
                columns={columnsFor(whose.kind, { hasStatus: order === "newest" && status === null })}
              />
              <TimePager
                before={place?.before ?? 0}
                shown={found.prompts.length}
                found={found}
                list={list}
                names={PAGE_NAMES[order]}
              />
            </>
          )}
        </Loaded>
      </Cell>
    </Row>
  );
}

function Pickers({ order, status }: { order: PromptOrder; status: PromptStatus | null }) {
  return (
    <span className="prompt-tools">
      <IntentPicker />
      {order === "newest" && <StatusPicker chosen={status} />}
      <OrderPicker />
    </span>
  );
}

interface NoPromptsProps {
  isRanked: boolean;
  intent: string | null;
  status: string | null;
}

function NoPrompts({ isRanked, intent, status }: NoPromptsProps) {
  if (!isRanked && intent === null && status === "failed")
    return <Empty title="No prompt has failed">Judging failed for no prompt in this time range.</Empty>;
  return (
    <OnceArrived>
      <Empty title={isRanked && intent === null ? "No prompt has a grade yet" : "No prompt matches"}>
        {isRanked
          ? `Only prompts that were judged can be ranked. Choose a longer time range${intent === null ? "" : ", another intent"}, or the newest first.`
          : "Choose a longer time range, another intent or status, or somebody else."}
      </Empty>
    </OnceArrived>
  );
}
