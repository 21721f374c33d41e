/** Answers how much time throttling cost, when, and how that is known. */
import type { Database } from "../../database/open.ts";
import { rowsToRead } from "../../identity/scope.ts";
import type { AgentCoverage } from "../../turns/coverage/coverage-answer.ts";
import { listCoverage } from "../../turns/coverage/list-coverage.ts";
import { DAY } from "../../vocabulary/units.ts";
import type { DayTrouble } from "./day.ts";
import { labelledDays } from "./labelled-days.ts";
import { findRecurringSlots, isInSlot, WEEKS_LOOKED_AT } from "./detectors/recurring-drop-off.ts";
import type { Episode } from "./episode.ts";
import { joinDays } from "./join-episodes.ts";
import { ThrottleDays } from "./read-days.ts";
import type { BudgetStop } from "./retry-episodes.ts";
import { summarize, type Throttled, workedHours, type WorkedDay } from "./summarize.ts";
import type { ThrottleAnswer, ThrottleQuery } from "./throttle-answer.ts";

const RECURRING_DAYS = 7 * WEEKS_LOOKED_AT;

/** Reads what throttling cost. What belongs to a provider is seen over the organization, and shown without anybody else. */
export async function listThrottle(database: Database, query: ThrottleQuery): Promise<ThrottleAnswer> {
  return summarize(await readThrottled(database, query));
}

/** Reads what was found in a window, before it is added up. */
export async function readThrottled(database: Database, query: ThrottleQuery): Promise<Throttled> {
  const { scope, from, to, developer } = query;
  const readable = await rowsToRead(database, scope, developer);
  if (readable === null) return NOTHING;
  const firstDay = Math.floor(Math.min(from, to - RECURRING_DAYS * DAY) / DAY);
  const lastDay = Math.ceil(to / DAY) - 1;
  const { organizationId: organization } = scope;
  const { labels } = readable;
  const all = await new ThrottleDays(database, { organization, firstDay, lastDay }).all();
  const days = labels === null ? all : await labelledDays(database, all, { organization, labels });
  const developerIds = readable.developerIds === null ? null : new Set(readable.developerIds);
  const personOf = (id: string) => readable.developers.get(id)?.id ?? id;
  const known = days.map(({ day, trouble }) => ({
    day,
    ...readablePart(trouble, { developerIds, personOf }),
  }));
  const episodes = joinDays(known.flatMap((day) => day.episodes));
  const slots = recurringSlots(known, episodes, to);
  const recurs = ({ detector, startedAt }: Episode) =>
    detector !== "recurring_drop_off" || isInSlot(startedAt, slots);
  const inWindow = ({ startedAt }: Pick<Episode, "startedAt">) => startedAt >= from && startedAt < to;
  return {
    episodes: episodes.filter((episode) => inWindow(episode) && recurs(episode)),
    slots,
    days: known.filter(({ day }) => (day + 1) * DAY > from && day * DAY < to),
    budgetStops: known.flatMap((day) => day.budgetStops).filter(inWindow),
    agents: agentsOf(await listCoverage(database, query)),
  };
}

const NOTHING: Throttled = { episodes: [], slots: [], days: [], budgetStops: [], agents: [] };

/** A day, as far as it is about those who may be read. */
interface ReadableDay extends WorkedDay {
  episodes: Episode[];
  budgetStops: BudgetStop[];
}

function readablePart(
  { people, episodes, budgetStops }: DayTrouble,
  { developerIds, personOf }: { developerIds: ReadonlySet<string> | null; personOf: (id: string) => string },
): Pick<ReadableDay, "people" | "episodes" | "budgetStops"> {
  const isReadable = ({ developer }: { developer: string }) =>
    developerIds === null || developerIds.has(developer);
  const named = <Owned extends { developer: string }>(owned: Owned) => ({
    ...owned,
    developer: personOf(owned.developer),
  });
  const readable = <Owned extends { developer: string }>(owned: readonly Owned[]) =>
    owned.filter(isReadable).map(named);
  return {
    people: readable(people),
    episodes: readable(episodes),
    budgetStops: readable(budgetStops),
  };
}

/** The slots of the four weeks before a time. */
function recurringSlots(days: readonly ReadableDay[], episodes: readonly Episode[], to: number) {
  const from = to - RECURRING_DAYS * DAY;
  const isLate = (at: number) => at >= from && at < to;
  const worked = days.flatMap(workedHours).filter(isLate);
  const pauses = episodes.filter(({ detector }) => detector === "recurring_drop_off");
  return findRecurringSlots(worked, pauses.map(({ startedAt }) => startedAt).filter(isLate));
}

function agentsOf(coverage: readonly AgentCoverage[]): Throttled["agents"] {
  return [...Map.groupBy(coverage, ({ agent }) => agent)].map(([agent, versions]) => {
    const sessions = versions.reduce((sum, version) => sum + version.sessions, 0);
    const shareOf = (fact: "latency" | "prompts" | "promptText" | "imported") =>
      versions.reduce((sum, { facts, sessions: count }) => sum + facts[fact] * count, 0) / sessions;
    const [latency, prompts, promptText] = [shareOf("latency"), shareOf("prompts"), shareOf("promptText")];
    return { agent, sessions, latency, prompts, promptText, imported: shareOf("imported") };
  });
}
