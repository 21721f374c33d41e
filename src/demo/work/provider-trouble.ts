/** When the demo's providers are slow or refuse: everybody who works with them then has the same trouble. */
import { DAY, HOUR, type Milliseconds, MINUTE, type Ratio } from "../../vocabulary/units.ts";
import type { DemoAgent } from "./session.ts";

/** Trouble of one provider. */
export interface ProviderTrouble {
  agent: DemoAgent;
  /** 1 is Monday. */
  weekday: number;
  /** From midnight UTC. */
  from: Milliseconds;
  to: Milliseconds;
  /** How many times as long calls take. */
  slower: number;
  /** What it answers instead, and how often; null where it is only slow. */
  refusal: { status: number; share: Ratio } | null;
}

/** The demo's, the same each week. */
export const TROUBLES: readonly ProviderTrouble[] = [
  {
    agent: "claude-code",
    weekday: 2,
    from: 9 * HOUR,
    to: 9 * HOUR + 40 * MINUTE,
    slower: 4,
    refusal: null,
  },
  {
    agent: "claude-code",
    weekday: 4,
    from: 8 * HOUR + 45 * MINUTE,
    to: 9 * HOUR + 20 * MINUTE,
    slower: 3,
    refusal: { status: 529, share: 0.3 },
  },
  {
    agent: "codex",
    weekday: 3,
    from: 8 * HOUR + 30 * MINUTE,
    to: 9 * HOUR,
    slower: 5,
    refusal: null,
  },
  {
    agent: "codex",
    weekday: 1,
    from: 9 * HOUR,
    to: 9 * HOUR + 15 * MINUTE,
    slower: 1,
    refusal: { status: 429, share: 0.3 },
  },
  { agent: "gemini", weekday: 5, from: 8 * HOUR, to: 8 * HOUR + 20 * MINUTE, slower: 4, refusal: null },
];

/** Gives: the trouble that the agent's provider has now; null for none. */
export function troubleOf({
  agent,
  now: at,
  troubles,
}: {
  agent: DemoAgent;
  now: Milliseconds;
  troubles: readonly ProviderTrouble[];
}): ProviderTrouble | null {
  // 1970-01-01 was a Thursday
  const weekday = (Math.floor(at / DAY) + 4) % 7;
  const time = at % DAY;
  const found = troubles.find(
    (trouble) =>
      trouble.agent === agent && trouble.weekday === weekday && trouble.from <= time && time < trouble.to,
  );
  return found ?? null;
}
