/** Cost, tokens, people, goals and edits of the window, each with what it was before. */
import { Stat, Stats } from "../../parts/stat.tsx";
import { formatCount, formatShare, formatTokens, formatUsd } from "../../words/numbers.ts";
import { sayChange, sayMissing, shareOf, tokensOf } from "./usage-data.ts";
import type { ShownUsage } from "./usage-page.tsx";

export function UsageFigures({ usage: { total, adoption }, before, days }: ShownUsage) {
  const tokens = tokensOf(total);
  return (
    <Stats>
      <Stat
        name="Spent"
        number={total.costUsd === null ? null : formatUsd(total.costUsd)}
        note={
          total.costUsd === null
            ? sayMissing(total, "costUsd")
            : sayChange(total.costUsd, before.costUsd, days)
        }
      />
      <Stat
        name="Tokens"
        number={tokens === null ? null : formatTokens(tokens)}
        note={
          total.cacheShare === null
            ? "no cache is reported"
            : `${formatShare(total.cacheShare)} of the input came from a cache`
        }
      />
      <Stat
        name="People"
        number={formatCount(adoption.active)}
        note={`${formatCount(adoption.activeBefore)} in the ${days} days before`}
      />
      <Goals total={total} before={before} />
      <Edits total={total} />
    </Stats>
  );
}

type Totals = Pick<ShownUsage["usage"], "total">["total"];

/** With the interval, and with the share of the time before: their difference is the trend. */
function Goals({ total, before }: { total: Totals; before: Totals }) {
  const reached = shareOf(total.goals.reached, total.goals.counted);
  const earlier = shareOf(before.goals.reached, before.goals.counted);
  if (reached === null) return <Stat name="Goals reached" number={null} note="no task is over yet" />;
  const interval = `${Math.round(reached.low * 100)} to ${Math.round(reached.high * 100)} %`;
  const was = earlier === null ? "" : `, ${formatShare(earlier.share)} before`;
  return <Stat name="Goals reached" number={formatShare(reached.share)} note={`${interval}${was}`} />;
}

function Edits({ total: { edits, commits, pullRequests } }: { total: Totals }) {
  const { judged, kept } = edits;
  const landed = [
    commits === null ? "" : `${formatCount(commits)} commits`,
    pullRequests === null ? "" : `${formatCount(pullRequests)} pull requests`,
  ].filter((text) => text !== "");
  const share = judged === null || kept === null ? null : shareOf(kept, judged);
  return (
    <Stat
      name="Edits that lasted"
      number={share === null ? null : formatShare(share.share)}
      note={[`of ${formatCount(judged ?? 0)} judged`, ...landed].join(", ")}
    />
  );
}
