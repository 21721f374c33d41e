/** What prompts lack: the checks that cost most points, each with how often it is missing. */
import { useRange } from "../../address/range.ts";
import { useWhose } from "../../address/whose.ts";
import { Cell } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { formatThings } from "../../words/numbers.ts";
import { useMissingChecks } from "./fetch-prompts.ts";
import { sayMissing } from "./missing-data.ts";

const SHOWN = 5;

export function MissingCell() {
  const days = useRange();
  const [whose] = useWhose();
  const missing = useMissingChecks(whose, days);
  return (
    <Cell span={6} title="What is missing">
      <Loaded query={missing} what="What is missing" bones="lines">
        {({ prompts, checks }) =>
          checks.length === 0 ? (
            <p className="second">
              {prompts === 0
                ? "No prompt of this time has a grade yet."
                : "Nothing: these prompts pass every check."}
            </p>
          ) : (
            <>
              <ol className="missing">
                {checks.slice(0, SHOWN).map((check) => (
                  <li key={check.check}>{sayMissing(check)}</li>
                ))}
              </ol>
              <p className="note pad-top">
                Of {formatThings(prompts, "judged prompt")}. The points are what their mean would have more if
                none missed it.
              </p>
            </>
          )
        }
      </Loaded>
    </Cell>
  );
}
