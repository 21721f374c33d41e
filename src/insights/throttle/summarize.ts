/** Makes the answer of what was found: hours, events, the week, the models. */
import { listedNames } from "../../vocabulary/listed-names.ts";
import { idIn } from "../../vocabulary/held-name.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { DAY, HOUR, type Instant, type Milliseconds, MINUTE } from "../../vocabulary/units.ts";
import type { ModelCounts, PersonDay } from "./day.ts";
import { lostTime, type Stall } from "./detectors/lost-time.ts";
import { hourOfWeek, type RecurringSlot } from "./detectors/recurring-drop-off.ts";
import { type Detector, DETECTORS, type Episode, type Evidence, joinStalls } from "./episode.ts";
import { joinPeople, type PersonStalls, type SharedEpisode } from "./join-episodes.ts";
import type { BudgetStop } from "./retry-episodes.ts";
import type { ThrottleAnswer } from "./throttle-answer.ts";

/** Who worked on a day. */
export interface WorkedDay {
  day: number;
  people: readonly PersonDay[];
}

/** What was found in a window. */
export interface Throttled {
  episodes: readonly Episode[];
  slots: readonly RecurringSlot[];
  days: readonly WorkedDay[];
  budgetStops: readonly BudgetStop[];
  agents: ThrottleAnswer["signals"]["agents"];
}

export function summarize({ episodes, slots, days, budgetStops, agents }: Throttled): ThrottleAnswer {
  const counts = days.flatMap(({ people }) => people.flatMap(({ models }) => models));
  // one with an episode is listed before all that have none
  const nameOf = listedNames([
    ...counts.map(({ model, calls }) => [model, calls] as const),
    ...episodes.map(({ model }) => [model, Number.MAX_SAFE_INTEGER / 1e6] as const),
  ]);
  const listed = <Of extends { model: string | null }>(all: readonly Of[]): Of[] =>
    all.map((each) => ({ ...each, model: nameOf(each.model) }));
  const shared = joinPeople(listed(episodes));
  const signals = { ...signalsOf(counts), agents };
  // who did not work lost nothing
  const missing = agents.length === 0 || shared.length > 0 ? null : whyNoHours(signals);
  return {
    summary: summaryOf(shared, missing),
    events: shared.map(eventOf).toReversed(),
    windows: [...slots],
    week: weekOf(shared, days),
    models: modelsOf(shared, listed(counts)),
    budgetStops: budgetStopsOf(listed(budgetStops)),
    signals,
  };
}

/** Returns why the work of a time shows no waiting; null where it does. */
export function whyNoHours(signals: ThrottleAnswer["signals"]): string | null {
  const { calls, timedCalls, failedCalls, agents } = signals;
  if (timedCalls + failedCalls > 0) return null;
  if (calls > 0) return "No agent reported how long its calls to models took, and none of them failed.";
  return agents.some(({ imported }) => imported > 0)
    ? "All calls to models were imported from agents' files, which do not say where work waited."
    : "No agent reported a call to a model in this time.";
}

/** Returns what everybody lost in some episodes, each person's stalls joined first. */
export function hoursLost(episodes: readonly Episode[]): number {
  return inHours(lostBy(joinPeople(episodes)));
}

function summaryOf(shared: readonly SharedEpisode[], missing: string | null): ThrottleAnswer["summary"] {
  const hoursOf = (found: readonly SharedEpisode[]) => (missing === null ? inHours(lostBy(found)) : null);
  const ofDetector = (detector: Detector) => {
    const found = shared.filter((episode) => episode.detector === detector);
    return { episodes: found.length, hoursLost: hoursOf(found) };
  };
  const byDetector = Object.fromEntries(DETECTORS.map((detector) => [detector, ofDetector(detector)]));
  return {
    hoursLost: hoursOf(shared),
    missing,
    episodes: shared.length,
    byDetector: byDetector as ThrottleAnswer["summary"]["byDetector"],
  };
}

/** What everybody lost, each person's stalls joined first. */
function lostBy(shared: readonly SharedEpisode[]): Milliseconds {
  return stallsByPerson(shared).reduce((sum, { stalls }) => sum + lostTime(stalls), 0);
}

function stallsByPerson(shared: readonly SharedEpisode[]): PersonStalls[] {
  const all = shared.flatMap(({ people }) => people);
  return [...Map.groupBy(all, ({ developer }) => developer)].map(([developer, parts]) => ({
    developer,
    stalls: joinStalls(parts.flatMap(({ stalls }) => stalls)),
  }));
}

function inHours(time: Milliseconds): number {
  return time / HOUR;
}

function eventOf(episode: SharedEpisode): ThrottleAnswer["events"][number] {
  const { id, detector, scope, model, sessions, startedAt, endedAt, people, evidence } = episode;
  const lostMs = lostBy([episode]);
  return {
    id,
    detector,
    startedAt: isoTime(startedAt),
    endedAt: isoTime(endedAt),
    lostMs,
    severity: severityOf(evidence, lostMs),
    scope,
    model,
    sessions: sessions.map(idIn),
    developers: new Set(people.map(({ developer }) => developer)).size,
    evidence: evidenceOf(evidence),
  };
}

