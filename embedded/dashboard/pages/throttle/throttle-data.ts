/** The sentences of the page Waiting time, computed from the response. */
import type { ThrottleAnswer } from "../../../../src/insights/throttle/throttle-answer.ts";
import type { LatencyHour } from "../../../../src/turns/latency/latency-answer.ts";
import { clockHour, type HeatCell, hourName, onClock } from "../../charts/heat/heat-cells.ts";
import type { LatencyEpisode, LatencyPoint } from "../../charts/latency/latency-runs.ts";
import {
  formatCount,
  formatDuration,
  formatShare,
  formatThings,
  quantityOfDuration,
} from "../../words/numbers.ts";
import { clockName } from "../../words/clock.ts";
import { formatMoment, now } from "../../words/times.ts";

export type ThrottleEvent = ThrottleAnswer["events"][number];
export type DetectorName = ThrottleEvent["detector"];

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const STRETCH_HOURS = 3;
/** Less of it in three hours says nothing about the time of day. */
const MUCH = 0.4;

/** The detectors as the page names them, in the order of the stats. */
export const DETECTOR_NAMES: Readonly<Record<DetectorName, string>> = {
  latency_spike: "Latency spikes",
  error_stall: "Error stalls",
  recurring_drop_off: "Recurring drop-off",
  prompt_retry: "Prompt retries",
};

/** One of them. */
export const EPISODE_NAMES: Readonly<Record<DetectorName, string>> = {
  latency_spike: "latency spike",
  error_stall: "error stall",
  recurring_drop_off: "drop-off",
  prompt_retry: "prompt retry",
};

/**
 * The page's answer.
 *
 * @param who - Who waited, as the sentence needs it: "everyone", "you", "Ada".
 */
export function sayThrottle(
  { summary, week }: Pick<ThrottleAnswer, "summary" | "week">,
  who: string,
  days: number,
): string {
  if (summary.hoursLost === null) return summary.missing ?? "Nothing is known of waiting time.";
  const lost = summary.hoursLost * HOUR_MS;
  if (lost === 0) return `No time was lost to limits, overload or slow models in ${days} days.`;
  const cost = `Waiting for models cost ${who} ${sayDuration(lost)} in ${days} days`;
  const worst = worstStretch(week.map((cell) => ({ ...cell, ...onClock(cell) })));
  if (worst === null || worst.share < MUCH) return `${cost}.`;
  const end = (worst.hour + STRETCH_HOURS) % 24;
  const much = worst.share > 0.995 ? "all" : formatShare(worst.share);
  return `${cost}, and ${much} of it fell between ${clockHour(worst.hour)} and ${clockHour(end)} ${clockName(now())}.`;
}

/** "2.6 hours", "50 minutes". */
function sayDuration(ms: number): string {
  if (ms < MINUTE_MS) return "less than a minute";
  const { number, unit } = quantityOfDuration(ms);
  const singular = unit === "h" ? "hour" : "minute";
  return `${number} ${number === "1" ? singular : `${singular}s`}`;
}

/** The three hours of the day in which most was lost. */
function worstStretch(week: ThrottleAnswer["week"]): { hour: number; share: number } | null {
  const byHour = Array.from({ length: 24 }, (_, hour) => lostIn(week.filter((cell) => cell.hour === hour)));
  const all = byHour.reduce((sum, lost) => sum + lost, 0);
  if (all === 0) return null;
  const stretches = byHour.map((_, hour) => {
    const hours = Array.from({ length: STRETCH_HOURS }, (__, more) => byHour[(hour + more) % 24] ?? 0);
    return { hour, share: hours.reduce((sum, lost) => sum + lost, 0) / all };
  });
  return stretches.reduce((worst, stretch) => (stretch.share > worst.share ? stretch : worst));
}

function lostIn(cells: ThrottleAnswer["week"]): number {
  return cells.reduce((sum, { lostMs }) => sum + lostMs, 0);
}

/** Returns how many episodes there are, also those that are not on the answer's page; null is every detector. */
export function countEpisodes(
  { summary }: Pick<ThrottleAnswer, "summary">,
  detector: DetectorName | null,
): number {
  return detector === null ? summary.episodes : summary.byDetector[detector].episodes;
}

