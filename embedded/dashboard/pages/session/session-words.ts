/** What the page of a session says: pure, so that each sentence can be tested. */
import { agentName } from "../../words/agents.ts";
import { formatDuration, formatShare, formatThings, formatTokens } from "../../words/numbers.ts";
import { formatClockDay, formatMoment, formatTime } from "../../words/times.ts";
import type { SessionTurn, Step } from "./session-turns.ts";
import { clockName } from "../../words/clock.ts";

type Outcome = "reached" | "partial" | "abandoned" | "unknown";

/** How it is said of the only one, and behind a count. */
const OUTCOMES: readonly (readonly [Outcome, one: string, several: string])[] = [
  ["reached", "reached", "reached"],
  ["partial", "reached in part", "reached in part"],
  ["abandoned", "abandoned", "abandoned"],
  ["unknown", "outcome not known", "with an outcome not known"],
];

/** A session as its answer speaks of it. */
export interface SessionInWords {
  title: string | null;
  sessionId: string;
  startedAt: string;
  endedAt: string;
  developer: { name: string };
  agent: string;
}

/** Returns "4 purposes in 55 min: 2 reached, 2 reached in part." */
export function saySession(
  { startedAt, endedAt }: SessionInWords,
  subSessions: readonly { outcome: Outcome }[],
): string {
  const lasted = formatDuration(Date.parse(endedAt) - Date.parse(startedAt));
  const counts = OUTCOMES.flatMap(([outcome, singular, plural]) => {
    const count = subSessions.filter((each) => each.outcome === outcome).length;
    return count === 0 ? [] : [subSessions.length === 1 ? singular : `${count} ${plural}`];
  });
  const purposes = subSessions.length === 1 ? "One task" : `${subSessions.length} tasks`;
  return `${purposes} in ${lasted}${counts.length === 0 ? "" : `: ${counts.join(", ")}`}.`;
}

/** Returns "Bram de Wit, Claude Code, 17 Nov, 08:01 to 08:55 UTC." */
export function sayWho({ developer, agent, startedAt, endedAt }: SessionInWords): string {
  const sameDay = formatClockDay(startedAt) === formatClockDay(endedAt);
  const end = sameDay ? formatTime(endedAt) : formatMoment(endedAt);
  return `${developer.name}, ${agentName(agent)}, ${formatMoment(startedAt)} to ${end} ${clockName(endedAt)}.`;
}

/** The name of a session: how it began, or its id when that is withheld. */
export function nameOfSession({ title, sessionId }: Pick<SessionInWords, "title" | "sessionId">): string {
  return title ?? `Session ${sessionId.slice(0, 8)}`;
}

/** What is where the prompt's text is withheld. */
export function nameOfTurn({ index, text }: Pick<SessionTurn, "index" | "text">): string {
  if (text !== null) return text;
  return index === 0 ? "Work before the first prompt" : "Text withheld";
}

/** Returns "and 2 trivial ones; 1 repair". */
export function sayTurns(turns: readonly Pick<SessionTurn, "isTrivial" | "isRepair">[]): string {
  const trivial = turns.filter(({ isTrivial }) => isTrivial).length;
  const repairs = turns.filter(({ isRepair }) => isRepair).length;
  const also = trivial === 0 ? "" : `and ${formatThings(trivial, "trivial one")}; `;
  return `${also}${repairs === 0 ? "no repairs" : formatThings(repairs, "repair")}`;
}

/** Returns "3 failed calls, 1 failed tool, 4 rejections"; "nothing failed, 4 rejections". */
export function sayTrouble(
  turns: readonly Pick<SessionTurn, "failedCalls" | "failedTools" | "rejections">[],
): string {
  const sum = (name: "failedCalls" | "failedTools" | "rejections"): number =>
    turns.reduce((total, turn) => total + turn[name], 0);
  const counted = (count: number, thing: string): string[] =>
    count === 0 ? [] : [formatThings(count, thing)];
  const failures = [
    ...counted(sum("failedCalls"), "failed call"),
    ...counted(sum("failedTools"), "failed tool"),
  ];
  // what a person rejected is no failure
  const rejections = counted(sum("rejections"), "rejection");
  return [...(failures.length === 0 ? ["nothing failed"] : failures), ...rejections].join(", ");
}

