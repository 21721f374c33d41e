/** Episodes of errors, of retries and of pauses after trouble, of everybody on one day. */
import { type ActivePiece, pausesBefore } from "../../metrics/flow/activity.ts";
import type { OwnedWait } from "../../metrics/flow/activity-table.ts";
import { isThrottling, stallOf, usualLongestPause } from "../../stalls/error-stall.ts";
import type { OwnedRetry } from "../../stalls/retries-table.ts";
import { derivedId } from "../../vocabulary/hash.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { findDropOffs } from "./detectors/drop-off.ts";
import { type Stall, withoutWork } from "./detectors/lost-time.ts";
import { findRetryEpisodes } from "./detectors/prompt-retry.ts";
import { isCorroborated, type Scope, scopeOfStatus, type Sighted } from "./detectors/scope.ts";
import { type Episode, scopeNear } from "./episode.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** Everybody's pieces of work, by developer and start. */
export type Habits = ReadonlyMap<string, readonly ActivePiece[]>;

/** Stalls after errors that were throttling. */
export function findErrorEpisodes(
  organization: string,
  waits: readonly OwnedWait[],
  habits: Habits,
): Episode[] {
  const throttled = waits.filter(({ status, spendLimit }) => spendLimit === 0 && isThrottling(status));
  const sighted = Map.groupBy(throttled.map(sightingOf), ({ model }) => model);
  return throttled.flatMap((wait) => {
    const { developer, session, model, status, failedAt, recoveredAt } = wait;
    const stall = stallOf(wait, usualLongestPause(pausesBefore(failedAt, habits.get(developer) ?? [])));
    if (stall === null) return [];
    return {
      id: derivedId("throttle", organization, "error_stall", session, String(failedAt)),
      detector: "error_stall",
      developer,
      model,
      sessions: [session],
      startedAt: failedAt,
      endedAt: recoveredAt,
      scope: scopeOfWait(wait, sighted.get(model) ?? []),
      stalls: [stall],
      evidence: { kind: "error", cause: "terminal_error", statuses: [status], waits: 1 },
      continues: false,
    };
  });
}

function sightingOf({ session, failedAt: at, model }: OwnedWait) {
  return { session, at, model };
}

/**
 * What no status shows, another session may.
 *
 * @remarks Takes what all saw of the wait's model, by time.
 */
function scopeOfWait(wait: OwnedWait, everybody: readonly Sighted[]): Scope {
  const scope = scopeOfStatus(wait.status);
  if (scope !== "unknown") return scope;
  return isCorroborated([sightingOf(wait)], everybody) ? "provider" : scope;
}

/**
 * Prompts that were sent again and again.
 *
 * @remarks Takes what was found of errors and slow calls: an answer counts as a bad ending when one of these
 *   held it up; and when a session's calls were predicted to run: what is asked again takes its time, too,
 *   and that is no loss.
 */
export function findRetries(
  organization: string,
  retries: readonly OwnedRetry[],
  { found, runsOf }: { found: readonly Episode[]; runsOf: (session: SessionName) => readonly Stall[] },
): Episode[] {
  const bad = retries.filter((retry) => retry.ending !== "answer" || wasSlow(retry, found));
  return [...Map.groupBy(bad, ({ developer }) => developer)].flatMap(([developer, theirs]) =>
    findRetryEpisodes(theirs).map((run) => {
      const [start, end] = [run[0]?.endedAt ?? 0, run.at(-1)?.at ?? 0];
      const sessions = [...new Set(run.map(({ session }) => session))];
      return {
        id: derivedId("throttle", organization, "prompt_retry", run[0]?.session ?? "", String(start)),
        detector: "prompt_retry",
        developer,
        model: null,
        sessions,
        startedAt: start,
        endedAt: end,
        scope: scopeNear(found, { developer, at: start }),
        stalls: withoutWork({ start, end }, sessions.flatMap(runsOf)),
        evidence: {
          kind: "retries",
          prompts: run.length,
          after: [...new Set(run.map(({ ending }) => ending))],
        },
        continues: false,
      };
    }),
  );
}

function wasSlow({ session, askedAt, endedAt }: OwnedRetry, found: readonly Episode[]): boolean {
  return found.some(
    ({ detector, sessions, startedAt, endedAt: until }) =>
      detector === "latency_spike" && sessions.includes(session) && startedAt <= endedAt && askedAt <= until,
  );
}

/** When somebody had trouble. */
export interface Trouble {
  developer: string;
  session: SessionName;
  model: string | null;
  at: Instant;
}

/** Pauses after trouble; which of them recur is seen over weeks. */
export function findPauses(
  organization: string,
  troubles: readonly Trouble[],
  { habits, found }: { habits: Habits; found: readonly Episode[] },
): Episode[] {
  return [...Map.groupBy(troubles, ({ developer }) => developer)].flatMap(([developer, theirs]) => {
    const pieces = habits.get(developer) ?? [];
    const [first] = theirs;
    if (first === undefined) return [];
    const gaps = pausesBefore(Math.max(...theirs.map(({ at }) => at)), pieces);
    const times = theirs.map(({ at }) => at);
    return findDropOffs(times, pieces, gaps).flatMap(({ troubleAt, stoppedAt, resumedAt }) => {
      const stall = stallOf({ failedAt: stoppedAt, recoveredAt: resumedAt }, usualLongestPause(gaps));
      const trouble = theirs.find(({ at }) => at === troubleAt) ?? first;
      return {
        id: derivedId("throttle", organization, "recurring_drop_off", trouble.session, String(stoppedAt)),
        detector: "recurring_drop_off" as const,
        developer,
        model: trouble.model,
        sessions: [trouble.session],
        startedAt: stoppedAt,
        endedAt: resumedAt,
        scope: scopeNear(found, { developer, at: troubleAt }),
        stalls: stall === null ? [] : [stall],
        evidence: { kind: "pause" as const, pauseMs: resumedAt - stoppedAt, pauses: 1 },
        continues: false,
      };
    });
  });
}
