/** What the list of sessions says of itself: pure, so that each sentence can be tested. */
import { formatThings, formatUsd } from "../../words/numbers.ts";

/** What the sentence is made of. */
export interface SessionsFound {
  /** null: more than were counted. */
  total: number | null;
  sessions: readonly { errors: number }[];
  /** null when it was not asked for. */
  spend: { calls: number; unpricedCalls: number; costUsd: number } | null;
}

/** Returns "182 sessions in 30 days, $263.20 together." */
export function saySessions({ total, spend }: SessionsFound, days: number): string {
  const counted = total === null ? "More than 10,000 sessions" : formatThings(total, "session");
  const isPriced = spend !== null && spend.calls > spend.unpricedCalls;
  const cost = isPriced ? `, ${formatUsd(spend.costUsd)} together` : "";
  return `${counted} in ${days} days${cost}.`;
}

/**
 * How many of those shown had something fail.
 *
 * @returns "In 12 of the 50 on this page a model call or a tool failed, …".
 */
export function sayTrouble({ total, sessions }: SessionsFound): string {
  const troubled = sessions.filter(({ errors }) => errors > 0).length;
  const where = total === sessions.length ? "these sessions" : "the sessions on this page";
  if (troubled === 0) return `No model call or tool failed or was rejected in ${where}.`;
  const several =
    total === sessions.length ? `${troubled} of these` : `${troubled} of the ${sessions.length} on this page`;
  const those = sessions.length === 1 ? "this one" : several;
  return `In ${those} a model call or a tool failed, or was rejected.`;
}
