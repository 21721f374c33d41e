/** Joins what belongs together: what goes on past midnight, and what several people saw of one cause. */
import { DAY, type Instant } from "../../vocabulary/units.ts";
import type { Stall } from "./detectors/lost-time.ts";
import { type Scope, STRONGEST_FIRST, TOGETHER } from "./detectors/scope.ts";
import { type Episode, type Evidence, joinStalls } from "./episode.ts";

/** Who lost which time. */
export interface PersonStalls {
  developer: string;
  stalls: readonly Stall[];
}

/** An episode of everybody who saw it. */
export interface SharedEpisode extends Omit<Episode, "developer" | "stalls" | "continues"> {
  people: PersonStalls[];
}

/**
 * Returns those that went on past midnight made one again.
 *
 * @param parts - Episodes of days in order.
 */
export function joinDays(parts: readonly Episode[]): Episode[] {
  const whole: Episode[] = [];
  const latest = new Map<string, Episode>();
  for (const part of parts) {
    const name = `${part.developer} ${kindOf(part)}`;
    const before = part.continues ? latest.get(name) : undefined;
    if (before === undefined || dayOf(before.endedAt) < dayOf(part.startedAt) - 1) {
      const episode = { ...part };
      whole.push(episode);
      latest.set(name, episode);
    } else {
      Object.assign(before, joined(before, part), { stalls: joinStalls([...before.stalls, ...part.stalls]) });
    }
  }
  return whole;
}

function dayOf(at: Instant): number {
  return Math.floor(at / DAY);
}

/**
 * Returns by their beginning.
 *
 * @param episodes - Episodes in any order.
 */
export function joinPeople(episodes: readonly Episode[]): SharedEpisode[] {
  const shared: SharedEpisode[] = [];
  const latest = new Map<string, SharedEpisode>();
  for (const episode of episodes.toSorted((left, right) => left.startedAt - right.startedAt)) {
    const before = latest.get(kindOf(episode));
    const { developer, stalls, continues: _, ...rest } = episode;
    if (before !== undefined && isOneCause(before, episode)) {
      Object.assign(before, joined(before, episode), { scope: widerScope(before.scope, episode.scope) });
      before.people.push({ developer, stalls });
    } else {
      const alone = { ...rest, people: [{ developer, stalls }] };
      shared.push(alone);
      latest.set(kindOf(episode), alone);
    }
  }
  return shared;
}

/** What an hour's short waits add up to is one event, whoever waited. */
function isOneCause(before: SharedEpisode, episode: Episode): boolean {
  if (hourOf(episode) !== null) return true;
  return isShared(episode) && episode.startedAt <= before.endedAt + TOGETHER;
}

function hourOf({ evidence }: Pick<Episode, "evidence">): number | null {
  return evidence.kind === "error" ? (evidence.hour ?? null) : null;
}

function widerScope(left: Scope, right: Scope): Scope {
  return STRONGEST_FIRST.find((scope) => scope === left || scope === right) ?? left;
}

function isShared({ detector, scope }: Episode): boolean {
  const hasOneCause = scope === "provider" || scope === "organization";
  return hasOneCause && (detector === "latency_spike" || detector === "error_stall");
}

type Kind = Pick<Episode, "detector" | "model" | "scope" | "evidence">;

function kindOf({ detector, model, scope, evidence }: Kind): string {
  const hour = hourOf({ evidence });
  if (hour !== null) return [detector, model, "hour", hour].join(" ");
  const lasting = evidence.kind === "slow_calls" && evidence.lasting;
  const cause = evidence.kind === "error" ? evidence.cause : "";
  return [detector, model, scope, lasting, cause].join(" ");
}

type Common = Pick<Episode, "sessions" | "startedAt" | "endedAt" | "evidence">;

function joined(before: Common, after: Common): Common {
  return {
    sessions: [...new Set([...before.sessions, ...after.sessions])],
    startedAt: Math.min(before.startedAt, after.startedAt),
    endedAt: Math.max(before.endedAt, after.endedAt),
    evidence: joinEvidence(before.evidence, after.evidence),
  };
}

function joinEvidence(before: Evidence, after: Evidence): Evidence {
  if (before.kind === "slow_calls" && after.kind === "slow_calls") {
    const calls = before.calls + after.calls;
    const together = before.calls * before.timesPredicted + after.calls * after.timesPredicted;
    const alsoInShift = before.alsoInShift + after.alsoInShift;
    return { ...before, calls, alsoInShift, timesPredicted: together / calls };
  }
  if (before.kind === "error" && after.kind === "error") {
    const statuses = [...new Set([...before.statuses, ...after.statuses])];
    return { ...before, statuses, waits: before.waits + after.waits };
  }
  throw new Error(`BUG: episodes of ${before.kind} and ${after.kind} are no one episode`);
}