/** Returns "306 k tokens, 11 M more from the cache". */
export function sayTokens(turns: readonly Pick<SessionTurn, "tokens" | "cachedTokens">[]): string {
  const tokens = turns.reduce((total, turn) => total + turn.tokens, 0);
  const cached = turns.reduce((total, turn) => total + turn.cachedTokens, 0);
  return `${formatTokens(tokens)} tokens, ${formatTokens(cached)} more from the cache`;
}

/** One thing that is special about a turn. */
export interface Flag {
  shape: "diamond" | "cross" | "same" | "ring";
  tone: "bad" | "warn" | "quiet";
  words: string;
}

/** Returns everything that is special about a turn, nothing for most; the worst comes first. */
export function flagsOf(turn: SessionTurn): Flag[] {
  const { failedCalls, failedTools, rejections, stalledMs } = turn;
  const flag = (shape: Flag["shape"], tone: Flag["tone"], words: string): Flag => ({ shape, tone, words });
  return [
    stalledMs > 0 && flag("diamond", "bad", `${formatDuration(stalledMs)} stalled`),
    failedCalls > 0 && flag("diamond", "bad", formatThings(failedCalls, "failed call")),
    failedTools > 0 && flag("cross", "warn", formatThings(failedTools, "failed tool")),
    turn.isRepair && flag("same", "warn", "repair"),
    rejections > 0 && flag("cross", "quiet", formatThings(rejections, "rejection")),
    turn.isTrivial && flag("ring", "quiet", "trivial"),
  ].filter((each) => each !== false);
}

/** Why a sub-session begins where it does. */
export function sayBoundary({
  kind,
  p,
  overridden,
}: {
  kind: string;
  p: number | null;
  overridden: boolean;
}): string {
  const why = REASONS[kind] ?? kind;
  const chance = p === null ? "" : `, ${formatShare(p)} sure`;
  return `${why}${chance}${overridden && kind !== "override" ? ", confirmed by a person" : ""}`;
}

const REASONS: Readonly<Record<string, string>> = {
  session: "the session begins",
  reset: "the context was emptied",
  directory: "work went on in another directory",
  idle: "a long pause",
  inferred: "the prompts are about something else",
  override: "a person set it",
};

/** One step in a line. */
export interface StepLine {
  shape: "square" | "diamond" | "cross" | "ring";
  look: "call" | "tool" | "bad" | "warn" | "quiet";
  words: string;
}

export function lineOf(step: Step): StepLine {
  switch (step.kind) {
    case "model_call": {
      const what = step.helper ? "helper call" : "model call";
      const lost = step.result === "unknown" ? ", end not known" : "";
      return { shape: "square", look: "call", words: `${what}${lost}` };
    }
    case "error":
      return {
        shape: "diamond",
        look: "bad",
        words: `model call failed${step.status === null ? "" : `, ${step.status}`}`,
      };
    case "tool":
      return toolLine(step);
    case "decision":
      return {
        shape: "ring",
        look: step.verdict === "accept" ? "quiet" : "warn",
        words: DECISIONS[step.verdict],
      };
    case "reset":
      return { shape: "ring", look: "quiet", words: sayReset(step) };
  }
}

const DECISIONS = {
  accept: "accepted by a person",
  reject: "rejected by a person",
  interrupt: "interrupted by a person",
} as const;

function toolLine(step: Extract<Step, { kind: "tool" }>): StepLine {
  const [file] = step.files;
  const about = step.command ?? file?.path ?? "";
  const words = [step.name, about].filter((part) => part !== "").join(" ");
  if (step.rejected) return { shape: "cross", look: "warn", words: `${words}, rejected` };
  if (step.ok !== false) return { shape: "square", look: "tool", words };
  const exit = step.exitCode === null ? "failed" : `exit ${step.exitCode}`;
  return { shape: "diamond", look: "bad", words: `${words}, ${exit}` };
}

/** Returns "compacted by hand". */
export function sayReset({
  what,
  trigger,
}: Pick<Extract<Step, { kind: "reset" }>, "what" | "trigger">): string {
  const did = what === "reset" ? "context emptied" : "compacted";
  if (trigger === null) return did;
  return `${did} ${trigger === "manual" ? "by hand" : "automatically"}`;
}
