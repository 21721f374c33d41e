/** When the demo's providers are slow or refuse: everybody who works with them then has the same trouble. */
import { DAY, HOUR, type Instant, type Milliseconds, MINUTE, type Ratio } from "../../vocabulary/units.ts";
import type { DemoAgent } from "./session.ts";

/** Trouble of one provider. */
export interface ProviderTrouble {
  agent: DemoAgent;
  from: Instant;
  to: Instant;
  /** How many times as long calls take. */
  slower: number;
  /** What it answers instead, and how often; null where it is only slow. */
  refusal: { status: number; share: Ratio } | null;
}

/** Trouble by the time of the week. */
interface Weekly extends Omit<ProviderTrouble, "from" | "to"> {
  /** 1 is Monday. */
  weekday: number;
  /** From midnight UTC. */
  from: Instant;
  lasts: Milliseconds;
}

/** What is the same each week. */
const EACH_WEEK: readonly Weekly[] = [
  { agent: "claude-code", weekday: 2, from: 9 * HOUR, lasts: 40 * MINUTE, slower: 4, refusal: null },
  { agent: "codex", weekday: 3, from: 8.5 * HOUR, lasts: 30 * MINUTE, slower: 5, refusal: null },
];

const OVERLOADED = { slower: 3, refusal: { status: 529, share: 0.3 } };
const RATE_LIMITED = { slower: 2, refusal: { status: 429, share: 0.35 } };
const MORNING = { from: 8 * HOUR, lasts: 2.5 * HOUR };

/** The one week of trouble: limits that are too low for Codex, then an outage of the provider of Claude Code. */
const BAD_WEEK: readonly Weekly[] = [
  ...[1, 2, 3].map((weekday) => ({ agent: "codex" as const, weekday, ...MORNING, ...RATE_LIMITED })),
  ...[3, 4].map((weekday) => ({ agent: "claude-code" as const, weekday, ...MORNING, ...OVERLOADED })),
  {
    agent: "gemini",
    weekday: 4,
    ...MORNING,
    from: 7 * HOUR,
    slower: 4,
    refusal: { status: 503, share: 0.15 },
  },
  { agent: "qwen", weekday: 5, ...MORNING, from: 9 * HOUR, slower: 3, refusal: { status: 429, share: 0.2 } },
];

const WEEK: Milliseconds = 7 * DAY;

/**
 * Returns the demo's troubles: some in each week, and the week of trouble.
 *
 * @param window - When people work; the week of trouble is the one before its last two.
 */
export function troublesIn({ from, to }: { from: Instant; to: Instant }): ProviderTrouble[] {
  const troubles: ProviderTrouble[] = [];
  for (let monday = mondayBefore(from); monday < to; monday += WEEK) {
    const isBad = mondayBefore(to) - monday === 2 * WEEK;
    troubles.push(...[...EACH_WEEK, ...(isBad ? BAD_WEEK : [])].map((trouble) => inWeek(trouble, monday)));
  }
  return troubles;
}

/** 1970-01-05 was a Monday. */
function mondayBefore(at: Instant): Instant {
  return at - ((at - 4 * DAY) % WEEK);
}

function inWeek({ weekday, from, lasts, ...trouble }: Weekly, monday: Instant): ProviderTrouble {
  const begins = monday + (weekday - 1) * DAY + from;
  return { ...trouble, from: begins, to: begins + lasts };
}

/** Returns the trouble that the agent's provider has now; null for none. */
export function troubleOf({
  agent,
  now: at,
  troubles,
}: {
  agent: DemoAgent;
  now: Instant;
  troubles: readonly ProviderTrouble[];
}): ProviderTrouble | null {
  const found = troubles.filter(
    (trouble) => trouble.agent === agent && trouble.from <= at && at < trouble.to,
  );
  return found.at(-1) ?? null;
}
