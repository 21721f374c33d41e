/** How far the grades of the judge model can be trusted: what `scoring judge check` found, or how to have it measured. */
import { type Agreement, useAgreement } from "../../api/agreement.ts";
import { sayAgreement, sayCheck, sayWeak, type Trial } from "../../words/agreement.ts";
import { formatScore, formatShare, NO_VALUE } from "../../words/numbers.ts";
import { Command } from "../command.tsx";
import { Facts } from "../facts.tsx";
import { Cell, type CellProps } from "../layout.tsx";
import { Loaded } from "../loaded.tsx";

export function AgreementCell({ span }: Pick<CellProps, "span">) {
  const agreement = useAgreement();
  return (
    <Cell span={span} title="How good the grades are">
      <Loaded query={agreement} what="The model's agreement" bones="lines">
        {(found) => <Found agreement={found} />}
      </Loaded>
    </Cell>
  );
}

function Found({ agreement: { model, trial, check } }: { agreement: Agreement }) {
  if (model === null)
    return <p className="second">No judge model is set, so there are no grades to check.</p>;
  const said = sayCheck(check);
  return (
    <>
      {said !== null && (
        <p className="second" role="status">
          {said}
        </p>
      )}
      {trial === null ? <NotMeasured model={model} /> : <Measured model={model} trial={trial} />}
    </>
  );
}

function NotMeasured({ model }: { model: string }) {
  return (
    <>
      <p className="second">
        How far the grades of {model} agree with those of a careful reader has not been measured. The server
        checks a new model automatically with known prompts. To do it now:
      </p>
      <div className="pad-top">
        <Command>scoring judge check</Command>
      </div>
    </>
  );
}

function Measured({ model, trial }: { model: string; trial: Trial }) {
  const weak = [...trial.checks, trial.intent].filter((check) => check.weak).length;
  return (
    <>
      <p className="second">{sayAgreement(model, trial)}</p>
      <div className="pad-top">
        <Facts
          facts={[
            ["Beyond chance", `on ${trial.checks.length + 1 - weak} of ${trial.checks.length + 1} checks`],
            [
              "Grade of a prompt",
              trial.scoreError === null
                ? NO_VALUE
                : `${formatScore(trial.scoreError)} of 100 off, on average`,
            ],
            ["Asked again", trial.repeated === null ? NO_VALUE : `${formatShare(trial.repeated)} the same`],
          ]}
        />
      </div>
      {weak > 0 && <p className="note pad-top">{sayWeak(trial)}</p>}
    </>
  );
}
