/** Prints what follows from the lists of agents and metrics; test/process/made-up.test.ts runs it in a copy of the source. */
import { renderToStaticMarkup } from "react-dom/server";
import type { ReactNode } from "react";
import { Router } from "wouter";
import { METRIC_ROW } from "../../src/metrics/answer.ts";
import { METRICS_TABLE } from "../../src/metrics/columns-table.ts";
import { METRIC_DEFINITIONS } from "../../src/metrics/definitions.ts";
import { AGENT_TITLES } from "../../src/normaliser/dialects/agents.ts";
import { INPUT_POINT } from "../../src/scores/inputs/input-answer.ts";
import { InputsCell } from "../../embedded/dashboard/pages/developer/inputs/inputs-cell.tsx";
import { pickSeries } from "../../embedded/dashboard/pages/developer/inputs/input-series.ts";
import { AgentPicker } from "../../embedded/dashboard/pages/sessions/agent-picker.tsx";
import { learnNames } from "../../embedded/dashboard/words/names.ts";

learnNames({ agents: AGENT_TITLES, metrics: METRIC_DEFINITIONS });
const row = { developer: { id: "ada" }, skill: null, skillInputs: null, change: null, missing: null };
const cell = <InputsCell row={row as never} found={{ data: undefined } as never} />;
const show = (node: ReactNode) => renderToStaticMarkup(<Router ssrPath="/">{node}</Router>);
console.log(
  JSON.stringify({
    columns: Object.keys(METRICS_TABLE.columns),
    row: Object.keys(METRIC_ROW.shape),
    inputs: Object.keys(INPUT_POINT.shape.inputs.shape),
    agents: METRIC_ROW.shape.agent.options,
    series: Object.keys(pickSeries([], []).points),
    cell: show(cell),
    picker: show(<AgentPicker />),
  }),
);
