/** How good the prompts are: their averages and how they went, each prompt, and one to try. */
import { useRange } from "../../address/range.ts";
import { useWhose } from "../../address/whose.ts";
import { Head } from "../../frame/head.tsx";
import { AgreementCell } from "../../parts/judge/agreement-cell.tsx";
import { Answer, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Stat, Stats } from "../../parts/stat.tsx";
import { WhosePicker } from "../../parts/whose-picker.tsx";
import { formatScore } from "../../words/numbers.ts";
import { DIMENSION_WORDS, DIMENSIONS } from "../../words/rubric.ts";
import { type PromptFigures, useModelState, usePromptFigures } from "./fetch-prompts.ts";
import { MissingCell } from "./missing-cell.tsx";
import { NoModel } from "./no-model.tsx";
import { PromptList } from "./prompt-list.tsx";
import { sayPrompts, sayUnmarked } from "./prompts-data.ts";
import { RepairsCell } from "./repairs-cell.tsx";
import { TrendCell } from "./trend-cell.tsx";
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
      <PromptList hasScored={figures.data === undefined || figures.data.averages.prompts > 0} />
      <RepairsCell whose={whose} days={days} />
      <Row>
        <AgreementCell span={12} />
      </Row>
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
      {(isStuck || mayBeStuck) && <NoModel model={model} />}
      {averages.prompts > 0 && (
        <>
          <Stats>
            {DIMENSIONS.map((dimension) => (
              <Stat
                key={dimension}
                name={DIMENSION_WORDS[dimension].name}
                number={formatScore(averages[dimension])}
                unit="of 100"
                note={DIMENSION_WORDS[dimension].asks}
              />
            ))}
          </Stats>
        </>
      )}
      <Row>
        <TryPrompt />
        <MissingCell />
      </Row>
      {averages.prompts > 0 && (
        <Row>
          <TrendCell trend={trend} />
        </Row>
      )}
    </>
  );
}
