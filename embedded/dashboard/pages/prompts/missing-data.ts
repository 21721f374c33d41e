/** Says what prompts lack, and joins equal prompts to one row: pure, so that it can be tested. */
import type { MissingChecks } from "../../../../src/rubric/lists/missing-checks.ts";
import { formatScore } from "../../words/numbers.ts";
import { CHECK_NAMES } from "../../words/rubric.ts";

/** Returns "Says when it is done: missing in 2 of 3, costs 8 points". */
export function sayMissing({ check, asked, missing, cost }: MissingChecks["checks"][number]): string {
  const points =
    cost < 1 ? "less than a point" : `${formatScore(cost)} ${Math.round(cost) === 1 ? "point" : "points"}`;
  return `${CHECK_NAMES[check]}: missing in ${missing} of ${asked}, costs ${points}`;
}

/** A prompt as far as it is compared with others. */
interface Sent {
  promptId: string;
  promptText: string | null;
  rubricScore?: number | undefined;
}

/** Equal prompts with equal scores, by the first of them. */
export type Grouped<Row> = Row & { times: number };

/** Joins equal prompts of a page; those without text stay apart. */
export function groupEqual<Row extends Sent>(prompts: readonly Row[]): Grouped<Row>[] {
  const groups = Map.groupBy(prompts, ({ promptId, promptText, rubricScore }) =>
    promptText === null ? promptId : `${rubricScore ?? ""} ${promptText.trim()}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, times: others.length + 1 }],
  );
}
