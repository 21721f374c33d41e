/** Weeks of made-up developers through the pure part of the pipeline: events, turns, measures, flow, scores. */
import { createRandom } from "../../src/demo/work/random.ts";
import { type Activity, activityOf, flowOf } from "../../src/metrics/flow/activity.ts";
import { type Baselines, shippedBaselines } from "../../src/metrics/baselines/baseline.ts";
import { learnBaselines, type Observation } from "../../src/metrics/baselines/learning/learn-baselines.ts";
import { measureSession, type SubSessionMeasure } from "../../src/metrics/measure.ts";
import { blockOf, gatherScoreable } from "../../src/scores/columns.ts";
import { type ScoredPeriod, scorePeriod } from "../../src/scores/score-period.ts";
import type { MeasuredSubSession } from "../../src/scores/sub-session-row.ts";
import { type AssembledSession, assembleSession } from "../../src/turns/session.ts";
import { isNonTrivial } from "../../src/turns/turn.ts";
import { DAY, HOUR, type Milliseconds } from "../../src/vocabulary/units.ts";
import { type Act, eventsOf, type Goal, type Manner, moodOf, pursueGoal } from "./simulated-work.ts";
import { named } from "../session-names.ts";

/** Monday 2026-01-05, when the simulated time begins. */
export const BEGINNING: Milliseconds = Date.UTC(2026, 0, 5);
export const WEEK: Milliseconds = 7 * DAY;

/** What somebody makes of the day's goals before they are sessions: honest work, or a trick. */
export type Habit = (goals: readonly Goal[]) => Act[][];

/** The goals of half a day in one session. */
export const honestly: Habit = (goals) => [goals.flatMap(({ acts }) => acts)];

/** One developer's time. */
export interface Stint {
  seed: string;
  /** By week, counted from 0. */
  mannerOf: (week: number) => Manner;
  weeks: number;
  habit?: Habit;
}

/** A sub-session with everything that baselines are learned from and scores are made of. */
export interface Simulated {
  session: AssembledSession;
  activity: Activity;
  endsAt: Milliseconds;
  actualOf: (baselines: Baselines) => SubSessionMeasure[];
}

/** All sessions of a stint, assembled once. */
export function live({ seed, mannerOf, weeks, habit = honestly }: Stint): Simulated[] {
  const sessions: Simulated[] = [];
  for (let week = 0; week < weeks; week += 1) {
    for (let day = 0; day < 5; day += 1) {
      const manner = mannerOf(week);
      let now = BEGINNING + week * WEEK + day * DAY + 8 * HOUR;
      for (const [index, acts] of actsOfDay(`${seed} ${week} ${day}`, manner, habit).entries()) {
        const session = simulate(acts, { id: `${seed}-${week}-${day}-${index}`, startsAt: now, manner });
        now = session.endsAt;
        sessions.push(session);
      }
    }
  }
  return sessions;
}

function actsOfDay(seed: string, manner: Manner, habit: Habit): Act[][] {
  const random = createRandom(seed);
  const mood = moodOf(random);
  const count = Math.max(1, Math.round(random.around(manner.perDay, 0.2)));
  const goals = Array.from({ length: count }, () => {
    const { acts } = pursueGoal(random, manner, mood);
    return { acts: random.chance(manner.resets) ? [...acts, { kind: "reset" as const }] : acts };
  });
  return habit(goals);
}

function simulate(
  acts: readonly Act[],
  { id, startsAt, manner }: { id: string; startsAt: Milliseconds; manner: Manner },
): Simulated {
  const events = eventsOf(acts, { id, startsAt, tokens: manner.tokens });
  const newestRecordAt = events.at(-1)?.at ?? startsAt;
  const times = { newestRecordAt, now: newestRecordAt + 2 * DAY };
  const session = assembleSession({
    organization: "org",
    session: named(id),
    events,
    ...times,
    overrides: [],
  });
  return {
    session,
    activity: activityOf(named(id), session),
    endsAt: newestRecordAt,
    actualOf: (baselines) =>
      measureSession(session, {
        agent: "codex",
        baselinesFor: () => ({ version: 1, baselines }),
        contextWindowOf: () => 200_000,
        pesOf: () => null,
        intentOf: () => null,
        costOf: () => null,
        sharedKey: false,
        outages: [],
      }),
  };
}

/** The baselines that an organization learns from these sessions. */
export function baselinesFrom(sessions: readonly Simulated[]): Baselines {
  const observations = sessions.flatMap(({ session, actualOf }) => {
    const measures = actualOf(shippedBaselines);
    return session.subSessions.flatMap((one, index): Observation[] => {
      const measure = measures[index];
      if (measure === undefined || !one.scoreable) return [];
      const { actual, qr: quality, repairTurns, repairsVisible } = measure;
      const turns = one.turns.filter(isNonTrivial).length;
      const repairShare = repairsVisible && turns > 0 ? repairTurns.length / turns : null;
      return [{ bucket: one.bucket, agent: "codex", actual, outcome: one.outcome, quality, repairShare }];
    });
  });
  return learnBaselines(observations);
}

/** A developer's sub-sessions as Layer 3 takes them. */
export function measured(sessions: readonly Simulated[], baselines: Baselines): MeasuredSubSession[] {
  const pieces = sessions
    .flatMap(({ activity }) => activity.pieces)
    .toSorted((one, other) => one.start - other.start);
  const waits = sessions.flatMap(({ activity }) => activity.waits);
  const flows = flowOf({ pieces, waits, habit: pieces });
  return sessions.flatMap(({ session, actualOf }) =>
    actualOf(baselines).map((measure, index): MeasuredSubSession => {
      const one = session.subSessions[index];
      if (one === undefined) throw new Error("a measure without a sub-session");
      return {
        startedAt: one.startedAt,
        scoreable: one.scoreable,
        usualTurns: measure.weight,
        turns: one.nonTrivialTurns,
        closed: one.state === "closed",
        missing: measure.missing,
        sse: measure.sse,
        pes: measure.pes,
        ie: measure.ie,
        crr: measure.crr,
        fc: flows.get(one.id) ?? null,
        axes: measure.axes,
        outcome: one.outcome,
        m: measure.m,
        qrReference: measure.qrReference,
        edits: measure.edits,
        retained: measure.retained,
      };
    }),
  );
}

/** Those that start in weeks from `from` up to, and without, `to`. */
export function inWeeks(all: readonly MeasuredSubSession[], from: number, to: number): MeasuredSubSession[] {
  return all.filter(
    ({ startedAt }) => startedAt >= BEGINNING + from * WEEK && startedAt < BEGINNING + to * WEEK,
  );
}

/** The scores of sub-sessions that start in weeks from `from` up to, and without, `to`. */
export function scoresOf(all: readonly MeasuredSubSession[], from = 0, to = Infinity): ScoredPeriod {
  const span = { start: BEGINNING + from * WEEK, end: BEGINNING + to * WEEK };
  const scores = scorePeriod(gatherScoreable([blockOf(all)], span));
  if (scores.state === "learning") throw new Error("a simulated period without numbers");
  return scores;
}

/** The mean of values; NaN when there is none. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
