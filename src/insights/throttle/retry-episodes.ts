/** Episodes of calls that failed and worked when they were tried again within their turn, of everybody on one day. */
import type { OwnedCalls } from "../../turns/latency/call-hours-table.ts";
import type { TimedCall } from "../../turns/latency/call-hours.ts";
import { derivedId } from "../../vocabulary/hash.ts";
import { type Instant, type Milliseconds, MINUTE } from "../../vocabulary/units.ts";
import type { Stall } from "./detectors/lost-time.ts";
import { predictedTime } from "./detectors/predicted-time.ts";
import {
  isCorroborated,
  type Scope,
  scopeOfStatus,
  type Sighted,
  STRONGEST_FIRST,
} from "./detectors/scope.ts";
import { type Episode, joinStalls } from "./episode.ts";
import type { UsualByModel } from "./slow-episodes.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** Shorter ones are listed together, by developer, model and hour. */
const LISTED_SINGLY: Milliseconds = 2 * MINUTE;

/** What one developer waited for before one call. */
interface Wait extends Stall {
  session: SessionName;
  developer: string;
  model: string | null;
  /** The beginning of the hour of the call that worked. */
  hour: Instant;
  statuses: (number | null)[];
}

/**
 * Finds them: from the first error to the end of the call that worked, without what such a call usually takes.
 *
 * @param calls - the calls of the day
 * @param usual - what is usual for each model on it
 * @returns longer waits one by one, shorter ones by developer, model and hour
 * @see docs/scoring.md, "error_stall"
 */
export function findRetryWaitEpisodes(
  organization: string,
  calls: readonly OwnedCalls[],
  usual: UsualByModel,
): Episode[] {
  const waits = calls.flatMap((hour) => hour.calls.flatMap((call) => waitBefore(call, hour, usual) ?? []));
  const seen = Map.groupBy(waits, ({ model }) => model);
  const sighted = new Map([...seen].map(([model, ofModel]) => [model, sightingsOf(ofModel)]));
  const [long, short] = [waits.filter(isLong), waits.filter((wait) => !isLong(wait))];
  const sums = Map.groupBy(short, ({ developer, model, hour }) => `${developer} ${model} ${hour}`);
  return [...long.map((wait) => [wait]), ...sums.values()].map((together) =>
    episodeOf(organization, together, sighted),
  );
}

function waitBefore(
  { waited, startedAt, durationMs, output, uncached }: TimedCall,
  { session, developer, model, hour }: OwnedCalls,
  usual: UsualByModel,
): Wait | null {
  if (waited === undefined) return null;
  const usualTimes = usual.get(model);
  const took = durationMs ?? 0;
  const predicted =
    usualTimes === undefined ? took : Math.round(predictedTime(usualTimes, { output, input: uncached }));
  const [start, end] = [waited.failedAt, startedAt + took - predicted];
  return end <= start ? null : { session, developer, model, hour, statuses: waited.statuses, start, end };
}

function isLong({ start, end }: Stall): boolean {
  return end - start >= LISTED_SINGLY;
}

function sightingsOf(waits: readonly Wait[]): Sighted[] {
  return waits
    .map(({ session, start: at }) => ({ session, at }))
    .toSorted((left, right) => left.at - right.at);
}

function episodeOf(
  organization: string,
  waits: readonly Wait[],
  sighted: ReadonlyMap<string | null, readonly Sighted[]>,
): Episode {
  const first = waits[0];
  if (first === undefined) throw new Error("BUG: an episode of no wait");
  const { developer, model, hour } = first;
  const summed = !isLong(first);
  const name = summed ? [developer, model, hour] : [first.session, first.start];
  const statuses = [...new Set(waits.flatMap((wait) => wait.statuses))];
  return {
    id: derivedId("throttle", organization, "retry_wait", name.join(" ")),
    detector: "error_stall",
    developer,
    model,
    sessions: [...new Set(waits.map(({ session }) => session))],
    startedAt: Math.min(...waits.map(({ start }) => start)),
    endedAt: Math.max(...waits.map(({ end }) => end)),
    scope: scopeOf(statuses, sightingsOf(waits), sighted.get(model) ?? []),
    stalls: joinStalls(waits),
    evidence: {
      kind: "error",
      cause: "retry_wait",
      statuses,
      waits: waits.length,
      ...(summed && { hour }),
    },
    continues: false,
  };
}

/** Returns the widest of what the statuses say; where none says it, another session may. */
function scopeOf(
  statuses: readonly (number | null)[],
  seen: readonly Sighted[],
  everybody: readonly Sighted[],
): Scope {
  const scopes = statuses.map(scopeOfStatus);
  const widest = STRONGEST_FIRST.find((scope) => scopes.includes(scope)) ?? "unknown";
  return widest === "unknown" && isCorroborated(seen, everybody) ? "provider" : widest;
}

/** Calls of one developer, model and hour that a limit of spending refused. */
export interface BudgetStop {
  developer: string;
  model: string | null;
  sessions: SessionName[];
  hour: Instant;
  startedAt: Instant;
  endedAt: Instant;
  calls: number;
}

/**
 * Finds them.
 *
 * @param calls - The calls of a day.
 */
export function findBudgetStops(calls: readonly OwnedCalls[]): BudgetStop[] {
  const refused = calls.flatMap(({ calls: each, ...hour }) =>
    each.filter(({ spendLimit }) => spendLimit === true).map(({ startedAt: at }) => ({ ...hour, at })),
  );
  const together = Map.groupBy(refused, ({ developer, model, hour }) => `${developer} ${model} ${hour}`);
  return [...together.values()].flatMap((stops) => {
    const first = stops[0];
    if (first === undefined) return [];
    const { developer, model, hour } = first;
    const times = stops.map(({ at }) => at);
    const sessions = [...new Set(stops.map(({ session }) => session))];
    const [startedAt, endedAt] = [Math.min(...times), Math.max(...times)];
    return [{ developer, model, sessions, hour, startedAt, endedAt, calls: stops.length }];
  });
}
