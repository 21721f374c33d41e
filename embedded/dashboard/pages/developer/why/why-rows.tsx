/** Why a score is what it is: the steps to it, the formula of one input, and two tasks that differ in it. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ScoreRow } from "../../../../../src/scores/answer.ts";
import { useParameter } from "../../../address/range.ts";
import { Row } from "../../../parts/layout.tsx";
import { type References, weakestInput, type WeighedInput, weighedInputs } from "../developer-data.ts";
import type { InputsFound } from "../inputs/fetch-inputs.ts";
import { useCompared, useOwnTasks } from "./fetch-why.ts";
import { InputPanel } from "./input-panel.tsx";
import { PairCell } from "./pair-cell.tsx";
import { SumsPanel } from "./sums-panel.tsx";
import { useExplained, WhyCell } from "./why-cell.tsx";

export interface WhyRowsProps {
  row: ScoreRow;
  days: number;
  inputs: UseQueryResult<InputsFound>;
}

/** Nothing before there are scores. */
export function WhyRows({ row, days, inputs }: WhyRowsProps) {
  const name = useExplained();
  const [asked] = useParameter("input");
  const compared = useCompared(row.developer.id, days);
  const tasks = useOwnTasks(row.developer.id, days);
  if (row.skillInputs === null) return null;
  const input = name === "skill" ? chosenInput(row, asked, compared.data?.inputs) : null;
  return (
    <>
      <Row>
        <WhyCell row={row} compared={compared} chosen={input?.id ?? null} />
        {input === null ? (
          <SumsPanel row={row} name={name} />
        ) : (
          <InputPanel row={row} input={input} habits={compared.data?.habits ?? []} found={inputs.data} />
        )}
      </Row>
      {input !== null && (
        <Row>
          <PairCell input={input} tasks={tasks} />
        </Row>
      )}
    </>
  );
}

/** The one that the address names, else the weakest. */
function chosenInput(
  row: ScoreRow,
  asked: string | null,
  references: References | undefined,
): WeighedInput | null {
  const known = weighedInputs(row, references).filter(({ value }) => value !== null);
  return known.find(({ id }) => id === asked) ?? weakestInput(known) ?? known[0] ?? null;
}
