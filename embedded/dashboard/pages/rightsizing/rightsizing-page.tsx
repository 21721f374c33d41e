/** For which work another model may do: cheaper ones for easy work, stronger ones where work fails. */
import type { Rightsizing } from "../../../../src/insights/rightsizing/rightsizing-answer.ts";
import { useRange } from "../../address/range.ts";
import { useWhose } from "../../address/whose.ts";
import { Head } from "../../frame/head.tsx";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { NoWork } from "../../parts/no-work.tsx";
import { Stat, Stats } from "../../parts/stat.tsx";
import { WhosePicker } from "../../parts/whose-picker.tsx";
import { formatCount, formatThings, formatUsd } from "../../words/numbers.ts";
import { useRightsizing } from "./fetch-rightsizing.ts";
import { useModelTrials } from "./fetch-trials.ts";
import { OtherTrials } from "./other-trials.tsx";
import { ModelsCell } from "./models-cell.tsx";
import { ChangesTable } from "./changes-table.tsx";
import { savingsOf, sayRest, sayRightsizing } from "./rightsizing-data.ts";

export function RightsizingPage() {
  const days = useRange();
  const [whose] = useWhose();
  const found = useRightsizing(whose, days);
  return (
    <>
      <Head title="Model choice" asOf={found.dataUpdatedAt} tools={<WhosePicker />} hasRange />
      <Loaded
        query={found}
        what="The recommendations"
        bones="lines"
        empty={({ models }) =>
          models.length === 0 ? (
            <NoWork title={`No model calls in these ${days} days`}>
              Choose a longer time range or somebody else
            </NoWork>
          ) : null
        }
      >
        {(answer) => <Found found={answer} days={days} />}
      </Loaded>
    </>
  );
}

function Found({ found, days }: { found: Rightsizing; days: number }) {
  return (
    <>
      <Answer note={sayRest(found)}>{sayRightsizing(found, days)}</Answer>
      <Figures found={found} days={days} />
      <Changes found={found} />
      <Row>
        <ModelsCell found={found} />
      </Row>
    </>
  );
}

/** What work was done on both sides of is first; what nobody tried is folded. */
function Changes({ found }: { found: Rightsizing }) {
  const { recommendations, spendUsd } = found;
  const [whose] = useWhose();
  const trials = useModelTrials(whose).data ?? [];
  const listed = new Set(recommendations.map(({ id }) => id));
  const shown = recommendations.filter(({ evidence }) => evidence !== "C");
  const supposed = recommendations.filter(({ evidence }) => evidence === "C");
  return (
    <>
      {shown.length > 0 && (
        <Row>
          <Cell span={12} title="Changes that work shows">
            <ChangesTable
              label="Changes that work shows"
              changes={shown}
              spendUsd={spendUsd}
              trials={trials}
            />
          </Cell>
        </Row>
      )}
      {supposed.length > 0 && (
        <Row>
          <Cell span={12} title="Hypotheses" more="evidence C: too little was done on both sides to compare">
            <details className="hypotheses">
              <summary>{formatThings(supposed.length, "change")} to try</summary>
              <ChangesTable label="Hypotheses" changes={supposed} spendUsd={spendUsd} trials={trials} />
            </details>
          </Cell>
        </Row>
      )}
      <OtherTrials trials={trials.filter(({ id }) => !listed.has(id))} />
    </>
  );
}

function sumOfCalls(models: readonly { calls: number }[]): number {
  return models.reduce((sum, { calls }) => sum + calls, 0);
}

function Figures({ found, days }: { found: Rightsizing; days: number }) {
  const { recommendations, unpricedModels, models, spendUsd } = found;
  const { shown, supposed } = savingsOf(recommendations);
  const unpriced = sumOfCalls(unpricedModels);
  const calls = sumOfCalls(models);
  return (
    <Stats>
      <Stat
        name="Spent"
        number={unpriced === calls ? null : formatUsd(spendUsd)}
        note={`in ${days} days, on ${formatThings(models.length, "model")}`}
      />
      <Stat
        name="Saving that work shows"
        number={shown === null ? null : formatUsd(shown)}
        unit="a month"
        note={shown === null ? "no change with evidence A or B" : "evidence A and B: done on both models"}
      />
      <Stat
        name="Saving to try"
        number={supposed === null ? null : formatUsd(supposed)}
        unit="a month"
        note={supposed === null ? "no change with evidence C" : "evidence C: a hypothesis"}
      />
      <Stat
        name="Calls without a price"
        number={formatCount(unpriced)}
        note={
          unpriced === 0
            ? "everything has one"
            : `on ${formatThings(unpricedModels.length, "model")}, not counted`
        }
      />
    </Stats>
  );
}