/** Says whether an address names a detector. */
export function isDetector(name: string): name is DetectorName {
  return Object.hasOwn(DETECTOR_NAMES, name);
}

/** What is under a detector's hours. */
export function sayDetector(answer: ThrottleAnswer, detector: DetectorName): string {
  const events = answer.events.filter((event) => event.detector === detector);
  const total = countEpisodes(answer, detector);
  const [slot] = answer.windows;
  if (detector === "recurring_drop_off") {
    if (slot === undefined) return "no hour of the week stands out";
    const { weekday, hour } = onClock(slot);
    return `${hourName(weekday, hour)} to ${clockHour((hour + 2) % 24)}, ${slot.weeks} of 4 weeks`;
  }
  const episodes = formatThings(total, "episode");
  if (total === 0) return episodes;
  if (detector === "error_stall") return `${episodes}: ${sayStatuses(events)}`;
  const atProvider = events.filter(({ scope }) => scope === "provider").length;
  // of older ones, which the answer leaves out, it is not known
  return atProvider === 0 || events.length < total
    ? episodes
    : `${episodes}, ${formatCount(atProvider)} at the provider`;
}

function sayStatuses(events: readonly ThrottleEvent[]): string {
  const statuses = new Set(
    events.flatMap(({ evidence }) => (evidence.kind === "error" ? evidence.statuses : [])),
  );
  const known = [...statuses].filter((status) => status !== null).toSorted((left, right) => right - left);
  return known.length === 0 ? "no status" : `status ${known.join(", ")}`;
}

/** The squares of the week, on the reader's clock. */
export function heatCells(week: ThrottleAnswer["week"]): HeatCell[] {
  return week.map(({ lostMs, ...cell }) => ({ ...onClock(cell), minutes: lostMs / MINUTE_MS }));
}

/** "Mon 14:00, 12 min lost". */
export function sayCell({ weekday, hour, minutes }: HeatCell): string {
  return `${hourName(weekday, hour)}, ${Math.round(minutes)} min lost`;
}

/** The message of the heat map. */
export function sayWeek(cells: readonly HeatCell[], days: number): string {
  const worst = cells.reduce((most, cell) => (cell.minutes > most.minutes ? cell : most), NO_CELL);
  const lost = worst.minutes < 0.5 ? "nothing was lost" : `most on ${sayCell(worst)}`;
  return `Minutes lost by weekday and hour in ${days} days: ${lost}`;
}

const NO_CELL: HeatCell = { weekday: 0, hour: 0, minutes: 0 };

/** What a detector saw, in a few words. */
export function sayEvidence({ evidence }: ThrottleEvent): string {
  switch (evidence.kind) {
    case "slow_calls":
      return `${evidence.timesPredicted.toFixed(1)} × the predicted time, ${formatThings(evidence.calls, "call")}`;
    case "error": {
      const statuses = evidence.statuses
        .map((status) => (status === null ? "no status" : `status ${status}`))
        .join(", ");
      const waits = evidence.waits === 1 ? "" : `, ${formatThings(evidence.waits, "wait")}`;
      return evidence.cause === "retry_wait"
        ? `tried again after ${statuses}${waits}`
        : `${statuses}${waits}`;
    }
    case "retries":
      return `asked again ${formatThings(evidence.prompts, "time")} after ${evidence.after.map((ending) => ENDINGS[ending]).join(", ")}`;
    case "pause":
      return `no prompt for ${formatDuration(evidence.pauseMs)}`;
    default:
      return evidence satisfies never;
  }
}

const ENDINGS = {
  error: "an error",
  interrupt: "an interrupt",
  silence: "no answer",
  answer: "a slow answer",
} as const;

