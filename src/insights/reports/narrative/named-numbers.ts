/** What the judge model sees of a report: its numbers, and nothing that people or agents wrote. */
import { sayFifty } from "../../../../embedded/dashboard/words/fifty.ts";
import { eachScore } from "../../../scores/score-period.ts";
import { DAY } from "../../../vocabulary/units.ts";
import type { Chapters } from "../report.ts";

/** Numbers, by name. */
export interface NamedNumbers {
  readonly [name: string]: NamedNumbers | readonly NamedNumbers[] | number | string | null;
}

/** @param chapters - All chapters; the days of the window; whether it is about one developer. */
export function namedNumbers(
  chapters: Chapters,
  about: { from: number; to: number; developer: string | null },
): NamedNumbers {
  const { overview, scores, prompts, throttle, rightsizing, waste, coaching } = chapters;
  return {
    about: about.developer === null ? "a team" : "one developer",
    days: Math.round((about.to - about.from) / DAY),
    people: overview.people,
    sessions: { now: overview.sessions, before: overview.before.sessions },
    turns: overview.turns,
    fifty: sayFifty(scores.baseline),
    spendUsd: { now: overview.spendUsd.value, before: overview.before.spendUsd.value },
    scores: scoreNumbers(overview),
    prompts: { ...prompts.averages },
    throttle: {
      hoursLost: overview.hoursLost.value,
      episodes: throttle.summary.episodes,
      recurringSlotsOfTheWeek: throttle.windows.length,
    },
    rightsizing: {
      monthlySavingUsd: rightsizing.monthlySavingUsd,
      hypotheticalMonthlySavingUsd: rightsizing.supposedSavingUsd,
      recommendations: rightsizing.recommendations.length + rightsizing.recommendationsLeftOut,
    },
    waste: {
      costUsd: overview.wasteUsd.value,
      kinds: waste.kinds.map(({ kind, count, costUsd }) => ({ kind, count, costUsd })),
    },
    coaching: { cards: coaching.total, inputs: coaching.inputs.map((input) => ({ ...input })) },
  };
}

function scoreNumbers({ scores }: Chapters["overview"]): NamedNumbers {
  return eachScore((name) => {
    const { value, change } = scores[name];
    if (change === null) return { value, change: null };
    const [low, high] = change.interval ?? [null, null];
    return { value, change: change.value, low, high };
  });
}
