/** One turn: its prompt, its numbers, its steps, and the way to its raw records. */
import { useState } from "react";
import { promptAddress } from "../../address/prompt-address.ts";
import { recordsAddress } from "../../address/session-address.ts";
import { Facts } from "../../parts/facts.tsx";
import { Go, To } from "../../parts/links.tsx";
import { Shape } from "../../parts/shape.tsx";
import { formatCount, formatDuration, formatThings, formatTokens, formatUsd } from "../../words/numbers.ts";
import { formatTime } from "../../words/times.ts";
import type { OpenSession } from "./open-session.ts";
import { type SessionTurn, type Step, recordsPartOf } from "./session-turns.ts";
import { lineOf, nameOfTurn } from "./session-words.ts";

export function TurnPanel({ open, turn }: { open: OpenSession; turn: SessionTurn }) {
  return (
    <section className="turn-panel" id="turn" aria-labelledby="turn-title">
      <div className="cell-head">
        <h2 id="turn-title">{turn.index === 0 ? "Before the first prompt" : `Turn ${turn.index}`}</h2>
        <span className="quiet">
          {formatTime(turn.from)} to {formatTime(turn.to)}
        </span>
        <span className="right">
          <PromptLink turn={turn} />
        </span>
      </div>
      <p className={turn.text === null ? "quote quiet" : "quote"}>{nameOfTurn(turn)}</p>
      <Facts facts={factsOf(turn)} />
      <Steps key={turn.index} steps={turn.steps} />
      <p className="note">
        <To href={recordsAddress(open.session.sessionId, recordsOf(open, turn))}>Raw records of this turn</To>
      </p>
    </section>
  );
}

function PromptLink({ turn: { promptId } }: { turn: SessionTurn }) {
  return promptId === null ? null : <Go href={promptAddress(promptId)}>Prompt and checks</Go>;
}

function recordsOf({ work }: OpenSession, turn: SessionTurn) {
  const place = work.turns.findIndex(({ index }) => index === turn.index);
  return recordsPartOf(turn, work.turns[place + 1]);
}

function factsOf(turn: SessionTurn): [string, string][] {
  const calls = turn.steps.filter((step) => step.kind === "model_call" && !step.helper);
  const tools = turn.steps.filter((step) => step.kind === "tool");
  const models = [...new Set(calls.flatMap((step) => (step.kind === "model_call" ? [step.model] : [])))];
  const failed = turn.failedCalls === 0 ? "" : `, ${turn.failedCalls} failed`;
  const failedTools = turn.failedTools === 0 ? "" : `, ${turn.failedTools} failed`;
  const facts: [string, string | null][] = [
    ["At work", formatDuration(turn.workedMs)],
    ["Model", models.filter((model) => model !== null).join(", ") || null],
    ["Model calls", `${formatCount(turn.calls)}${failed}, ${timeOf(calls)}`],
    ["Tools", `${formatCount(turn.tools)}${failedTools}${tools.length === 0 ? "" : `, ${timeOf(tools)}`}`],
    ["Stalled", turn.stalledMs === 0 ? null : formatDuration(turn.stalledMs)],
    ["Tokens", `${formatTokens(turn.tokens)}, and ${formatTokens(turn.cachedTokens)} from the cache`],
    ["Edits", editsOf(turn.steps)],
    ["Cost", turn.costUsd === null ? "none of its calls has a price" : formatUsd(turn.costUsd)],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

function timeOf(steps: readonly Step[]): string {
  return formatDuration(steps.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0));
}

/** Returns "2 files, +38 −11"; null where nothing was edited. */
function editsOf(steps: readonly Step[]): string | null {
  const files = steps.flatMap((step) => (step.kind === "tool" ? step.files : []));
  if (files.length === 0) return null;
  const paths = new Set(files.map(({ path }) => path)).size;
  const [added, removed] = [files.map(({ added: lines }) => lines), files.map(({ removed: lines }) => lines)];
  const lines = [...added, ...removed].every((count) => count === null)
    ? ""
    : `, +${formatCount(sumOf(added))} −${formatCount(sumOf(removed))}`;
  return `${formatThings(paths, "file")}${lines}`;
}

function sumOf(counts: readonly (number | null)[]): number {
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

const FEW = 12;
/** A turn of thousands of steps is read in its records. */
const MOST = 300;

function Steps({ steps }: { steps: readonly Step[] }) {
  const [isWhole, showWhole] = useState(false);
  const shown = steps.slice(0, isWhole ? MOST : FEW);
  const left = steps.length - shown.length;
  if (steps.length === 0) return null;
  return (
    <>
      <h3 className="sub-head">Steps</h3>
      <ol className="steps">
        {shown.map((step, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <StepRow key={index} step={step} />
        ))}
      </ol>
      {left > 0 && !isWhole && (
        <p className="pad-top">
          <button type="button" className="button small" onClick={() => showWhole(true)}>
            Show {formatCount(Math.min(left, MOST - FEW))} more
          </button>
        </p>
      )}
      {left > 0 && isWhole && <p className="note">And {formatThings(left, "more step", "more steps")}.</p>}
    </>
  );
}

function StepRow({ step }: { step: Step }) {
  const { shape, look, words } = lineOf(step);
  return (
    <li>
      <span className={`step-${look}`}>
        <Shape name={shape} />
      </span>
      <span className="step-words" title={words}>
        {words}
      </span>
      <span className="quiet">{step.durationMs === null ? "" : formatDuration(step.durationMs)}</span>
    </li>
  );
}
