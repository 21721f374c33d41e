/** Which judge model judges prompts, whether it answers, and what it takes. */
import { useAgreement } from "../../../api/agreement.ts";
import { AgreementCell } from "../../../parts/judge/agreement-cell.tsx";
import { Command } from "../../../parts/command.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { Answer, Cell, Row } from "../../../parts/layout.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Stat, Stats } from "../../../parts/stat.tsx";
import { formatCount, formatThings, formatTokens, formatUsd } from "../../../words/numbers.ts";
import { formatDay, formatMoment } from "../../../words/times.ts";
import { ForAdministrators } from "../for-administrators.tsx";
import { SettingsHead } from "../settings-head.tsx";
import { useStatus } from "../status/fetch-status.ts";
import { costOfMonth, mayBeAsked, type Model, sayModel, waitingPrompts } from "./model-data.ts";
import { RejudgePart } from "./rejudge-part.tsx";
import { TestCall } from "./test-call.tsx";

export function ModelPage() {
  return (
    <ForAdministrators title="Judge model">
      <LanguageModel />
    </ForAdministrators>
  );
}

function LanguageModel() {
  const status = useStatus();
  // asked now, so that its cell does not ask only once the status is there
  useAgreement();
  return (
    <>
      <SettingsHead title="Judge model" asOf={status.dataUpdatedAt} />
      <Loaded query={status} what="The judge model's figures" bones="lines">
        {(found) => {
          const { languageModel: model } = found;
          const waiting = waitingPrompts(found);
          return (
            <>
              <Answer note="The judge model reads prompts, with known secrets redacted, and grades them. Prompt efficiency and the intents of prompts come from it.">
                {sayModel(model, waiting)}
              </Answer>
              {model !== null && <Figures model={model} waiting={waiting} />}
              <Row>
                <Cell span={4} title="Does it answer?">
                  <TestCall isPossible={mayBeAsked(model)} />
                </Cell>
                <Cell span={4} title="How it is set">
                  <Setup model={model} />
                </Cell>
                <AgreementCell span={4} />
              </Row>
              <Row>
                <Cell span={12} title="Judge earlier prompts again">
                  <RejudgePart isPossible={mayBeAsked(model)} />
                </Cell>
              </Row>
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function Figures({ model: { month, budget, resetsAt }, waiting }: { model: Model; waiting: number | null }) {
  const tokens = month.inputTokens + month.outputTokens;
  return (
    <Stats>
      <Stat
        name="Prompts that wait"
        number={waiting === null ? null : formatCount(waiting)}
        note={waiting === null ? "not known" : "to be judged"}
      />
      <Stat name="Calls this month" number={formatCount(month.calls)} note={`until ${formatDay(resetsAt)}`} />
      <Stat
        name="Cost this month"
        number={costOfMonth(month)}
        note={
          month.unpricedCalls > 0
            ? `without ${formatThings(month.unpricedCalls, "call")} that have no price`
            : sayBudget(budget.usd === null ? null : formatUsd(budget.usd))
        }
      />
      <Stat
        name="Tokens this month"
        number={formatTokens(tokens)}
        note={sayBudget(budget.tokens === null ? null : formatTokens(budget.tokens))}
      />
    </Stats>
  );
}

function sayBudget(most: string | null): string {
  return most === null ? "no budget is set" : `of ${most} at most`;
}

function Setup({ model }: { model: Model | null }) {
  return (
    <>
      <Facts
        facts={[
          ["Model", model?.model ?? <span className="quiet">none</span>],
          ["Connection", model?.offline === true ? "forbidden by the setting offline" : "allowed"],
          [
            "At once",
            model === null
              ? "not known yet"
              : `${model.underWay} of ${formatThings(model.concurrency, "call")}`,
          ],
          ["Last answer", sayMoment(model?.lastAnsweredAt ?? null)],
          ["Last call", sayLastCall(model?.lastCall ?? null)],
        ]}
      />
      <p className="second pad-top">
        Any server with an OpenAI-compatible chat API will do, also one on this machine. These are settings of
        the server:
      </p>
      <div className="pad-top">
        <Command>scoring serve --llm-base-url http://127.0.0.1:11434/v1 --llm-model qwen3-coder</Command>
      </div>
    </>
  );
}

function sayMoment(at: string | null): string {
  return at === null ? "none yet" : formatMoment(at);
}

function sayLastCall(call: Model["lastCall"]): string {
  return call === null
    ? "none since the start"
    : `${formatMoment(call.at)}, ${call.outcome.replaceAll("_", " ")}`;
}
