/** Reads days of an organization: as they were kept, or computed from the rows where those changed since. */
import { keptAsJson, readKeptDays } from "../../database/days/kept-days-table.ts";
import type { Database } from "../../database/open.ts";
import { type ActivePiece, HABIT_MS } from "../../metrics/flow/activity.ts";
import { readOwnedWaits, readPieces } from "../../metrics/flow/activity-table.ts";
import { TROUBLE_DAYS, USUAL_DAYS } from "../../stalls/changed-days-table.ts";
import { mayWorkLater } from "../../stalls/error-stall.ts";
import { readRetries } from "../../stalls/retries-table.ts";
import { type OwnedCalls, readOwnedCalls } from "../../turns/latency/call-hours-table.ts";
import { DAY, HOUR } from "../../vocabulary/units.ts";
import { callsOfDay, countPeople, type DayTrouble, sampleCalls, type Samples, usualOfDay } from "./day.ts";
import type { Episode } from "./episode.ts";
import { findErrorEpisodes, findPauses, findRetries, type Habits, type Trouble } from "./other-episodes.ts";
import { findBudgetStops, findRetryWaitEpisodes } from "./retry-episodes.ts";
import { findSlowEpisodes, predictedRuns } from "./slow-episodes.ts";
import { NO_SESSION, type SessionName } from "../../vocabulary/held-name.ts";

/** Another version whenever trouble is found or kept in another way. */
export const KEPT_TROUBLE = keptAsJson<DayTrouble>(TROUBLE_DAYS, "4");

/** The days of an organization, each read once. */
export class ThrottleDays {
  private kept: Promise<ReadonlyMap<number, DayTrouble | null>> | null = null;
  private readonly samples = new Map<number, Promise<Samples>>();

  /** @remarks Takes the organization, and the days that are asked for. */
  constructor(
    private readonly database: Database,
    private readonly range: { organization: string; firstDay: number; lastDay: number },
  ) {}

  /** Returns the days of the range with model calls, the earliest first. */
  async all(): Promise<{ day: number; trouble: DayTrouble }[]> {
    const days: { day: number; trouble: DayTrouble }[] = [];
    for (const [day, kept] of await this.readKept()) {
      if (day < this.range.firstDay) continue;
      days.push({ day, trouble: kept ?? (await this.findTrouble(day)) });
    }
    return days;
  }

  /** Works a day out from the rows, whatever was kept. */
  async findTrouble(day: number): Promise<DayTrouble> {
    const { database } = this;
    const { organization } = this.range;
    const calls = await this.readCalls(day - 1, day);
    const today = callsOfDay(calls, day);
    const usual = usualOfDay(await this.samplesBefore(day), today);
    const slow = findSlowEpisodes(calls, usual, { organization, day });
    const window = { organization, developers: null, from: day * DAY, to: (day + 1) * DAY };
    const waits = await readOwnedWaits(database, window);
    const troubles = troublesOf(today, slow);
    const troubled = [...waits, ...troubles].map(({ developer }) => developer);
    const habits = await this.readHabits(new Set(troubled), day);
    const retried = findRetryWaitEpisodes(organization, today, usual);
    const found = [...slow, ...findErrorEpisodes(organization, waits, habits), ...retried];
    const runsOf = (session: SessionName) => predictedRuns(session, calls, usual);
    const retries = findRetries(organization, await readRetries(database, window), { found, runsOf });
    const pauses = findPauses(organization, troubles, { habits, found });
    return {
      samples: sampleCalls(today),
      people: countPeople(today),
      episodes: [...found, ...retries, ...pauses],
      budgetStops: findBudgetStops(today),
    };
  }

  /** Those that the samples of the first day come from too. */
  private readKept(): Promise<ReadonlyMap<number, DayTrouble | null>> {
    const { organization, firstDay, lastDay } = this.range;
    const days = { organization, from: firstDay - USUAL_DAYS, to: lastDay + 1 };
    return (this.kept ??= readKeptDays(this.database, KEPT_TROUBLE, days));
  }

  private readCalls(firstDay: number, lastDay: number): Promise<OwnedCalls[]> {
    const { organization } = this.range;
    const window = { from: firstDay * DAY, to: (lastDay + 1) * DAY };
    return readOwnedCalls(this.database, { organization, developers: null, ...window });
  }

  private async samplesBefore(day: number): Promise<Samples[]> {
    const kept = await this.readKept();
    const days = Array.from({ length: USUAL_DAYS }, (_, back) => day - USUAL_DAYS + back);
    return Promise.all(days.filter((each) => kept.has(each)).map((each) => this.samplesOf(each)));
  }

  private samplesOf(day: number): Promise<Samples> {
    const known = this.samples.get(day) ?? this.readSamples(day);
    this.samples.set(day, known);
    return known;
  }

  private async readSamples(day: number): Promise<Samples> {
    return (await this.readKept()).get(day)?.samples ?? sampleCalls(await this.readCalls(day, day));
  }

  private async readHabits(developers: ReadonlySet<string>, day: number): Promise<Habits> {
    const habits = new Map<string, readonly ActivePiece[]>();
    for (const developer of developers) {
      const window = { from: day * DAY - HABIT_MS, to: (day + 1) * DAY + HOUR };
      const { organization } = this.range;
      habits.set(developer, await readPieces(this.database, { organization, developer, ...window }));
    }
    return habits;
  }
}

/** Failed calls that may work later, and the last of slow ones. */
function troublesOf(calls: readonly OwnedCalls[], slow: readonly Episode[]): Trouble[] {
  const failed = calls.flatMap(({ developer, session, model, calls: each }) =>
    each
      .filter((call) => call.failed && call.spendLimit !== true && mayWorkLater(call.status))
      .map(({ startedAt: at }) => ({ developer, session, model, at })),
  );
  const spikes = slow.map(({ developer, sessions, model, endedAt: at }) => {
    return { developer, session: sessions.at(-1) ?? NO_SESSION, model, at };
  });
  return [...failed, ...spikes].toSorted((left, right) => left.at - right.at);
}