const MODERATE: Milliseconds = 2 * MINUTE;
const SEVERE: Milliseconds = 10 * MINUTE;

function severityOf(evidence: Evidence, lost: Milliseconds): ThrottleAnswer["events"][number]["severity"] {
  if (evidence.kind === "slow_calls" && evidence.lasting) return "shift";
  if (lost >= SEVERE) return "severe";
  return lost >= MODERATE ? "moderate" : "minor";
}

function evidenceOf(evidence: Evidence): ThrottleAnswer["events"][number]["evidence"] {
  if (evidence.kind === "error") {
    const { kind, cause, statuses, waits } = evidence;
    return { kind, cause, statuses, waits };
  }
  if (evidence.kind !== "slow_calls") return evidence;
  const { kind, calls, timesPredicted } = evidence;
  return { kind, calls, timesPredicted };
}

/** One for each model and hour, the newest first. */
function budgetStopsOf(stops: readonly BudgetStop[]): ThrottleAnswer["budgetStops"] {
  const together = Map.groupBy(stops, ({ model, hour }) => `${model} ${hour}`);
  return [...together.values()]
    .map((same) => ({
      startedAt: isoTime(Math.min(...same.map(({ startedAt }) => startedAt))),
      endedAt: isoTime(Math.max(...same.map(({ endedAt }) => endedAt))),
      model: same[0]?.model ?? null,
      calls: sum(same.map(({ calls }) => calls)),
      sessions: [...new Set(same.flatMap(({ sessions }) => sessions))].map(idIn),
      developers: new Set(same.map(({ developer }) => developer)).size,
    }))
    .toSorted((left, right) => right.startedAt.localeCompare(left.startedAt));
}

/** Every hour of the week with work or a loss, and what was lost in it. */
function weekOf(shared: readonly SharedEpisode[], days: readonly WorkedDay[]): ThrottleAnswer["week"] {
  const lost = new Map<number, Milliseconds>();
  for (const at of days.flatMap(workedHours)) lost.set(hourOfWeek(at), 0);
  for (const stall of stallsByPerson(shared).flatMap(({ stalls }) => stalls)) {
    for (const [at, time] of hoursOfStall(stall))
      lost.set(hourOfWeek(at), (lost.get(hourOfWeek(at)) ?? 0) + time);
  }
  return [...lost]
    .toSorted(([left], [right]) => left - right)
    .map(([hour, lostMs]) => ({ weekday: Math.floor(hour / 24), hour: hour % 24, lostMs }));
}

/** The beginnings of the hours in which somebody called a model. */
export function workedHours({ day, people }: WorkedDay): Instant[] {
  const hours = people.reduce((all, person) => all | person.hours, 0);
  const all = Array.from({ length: 24 }, (_, hour) => hour);
  return all.filter((hour) => (hours & (1 << hour)) !== 0).map((hour) => day * DAY + hour * HOUR);
}

function hoursOfStall({ start, end }: Stall): [at: Instant, time: Milliseconds][] {
  const hours: [Instant, Milliseconds][] = [];
  for (let at = start; at < end;) {
    const next = Math.min(end, (Math.floor(at / HOUR) + 1) * HOUR);
    hours.push([at, next - at]);
    at = next;
  }
  return hours;
}

function modelsOf(
  shared: readonly SharedEpisode[],
  counts: readonly ModelCounts[],
): ThrottleAnswer["models"] {
  const episodes = Map.groupBy(shared, ({ model }) => model);
  return [...Map.groupBy(counts, ({ model }) => model)]
    .map(([model, ofModel]) => {
      const episodesOfModel = episodes.get(model) ?? [];
      return {
        model,
        calls: sum(ofModel.map(({ calls }) => calls)),
        slowCalls: sum(episodesOfModel.map(slowCallsOf)),
        hoursLost: inHours(lostBy(episodesOfModel)),
      };
    })
    .toSorted(
      (left, right) =>
        right.hoursLost - left.hoursLost ||
        right.calls - left.calls ||
        (left.model ?? "").localeCompare(right.model ?? ""),
    );
}

/** Each call once: those of a spike within a shift are counted with the shift. */
function slowCallsOf({ evidence }: SharedEpisode): number {
  return evidence.kind === "slow_calls" ? evidence.calls - evidence.alsoInShift : 0;
}

function signalsOf(counts: readonly ModelCounts[]): Omit<ThrottleAnswer["signals"], "agents"> {
  return {
    calls: sum(counts.map(({ calls }) => calls)),
    timedCalls: sum(counts.map(({ timed }) => timed)),
    failedCalls: sum(counts.map(({ failed }) => failed)),
    statusCalls: sum(counts.map(({ told }) => told)),
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
