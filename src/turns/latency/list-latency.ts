/** Reads how long model calls took, hour by hour. */
import type { Database } from "../../database/open.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { LISTED, listedNames } from "../../vocabulary/listed-names.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { DAY, HOUR } from "../../vocabulary/units.ts";
import { readCallHours, readCallWeights, readHourExtent } from "./call-hours-table.ts";
import type { CallHour, TimedCall } from "./call-hours.ts";
import type { LatencyHour, LatencyQuery } from "./latency-answer.ts";
import { mean, percentile } from "./percentiles.ts";
import { dayOf } from "../table.ts";

/** A row for each hour and model: a long window lists fewer models by name. */
const MOST_ROWS = 20_000;
const LEAST_NAMES = 10;

/** Reads the hours with calls, the earliest first, then by model. */
export async function listLatency(database: Database, query: LatencyQuery): Promise<LatencyHour[]> {
  const { scope, from, to, model } = query;
  const readable = await rowsToRead(database, scope, query.developer);
  if (readable === null) return [];
  const { developerIds: developers, labels } = readable;
  const filter = { organization: scope.organizationId, developers, labels, model, from, to };
  const extent = await readHourExtent(database, filter);
  if (extent === null) return [];
  const span = (extent.last - extent.first) / HOUR + 1;
  const most = Math.max(LEAST_NAMES, Math.min(LISTED, Math.floor(MOST_ROWS / span)));
  const nameOf = listedNames(await readCallWeights(database, filter), most);
  const hours: LatencyHour[] = [];
  // A day at a time: however long the window, no more calls are held than one day has.
  for (let day = dayOf(extent.first); day <= dayOf(extent.last); day += 1) {
    const ofDay = { from: Math.max(from, day * DAY), to: Math.min(to, (day + 1) * DAY) };
    const pieces = await readCallHours(database, { ...filter, ...ofDay });
    const named = pieces.map((piece) => ({ ...piece, model: nameOf(piece.model) }));
    hours.push(...latencyHours(named, ofDay));
  }
  return hours;
}

function latencyHours(pieces: readonly CallHour[], window: Window): LatencyHour[] {
  const byHour = Map.groupBy(pieces, (piece) => `${piece.hour} ${piece.model}`);
  return [...byHour.values()]
    .map((sameHour) => joined(sameHour, window))
    .filter(({ calls }) => calls.length > 0)
    .toSorted((left, right) => left.hour - right.hour || compareModels(left.model, right.model))
    .map(latencyHour);
}

type Window = Pick<LatencyQuery, "from" | "to">;

/** The hour's calls in the window: its first and last hour may be cut. */
function joined(pieces: readonly CallHour[], { from, to }: Window): CallHour {
  const calls = pieces.flatMap((piece) => piece.calls);
  const within = calls.filter(({ startedAt }) => startedAt >= from && startedAt < to);
  return { hour: pieces[0]?.hour ?? 0, model: pieces[0]?.model ?? null, calls: within };
}

function compareModels(left: string | null, right: string | null): number {
  return (left ?? "").localeCompare(right ?? "");
}

function latencyHour({ hour, model, calls }: CallHour): LatencyHour {
  const durations = durationsOf(calls);
  return {
    hour: isoTime(hour),
    model,
    calls: calls.length,
    errors: calls.filter((call) => call.failed).length,
    p50Ms: percentile(durations, 0.5),
    p95Ms: percentile(durations, 0.95),
    p99Ms: percentile(durations, 0.99),
    meanMs: mean(durations),
  };
}

function durationsOf(calls: readonly TimedCall[]): number[] {
  return calls
    .flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]))
    .sort((left, right) => left - right);
}