/** How often a spending limit refused calls, and that no hour is counted for it; null when none did. */
export function sayBudgetStops({ budgetStops }: Pick<ThrottleAnswer, "budgetStops">): string | null {
  const [newest] = budgetStops;
  if (newest === undefined) return null;
  const calls = budgetStops.reduce((sum, stop) => sum + stop.calls, 0);
  const models = new Set(budgetStops.map(({ model }) => model ?? "a model that is not named"));
  return (
    `A spending limit refused ${formatThings(calls, "call")} (${[...models].join(", ")}), ` +
    `last on ${formatMoment(newest.endedAt)}. That is not waiting time: no hour is counted for it.`
  );
}

/** "3 sessions, 2 people". */
export function saySeenBy({ sessions, developers }: ThrottleEvent): string {
  const seen = formatThings(sessions.length, "session");
  return developers > 1 ? `${seen}, ${formatThings(developers, "person", "people")}` : seen;
}

/** "4.2", in minutes. */
export function minutesOf(ms: number): string {
  const minutes = ms / MINUTE_MS;
  return minutes < 10 ? minutes.toFixed(1) : String(Math.round(minutes));
}

/** Which inputs were there. */
export function saySignals({ signals }: Pick<ThrottleAnswer, "signals">): string {
  const { calls, timedCalls, failedCalls, statusCalls, agents } = signals;
  if (calls === 0) return "No model calls in this time range.";
  const sessions = agents.reduce((sum, agent) => sum + agent.sessions, 0);
  const texts = agents.reduce((sum, agent) => sum + agent.sessions * agent.promptText, 0);
  const worked = calls - failedCalls;
  const parts = [
    ...(worked === 0
      ? []
      : [`a duration with ${formatShare(share(timedCalls, worked))} of the calls that worked`]),
    ...(failedCalls === 0
      ? []
      : [`a status with ${formatShare(share(statusCalls, failedCalls))} of the failed ones`]),
    ...(sessions === 0 ? [] : [`prompt text in ${formatShare(texts / sessions)} of the sessions`]),
  ];
  return `The agents report ${parts.join(", ")}.${sayImported(agents)}`;
}

function sayImported(agents: ThrottleAnswer["signals"]["agents"]): string {
  const imported = Math.round(agents.reduce((sum, agent) => sum + agent.sessions * agent.imported, 0));
  if (imported === 0) return "";
  return ` ${formatThings(imported, "session")} came from agents' files, which show no waiting time.`;
}

function share(part: number, of: number): number {
  return Math.min(1, part / of);
}

/** How long calls took, hour by hour. */
interface Hours {
  hours: readonly LatencyHour[];
}

/** The models whose hours are known, the most called first. */
export function modelsOf({ hours }: Hours): (string | null)[] {
  const calls = new Map<string | null, number>();
  for (const { model, calls: count } of hours) calls.set(model, (calls.get(model) ?? 0) + count);
  return [...calls].toSorted(([, left], [, right]) => right - left).map(([model]) => model);
}

/** The hours of one model that have durations. */
export function latencyPoints({ hours }: Hours, model: string | null): LatencyPoint[] {
  return hours.flatMap((hour) =>
    hour.model === model && hour.p50Ms !== null && hour.p95Ms !== null
      ? [{ at: Date.parse(hour.hour), median: hour.p50Ms, high: hour.p95Ms }]
      : [],
  );
}

/** The slow stretches of one model, by their beginning. */
export function latencyEpisodes(
  events: readonly ThrottleEvent[],
  { model, from }: { model: string | null; from: number },
): LatencyEpisode[] {
  return events
    .filter((event) => event.detector === "latency_spike" && event.model === model)
    .map(({ id, startedAt, endedAt, lostMs }) => ({
      id,
      from: Date.parse(startedAt),
      to: Date.parse(endedAt),
      label: `${minutesOf(lostMs)} min`,
    }))
    .filter((episode) => episode.to > from)
    .toSorted((left, right) => left.from - right.from);
}

/** The message of the latency chart. */
export function sayLatency(points: readonly LatencyPoint[], episodes: readonly LatencyEpisode[]): string {
  const highest = points.reduce((most, { high }) => Math.max(most, high), 0);
  return (
    `Latency by hour: the 95th percentile reaches ${formatDuration(highest)}, ` +
    `${formatThings(episodes.length, "stretch", "stretches")} of slow calls`
  );
}
