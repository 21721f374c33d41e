/** The checks of a prompt by dimension: each with its verdict and the words that it rests on. */
import { formatScore } from "../../words/numbers.ts";
import { CHECK_NAMES, DIMENSION_WORDS, DIMENSIONS } from "../../words/rubric.ts";
import { Cell, Row } from "../../parts/layout.tsx";
import { Shape } from "../../parts/shape.tsx";
import type { Quote } from "./evidence.ts";
import type { CheckRow, PromptDetail } from "./fetch-prompt.ts";
import { sayCounted } from "./prompt-data.ts";

export interface ChecksRowProps {
  rubric: NonNullable<PromptDetail["rubric"]>;
  checks: readonly CheckRow[];
  quotes: ReadonlyMap<string, Quote>;
  /** Checks on which the model hardly agrees with a careful reader. */
  weak: ReadonlySet<string>;
}

export function ChecksRow({ rubric, checks, quotes, weak }: ChecksRowProps) {
  return (
    <Row>
      {DIMENSIONS.map((name) => {
        const checksOfDimension = checks.filter(({ dimension }) => dimension === name);
        return (
          <Cell key={name} span={3} title={DIMENSION_WORDS[name].name}>
            <p className="dimension-value">
              <span className="stat-number">
                {formatScore(rubric[name])} <span className="unit">of 100</span>
              </span>{" "}
              <span className="quiet">{sayCounted(checksOfDimension)}</span>
            </p>
            <ul className="checks">
              {checksOfDimension.map((check) => (
                <Check key={check.id} check={check} quotes={quotes} isWeak={weak.has(check.id)} />
              ))}
            </ul>
          </Cell>
        );
      })}
    </Row>
  );
}

const LOOKS = {
  yes: ["tick", "good", "yes"],
  no: ["cross", "bad", "no"],
  na: ["same", "quiet", "does not apply"],
} as const;

interface CheckProps {
  check: CheckRow;
  quotes: ReadonlyMap<string, Quote>;
  isWeak: boolean;
}

function Check({ check, quotes, isWeak }: CheckProps) {
  const { id, verdict, evidence } = check;
  const [shape, tone, word] = LOOKS[verdict];
  return (
    <li>
      <Shape name={shape} tone={tone} />
      <div>
        <p>
          <b>{CHECK_NAMES[id]}</b>{" "}
          <span className="quiet">
            {word}
            {isWeak && ", uncertain"}
          </span>
        </p>
        {evidence !== null && evidence !== "" && (
          <Evidence words={evidence} number={quotes.get(evidence)?.number ?? null} />
        )}
      </div>
    </li>
  );
}

/** Without a number it is in an earlier prompt. */
function Evidence({ words, number }: { words: string; number: number | null }) {
  return (
    <p className="check-evidence">
      {number !== null && <sup>{number}</sup>} “{words}”{number === null && " in an earlier prompt"}
    </p>
  );
}
