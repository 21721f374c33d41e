/** What the lists of sessions and tasks say of themselves: pure, so that each sentence can be tested. */
import type { WorkFilter } from "../../address/work-filter.ts";
import { SCORE_TITLES } from "../overview/overview-data.ts";
import { formatCount, formatThings, formatUsd } from "../../words/numbers.ts";
import { DAY_MS, formatDay } from "../../words/times.ts";

/** What the sentence is made of. */
export interface SessionsFound {
  /** null: more than were counted. */
  total: number | null;
  sessions: readonly { errors: number }[];
  /** Of the models that are filtered by, in all of these sessions. */
  calls: { calls: number; unpricedCalls: number; costUsd: number };
}

/** Which of a page's conditions a sentence names. */
export type Conditions = Pick<
  WorkFilter,
  "model" | "tool" | "mcpServer" | "otherThan" | "costOverUsd" | "outcome" | "flag" | "searched" | "window"
>;

/** Returns "12 sessions that cost more than $5.00, 1 Nov to 24 Nov, $263.20 together." */
export function saySessions({ total, calls }: SessionsFound, filter: Conditions, days: number): string {
  const counted = total === null ? "More than 10,000 sessions" : formatThings(total, "session");
  const isPriced = calls.calls > calls.unpricedCalls;
  const said = sayWhich(filter).join(" and ");
  const which = said === "" ? "" : ` ${said}`;
  const { window } = filter;
  const when = window === null ? ` in ${days} days` : `, ${sayWindow(window)}`;
  return `${counted}${which}${when}${isPriced ? sayCost(calls, filter) : ""}.`;
}

/** Returns the conditions, each so that it can follow "sessions". */
export function sayWhich(filter: Omit<Conditions, "window">): string[] {
  const { model, tool, mcpServer, otherThan, costOverUsd, outcome, flag, searched } = filter;
  return [
    searched === null ? null : `with “${searched}” in a title`,
    model === null ? null : `with calls of ${model}`,
    tool === null ? null : `that used ${tool}`,
    mcpServer === null ? null : `that used the MCP server ${mcpServer}`,
    otherThan === null ? null : `with calls of other models than ${otherThan.split(",").join(", ")}`,
    costOverUsd === null ? null : `that cost more than ${formatUsd(costOverUsd)}`,
    outcome === null ? null : `with a task that ${OUTCOMES_SAID[outcome]}`,
    flag === null ? null : FLAGS_SAID[flag],
  ].filter((condition) => condition !== null);
}

const OUTCOMES_SAID = {
  reached: "was reached",
  partial: "was reached in part",
  abandoned: "was abandoned",
  unknown: "has no known outcome",
} as const;

const FLAGS_SAID = { failed: "in which something failed", repair: "with a repair" } as const;

/** Returns "1 Nov to 24 Nov", the last day being the last that is in it. */
export function sayWindow({ from, to }: NonNullable<WorkFilter["window"]>): string {
  const [first, last] = [formatDay(from), formatDay(Math.max(Date.parse(from), Date.parse(to) - 1))];
  return Date.parse(to) - Date.parse(from) <= DAY_MS && first === last ? first : `${first} to ${last}`;
}

/** A filter by models counts their calls, not whole sessions. */
function sayCost({ calls, costUsd }: SessionsFound["calls"], { model, otherThan }: Conditions): string {
  if (model === null && otherThan === null) return `, ${formatUsd(costUsd)} together`;
  return `; those ${formatThings(calls, "call")} cost ${formatUsd(costUsd)}`;
}

/**
 * How many of those shown had something fail.
 *
 * @returns "In 12 of the 50 on this page a model call or a tool failed."
 */
export function sayTrouble({ total, sessions }: Pick<SessionsFound, "total" | "sessions">): string {
  const troubled = sessions.filter(({ errors }) => errors > 0).length;
  const where = total === sessions.length ? "these sessions" : "the sessions on this page";
  if (troubled === 0) return `No model call or tool failed in ${where}.`;
  const several =
    total === sessions.length ? `${troubled} of these` : `${troubled} of the ${sessions.length} on this page`;
  const those = sessions.length === 1 ? "this one" : several;
  return `In ${those} a model call or a tool failed.`;
}

/** Returns "599 counted tasks of the people with a Skill score that ended well in 30 days." */
export function sayTasks(
  total: number | null,
  { outcome, counted, scoredIn, window }: Pick<WorkFilter, "outcome" | "counted" | "scoredIn" | "window">,
  days: number,
): string {
  const number = total === null ? "More than 10,000" : formatCount(total);
  const kind = counted === null ? "" : counted ? "counted " : "uncounted ";
  const whose = scoredIn === null ? "" : ` ${sayScoredIn(scoredIn)}`;
  const ended = outcome === null ? "" : ` that ${TASK_OUTCOMES[outcome]}`;
  const when = window === null ? ` in ${days} days` : `, ${sayWindow(window)}`;
  return `${number} ${kind}${total === 1 ? "task" : "tasks"}${whose}${ended}${when}.`;
}

/** Returns "of the people with a Skill score". */
export function sayScoredIn(score: NonNullable<WorkFilter["scoredIn"]>): string {
  return `of the people with ${score === "efficiency" ? "an" : "a"} ${SCORE_TITLES[score]} score`;
}

const TASK_OUTCOMES = {
  reached: "ended well",
  partial: "ended in part",
  abandoned: "ended abandoned",
  unknown: "ended without a known outcome",
} as const;
