/** The same people before and after, without names; only for who may read everybody's scores. */
import { rowsOfPairs } from "../../parts/saving/chart-rows.ts";
import { Pairs } from "../../charts/pairs/pairs.tsx";
import { Cell } from "../../parts/layout.tsx";
import { CsvButton } from "../../parts/saving/csv-button.tsx";
import { formatSigned, formatThings } from "../../words/numbers.ts";
import { SCORE_NAMES, SCORE_TITLES } from "../overview/overview-data.ts";
import type { TeamFound } from "./fetch-team.ts";
import { FEWEST_PEOPLE, pairsOf } from "./team-data.ts";

export function PairsRow({ found: { team, scores }, days }: { found: TeamFound; days: number }) {
  return SCORE_NAMES.map((name) => {
    const pairs = pairsOf(scores, name);
    const change = team.change[name];
    const moved =
      change === null
        ? undefined
        : `mean ${formatSigned(change.value, 1)} (${change.interval.map((end) => formatSigned(end, 1)).join(" to ")})`;
    return (
      <Cell key={name} span={4} title={`${SCORE_TITLES[name]}, before and after`} more={moved}>
        {pairs.length < FEWEST_PEOPLE ? (
          <p className="second">
            {formatThings(pairs.length, "person has", "people have")} it in both time ranges of {days} days.
            Under {FEWEST_PEOPLE} a mark would show whose it is.
          </p>
        ) : (
          <>
            <Pairs name={SCORE_TITLES[name]} pairs={pairs} />
            <CsvButton label={`${SCORE_TITLES[name]} before and after`} rows={() => rowsOfPairs(pairs)} />
          </>
        )}
      </Cell>
    );
  });
}
