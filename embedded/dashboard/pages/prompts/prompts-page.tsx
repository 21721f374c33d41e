/** How good the prompts are: their averages, and each with its score, grade and what it misses. */
import { useSearch } from "wouter";
import { readPlace, writePlace } from "../../address/page-place.ts";
import { useParameter, useRange } from "../../address/range.ts";
import { useWhose } from "../../address/whose.ts";
import { Head } from "../../frame/head.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Pager } from "../../parts/pager.tsx";
import { Stat, Stats } from "../../parts/stat.tsx";
import { Table } from "../../parts/table.tsx";
import { WhosePicker } from "../../parts/whose-picker.tsx";
import { formatScore } from "../../words/numbers.ts";
import { DIMENSION_WORDS, DIMENSIONS } from "../../words/rubric.ts";
import {
  type PromptFigures,
  type PromptsPageData,
  useModelState,
  usePromptFigures,
  usePrompts,
} from "./fetch-prompts.ts";
import { DimensionTrend } from "./dimension-trend.tsx";
import { NoModel } from "./no-model.tsx";
import { OrderPicker, StatusPicker } from "./pickers.tsx";
import { orderIn, sayPrompts, sayUnmarked, statusIn } from "./prompts-data.ts";
import { columnsFor } from "./prompts-table.tsx";
import { TryPrompt } from "./try-prompt.tsx";

export function PromptsPage() {
  const days = useRange();
  const [whose] = useWhose();
  const figures = usePromptFigures(whose, days);
  return (
    <>
      <Head title="Prompts" asOf={figures.dataUpdatedAt} tools={<WhosePicker />} hasRange />
      <Loaded query={figures} what="The averages" bones="lines">
        {(found) => <Figures found={found} days={days} />}
      </Loaded>
      <PromptList />
      <TryPrompt />
    </>
  );
}

function Figures({ found, days }: { found: PromptFigures; days: number }) {
  const model = useModelState();
  const { averages, pending, trend } = found;
  const isStuck = model === "none" || model === "offline";
  const mayBeStuck = model === "unknown" && averages.prompts === 0 && pending !== 0;
  return (
    <>
      <Answer note={sayUnmarked(found)}>{sayPrompts(averages, days)}</Answer>
      {(isStuck || mayBeStuck) && <NoModel model={model} pending={pending} />}
      {averages.prompts > 0 && (
        <Stats>
          {DIMENSIONS.map((dimension) => (
            <Stat
              key={dimension}
              name={DIMENSION_WORDS[dimension].name}
              number={formatScore(averages[dimension])}
              unit="of 100"
              note={
                <>
                  {DIMENSION_WORDS[dimension].asks}
                  <DimensionTrend dimension={dimension} trend={trend} />
                </>
              }
            />
          ))}
        </Stats>
      )}
    </>
  );
}

const TITLES = {
  newest: "the newest first",
  worst: "the weakest first, at most 50",
  best: "the strongest first, at most 50",
} as const;

function PromptList() {
  const days = useRange();
  const [whose] = useWhose();
  const [order, status] = [orderIn(useParameter("order")[0]), statusIn(useParameter("status")[0])];
  const list = [days, whose.kind === "one" ? whose.id : "everyone", order, status ?? ""].join(".");
  const place = readPlace(useParameter("page")[0], list);
  const prompts = usePrompts({ whose, days, order, status, place });
  return (
    <Row>
      <Cell
        span={12}
        title="Prompts"
        more={TITLES[order]}
        right={
          <span className="prompt-tools">
            {order === "newest" && <StatusPicker />}
            <OrderPicker />
          </span>
        }
      >
        <Loaded
          query={prompts}
          what="The prompts"
          bones="lines"
          empty={(found) => (found.prompts.length === 0 ? <Nothing isRanked={order !== "newest"} /> : null)}
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

function Nothing({ isRanked }: { isRanked: boolean }) {
  return (
    <Empty title={isRanked ? "No prompt has marks yet" : "No prompt fits"}>
      {isRanked
        ? "Only prompts that were judged can be ranked. Choose a longer window, or the newest first."
        : "Choose a longer window, another status or somebody else."}
    </Empty>
  );
}
