/** The prompts one by one, in the order and of the kind that the address names. */
import { useSearch } from "wouter";
import { readPlace, writePlace } from "../../address/page-place.ts";
import { useParameter, useRange } from "../../address/range.ts";
import { useWhose } from "../../address/whose.ts";
import { Empty } from "../../parts/empty.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Pager } from "../../parts/pager.tsx";
import { Table } from "../../parts/table.tsx";
import { type PromptsPageData, usePrompts } from "./fetch-prompts.ts";
import { IntentPicker, OrderPicker, StatusPicker } from "./pickers.tsx";
import { intentIn, orderIn, statusIn } from "./prompts-data.ts";
import { columnsFor } from "./prompts-table.tsx";

const TITLES = {
  newest: "the newest first",
  worst: "the weakest first, at most 50",
  best: "the strongest first, at most 50",
} as const;

export function PromptList() {
  const days = useRange();
  const [whose] = useWhose();
  const [order, status] = [orderIn(useParameter("order")[0]), statusIn(useParameter("status")[0])];
  const intent = intentIn(useParameter("intent")[0]);
  const whom = whose.kind === "one" ? whose.id : "everyone";
  const list = [days, whom, order, status ?? "", intent ?? ""].join(".");
  const place = readPlace(useParameter("page")[0], list);
  const prompts = usePrompts({ whose, days, order, status, intent, place });
  return (
    <Row>
      <Cell
        span={12}
        title="Prompts"
        more={TITLES[order]}
        right={
          <span className="prompt-tools">
            {order === "newest" && (
              <>
                <IntentPicker />
                <StatusPicker />
              </>
            )}
            <OrderPicker />
          </span>
        }
      >
        <Loaded
          query={prompts}
          what="The prompts"
          bones="lines"
          empty={(found) => (found.prompts.length === 0 ? <NoPrompts isRanked={order !== "newest"} /> : null)}
        >
          {(found) => (
            <>
              <Table
                label="Prompts"
                rows={found.prompts}
                keyOf={({ promptId }) => promptId}
                columns={columnsFor(whose.kind)}
              />
              {order === "newest" && <Pages found={found} before={place?.before ?? 0} list={list} />}
            </>
          )}
        </Loaded>
      </Cell>
    </Row>
  );
}

function Pages({ found, before, list }: { found: PromptsPageData; before: number; list: string }) {
  const search = useSearch();
  const { prompts, total, nextCursor, to } = found;
  const addressOf = (page: string | null): string => {
    const parameters = new URLSearchParams(search);
    if (page === null) parameters.delete("page");
    else parameters.set("page", page);
    return parameters.size === 0 ? "/prompts" : `/prompts?${parameters.toString()}`;
  };
  const after = before + prompts.length;
  const next = nextCursor === null ? null : writePlace({ before: after, to, cursor: nextCursor }, list);
  return (
    <Pager
      before={before}
      shown={prompts.length}
      total={total}
      pages={[
        { name: "Newest", address: before === 0 ? null : addressOf(null) },
        { name: "Older", address: next === null ? null : addressOf(next) },
      ]}
    />
  );
}

function NoPrompts({ isRanked }: { isRanked: boolean }) {
  return (
    <Empty title={isRanked ? "No prompt has marks yet" : "No prompt fits"}>
      {isRanked
        ? "Only prompts that were judged can be ranked. Choose a longer window, or the newest first."
        : "Choose a longer window, another intent or status, or somebody else."}
    </Empty>
  );
}
