/** Weeks of several developers' work with agents, made up from a seed: the same seed gives the same work. */
import { DAY, type Instant, type Ratio } from "../vocabulary/units.ts";
import { sessionsOfDay } from "./work/day.ts";
import { DEVELOPERS, type Habits, habitsAfter } from "./work/habits.ts";
import type { ProviderTrouble } from "./work/provider-trouble.ts";
import type { DemoRequest, DemoSession } from "./work/session.ts";
import { claudeCodeRequests } from "./wires/claude-code.ts";
import { codexRequests } from "./wires/codex.ts";
import { geminiRequests } from "./wires/gemini.ts";
import { qwenRequests } from "./wires/qwen.ts";

/** Whose work, and when. */
export interface Imagined {
  seed: string;
  from: Instant;
  to: Instant;
  /** Left out: the demo's eight. */
  developers?: readonly Habits[];
  /** Share of working days on which somebody works with an agent; left out: all. */
  presence?: Ratio;
  /** What goes wrong with providers; left out: nothing beyond a call now and then. */
  troubles?: readonly ProviderTrouble[];
}

/**
 * Makes up what developers do with their agents on the working days of a window.
 *
 * @returns The sessions that are in the window as a whole, by the time of their start.
 */
export function generateSessions(imagined: Imagined): DemoSession[] {
  const { developers = DEVELOPERS } = imagined;
  return developers
    .flatMap((habits) => sessionsOf(habits, imagined))
    .toSorted((left, right) => left.startedAt - right.startedAt);
}

function sessionsOf(
  habits: Habits,
  { seed, from, to, presence = 1, troubles = [] }: Imagined,
): DemoSession[] {
  const sessions: DemoSession[] = [];
  for (let midnight = from - (from % DAY); midnight < to; midnight += DAY) {
    const today = habitsAfter(habits, midnight - from);
    sessions.push(...sessionsOfDay(today, midnight, { seed, presence, troubles }));
  }
  const inside = sessions.filter((session) => session.startedAt >= from && session.endedAt < to);
  return habits.sessionsInAll === null ? inside : inside.slice(-habits.sessionsInAll);
}

/** What the session's agent would send, request by request in the order of sending. */
export function toRequests(session: DemoSession): DemoRequest[] {
  switch (session.agent) {
    case "claude-code":
      return claudeCodeRequests(session);
    case "codex":
      return codexRequests(session);
    case "gemini":
      return geminiRequests(session);
    case "qwen":
      return qwenRequests(session);
  }
}
