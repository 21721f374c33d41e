/** Episodes of calls that took far longer than usual, of everybody on one day. */
import type { OwnedCalls } from "../../turns/latency/call-hours-table.ts";
import { derivedId } from "../../vocabulary/hash.ts";
import { DAY, type Instant } from "../../vocabulary/units.ts";
import { findSlowCalls, type JudgedCall, type SlowCalls, usualSlowdown } from "./detectors/latency-spike.ts";
import type { Stall } from "./detectors/lost-time.ts";
import { predictedTime, unusualness, type UsualTimes } from "./detectors/predicted-time.ts";
import { isCorroborated, type Sighted } from "./detectors/scope.ts";
import { type Episode, joinStalls } from "./episode.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** What is usual for each model. */
export type UsualByModel = ReadonlyMap<string | null, UsualTimes>;

/**
 * Finds them.
 *
 * @param calls - The calls of the day and of the one before, from which what begins before midnight goes on.
 * @returns Of each episode what is in the day.
 */
export function findSlowEpisodes(
  calls: readonly OwnedCalls[],
  usual: UsualByModel,
  { organization, day }: { organization: string; day: number },
): Episode[] {
  const found = [...Map.groupBy(calls, ({ developer, model }) => `${developer} ${model}`).values()].flatMap(
    (series) => findInSeries(series, usual),
  );
  const today = found.flatMap((slow) => partInDay(slow, day) ?? []);
  const seen = Map.groupBy(today, ({ model }) => model);
  const sighted = new Map([...seen].map(([model, ofModel]) => [model, sightingsOf(ofModel)]));
  return today.map((slow) => episodeOf(slow, { organization, everybody: sighted.get(slow.model) ?? [] }));
}

/** Slow calls of one developer and model. */
interface OwnedSlow extends SlowCalls {
  developer: string;
  model: string | null;
  /** The calls of this series that shifts have. */
  shifted: ReadonlySet<JudgedCall>;
  continues: boolean;
}

/**
 * When a session's calls that worked were predicted to run: time that they would have taken anyway.
 *
 * @remarks Takes calls of any sessions.
 */
export function predictedRuns(
  session: SessionName,
  calls: readonly OwnedCalls[],
  usual: UsualByModel,
): Stall[] {
  return calls
    .filter((hour) => hour.session === session)
    .flatMap((hour) => {
      const usualTimes = usual.get(hour.model);
      if (usualTimes === undefined) return [];
      return hour.calls.flatMap((call) => judge(call, session, usualTimes) ?? []);
    })
    .map((call) => ({ start: call.startedAt, end: predictedEnd(call) }));
}

function findInSeries(series: readonly OwnedCalls[], usual: UsualByModel): OwnedSlow[] {
  const [first] = series;
  const usualTimes = first === undefined ? undefined : usual.get(first.model);
  if (first === undefined || usualTimes === undefined) return [];
  const { developer, model } = first;
  const judged = series
    .flatMap(({ session, calls }) => calls.flatMap((call) => judge(call, session, usualTimes) ?? []))
    .sort((left, right) => left.endedAt - right.endedAt || left.startedAt - right.startedAt);
  const found = findSlowCalls(judged);
  const shifted = new Set(found.flatMap(({ kind, calls }) => (kind === "shift" ? calls : [])));
  return found.map((slow) => ({ ...slow, developer, model, shifted, continues: false }));
}

function judge(
  { startedAt, durationMs, output, uncached }: OwnedCalls["calls"][number],
  session: SessionName,
  usual: UsualTimes,
): JudgedCall | null {
  if (durationMs === null) return null;
  const call = { durationMs, output, input: uncached };
  const predictedMs = predictedTime(usual, call);
  return { session, startedAt, endedAt: startedAt + durationMs, predictedMs, z: unusualness(usual, call) };
}

function partInDay(slow: OwnedSlow, day: number): OwnedSlow | null {
  const calls = slow.calls.filter(({ startedAt }) => Math.floor(startedAt / DAY) === day);
  return calls.length === 0 ? null : { ...slow, calls, continues: calls.length < slow.calls.length };
}

function sightingsOf(slow: readonly SlowCalls[]): Sighted[] {
  return slow
    .flatMap(({ calls }) => calls.map(({ session, startedAt }) => ({ session, at: startedAt })))
    .toSorted((left, right) => left.at - right.at);
}

function episodeOf(
  slow: OwnedSlow,
  { organization, everybody }: { organization: string; everybody: readonly Sighted[] },
): Episode {
  const { developer, model, calls, kind, shifted, continues } = slow;
  const stalls = calls.map((call) => ({ start: predictedEnd(call), end: call.endedAt }));
  const startedAt = Math.min(...calls.map((call) => call.startedAt));
  return {
    id: derivedId("throttle", organization, "latency_spike", developer, `${kind} ${model} ${startedAt}`),
    detector: "latency_spike",
    developer,
    model,
    sessions: [...new Set(calls.map(({ session }) => session))],
    startedAt,
    endedAt: Math.max(...calls.map(({ endedAt }) => endedAt)),
    scope: isCorroborated(sightingsOf([slow]), everybody) ? "provider" : "local",
    stalls: joinStalls(stalls),
    evidence: {
      kind: "slow_calls",
      calls: calls.length,
      alsoInShift: kind === "shift" ? 0 : calls.filter((call) => shifted.has(call)).length,
      timesPredicted: usualSlowdown(slow),
      lasting: kind === "shift",
    },
    continues,
  };
}

/** When a call was predicted to be over, or was. */
function predictedEnd({ startedAt, endedAt, predictedMs }: JudgedCall): Instant {
  return Math.min(endedAt, startedAt + Math.round(predictedMs));
}
