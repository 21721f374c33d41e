/** Made-up developers through the product's own kinds, accounts, baselines and scores. */
import { createRandom } from "../../src/demo/work/random.ts";
import { type Account, accountFor } from "../../src/metrics/accounts/account.ts";
import { isChange } from "../../src/metrics/accounts/turn-account.ts";
import type { Baselines } from "../../src/metrics/baselines/baseline.ts";
import { learnBaselines, type Observation } from "../../src/metrics/baselines/learning/learn-baselines.ts";
import { flowOf } from "../../src/metrics/flow/activity.ts";
import { iterationEfficiency } from "../../src/metrics/iteration/iteration.ts";
import { type ClassifiedTurn, classifyTurns, inTurnOrder } from "../../src/metrics/kinds/classify.ts";
import type { KnownTurn } from "../../src/metrics/kinds/known-turn.ts";
import { SCORING_VERSION } from "../../src/metrics/version.ts";
import { blockOf, gatherRows } from "../../src/scores/columns.ts";
import { type ScoredPeriod, scorePeriod } from "../../src/scores/score-period.ts";
import type { MeasuredSubSession } from "../../src/scores/sub-session-row.ts";
import { agentSessionId, sessionName } from "../../src/vocabulary/held-name.ts";
import { DAY, HOUR, type Instant, type Milliseconds, SECOND } from "../../src/vocabulary/units.ts";
import type { Ask, Goal } from "./ask.ts";
import { wordsOf } from "./draws.ts";
import { makeGoal, type Making, PROJECT_WORDS } from "./goals.ts";
import { type LivedSession, type LivedSubSession, liveSession } from "./live-session.ts";
import { type DayMood, type Manner, moodOf } from "./manner.ts";

/** Monday 2026-01-05, when the simulated time begins. */
export const BEGINNING: Instant = Date.UTC(2026, 0, 5);
export const WEEK: Milliseconds = 7 * DAY;

/** What somebody makes of the goals of half a day: the prompts of one session or of several. */
export type Habit = (goals: readonly Goal[], making: Making) => readonly (readonly Ask[])[];

/** All in one session. */
export const usually: Habit = (goals) => [goals.flatMap(({ asks }) => asks)];

/** One developer's time. */
export interface Stint {
  seed: string;
  /** By week, counted from 0. */
  mannerOf: (week: number) => Manner;
  weeks: number;
  /** The first week. */
  from?: number;
  habit?: Habit;
}

/** A developer's sub-sessions, before there are baselines. */
export interface Life {
  subSessions: (Observation & { lived: LivedSubSession; startedAt: Instant })[];
  flows: ReadonlyMap<string, number>;
}

/** Lives a stint and classifies its turns. */
export function live(stint: Stint): Life {
  const sessions = sessionsOf(stint);
  const lived = sessions.flatMap(({ subSessions }) => subSessions);
  const turns = inTurnOrder(lived.flatMap((each) => each.turns.map(({ known }) => known)));
  const classified = new Map(
    classifyTurns(turns, { holeBetween: () => false }).map((turn) => [turn.turn, turn]),
  );
  const pieces = sessions
    .flatMap((session) => session.pieces)
    .toSorted((one, other) => one.start - other.start);
  return {
    subSessions: lived.map((each) => observe(each, classified)),
    flows: flowOf({ pieces, waits: [], habit: [] }),
  };
}

/** The hours at which the halves of a day begin. */
const HALVES = [8, 13] as const;

function sessionsOf({ seed, mannerOf, weeks, from = 0, habit = usually }: Stint): LivedSession[] {
  const project = wordsOf(createRandom(`project ${seed}`), PROJECT_WORDS);
  const sessions: LivedSession[] = [];
  for (let day = 0; day < 5 * weeks; day += 1) {
    const week = from + Math.floor(day / 5);
    const manner = mannerOf(week);
    const name = `${seed} ${week} ${day % 5}`;
    const midnight = BEGINNING + week * WEEK + (day % 5) * DAY;
    let now = midnight;
    for (const [half, plans] of plansOfDay(name, manner, { habit, project }).entries()) {
      const begins = midnight + (HALVES[half] ?? 0) * HOUR;
      for (const [index, asks] of plans.entries()) {
        const startsAt = Math.max(begins, now + waitBefore(asks));
        const { withheld, tokens } = manner;
        const id = sessionName(seed, agentSessionId(`${name} ${half}-${index}`));
        const session = liveSession(asks, { id, startsAt, withheld, tokens });
        sessions.push(session);
        now = session.endsAt;
      }
    }
  }
  return sessions;
}

function waitBefore([first]: readonly Ask[]): Milliseconds {
  return first === undefined ? 0 : Math.round((first.pause + first.after) * SECOND);
}

interface Custom {
  habit: Habit;
  project: readonly string[];
}

/** The sessions of each half of a day. */
function plansOfDay(
  name: string,
  manner: Manner,
  { habit, project }: Custom,
): (readonly (readonly Ask[])[])[] {
  const { goals, mood } = goalsOfDay(name, manner, project);
  const half = Math.ceil(goals.length / 2);
  const making = { random: createRandom(`${name} habit`), manner, mood, project };
  return [goals.slice(0, half), goals.slice(half)].map((each) =>
    habit(each, making).filter((asks) => asks.length > 0),
  );
}

interface Day {
  goals: readonly Goal[];
  mood: DayMood;
}

/** Days by manner and name: whoever has the same manner and other habits has the same goals. */
const DAYS = new WeakMap<Manner, Map<string, Day>>();

function goalsOfDay(name: string, manner: Manner, project: readonly string[]): Day {
  const days = DAYS.get(manner) ?? new Map<string, Day>();
  DAYS.set(manner, days);
  const day = days.get(name) ?? makeDay(name, manner, project);
  days.set(name, day);
  return day;
}

function makeDay(name: string, manner: Manner, project: readonly string[]): Day {
  const random = createRandom(name);
  const mood = moodOf(random);
  const count = Math.max(1, Math.round(random.around(manner.perDay, 0.2)));
  const goals: Goal[] = [];
  for (let index = 0; index < count; index += 1) {
    const making = { random: createRandom(`${name} ${index}`), manner, mood, project };
    const goal = makeGoal(`${name} ${index}`, goals.at(-1) ?? null, making);
    goals.push(goals.length > 0 && making.random.chance(manner.resets) ? resetBefore(goal) : goal);
  }
  return { goals, mood };
}

/** Empties the context before a goal. */
export function resetBefore(goal: Goal): Goal {
  return { ...goal, asks: goal.asks.map((ask, index) => (index === 0 ? { ...ask, resets: true } : ask)) };
}

/** Tool calls from which on a sub-session without changes counts. */
const SCOREABLE_CALLS = 5;

function observe(
  lived: LivedSubSession,
  classified: ReadonlyMap<KnownTurn, ClassifiedTurn>,
): Life["subSessions"][number] {
  const turns = lived.turns.map(({ known }) => {
    const found = classified.get(known);
    if (found === undefined) throw new Error("a turn that was not classified");
    return found;
  });
  const { length } = turns.filter(({ turn }) => turn.nonTrivial);
  const calls = turns.reduce((sum, { turn }) => sum + turn.calls, 0);
  return {
    lived,
    startedAt: lived.startedAt,
    agent: "codex",
    outcome: lived.outcome,
    scoreable: length >= 2 || calls >= SCOREABLE_CALLS || turns.some(({ turn }) => turn.change),
    mayHaveWorked: calls > 0,
    repairsVisible: turns.some(({ turn }) => turn.visible),
    repairTurns: turns.filter(({ repair }) => repair).length,
    countedTurns: turns.filter(({ kind, repair }) => repair || isChange(kind)).length,
    turns: turns.map(({ turn, kind, seconds, undone }) => ({
      kind,
      nonTrivial: turn.nonTrivial,
      tokens: turn.tokens,
      calls: turn.calls,
      lines: turn.lines,
      gapSeconds: seconds,
      undone,
    })),
  };
}

/** The baselines that an organization of these developers learns from these weeks. */
export function baselinesFrom(lives: readonly Life[]): Baselines {
  const all = lives.flatMap(({ subSessions }) => subSessions);
  return learnBaselines(all.toSorted((one, other) => one.startedAt - other.startedAt));
}

/** A developer's sub-sessions as Layer 3 takes them. */
export function measured({ subSessions, flows }: Life, baselines: Baselines): MeasuredSubSession[] {
  return subSessions.map((each): MeasuredSubSession => {
    const account: Account = accountFor(each, baselines);
    return {
      startedAt: each.startedAt,
      scoreable: each.scoreable,
      outcome: each.outcome,
      weight: account.weight,
      turns: each.turns.length,
      closed: true,
      baseline: "learned",
      reference: baselines.reference,
      missing: {},
      scoringVersion: SCORING_VERSION,
      sse: account.sse,
      pes: null,
      ie: iterationEfficiency({ ...each, usualRepairShare: baselines.repairShare }),
      crr: each.lived.crr,
      fc: flows.get(each.lived.id) ?? null,
      earned: account.earned,
      took: account.took,
    };
  });
}

/** The scores of sub-sessions that start in weeks from `from` up to, and without, `to`. */
export function scoresOf(all: readonly MeasuredSubSession[], from = 0, to = Infinity): ScoredPeriod {
  const span = { start: BEGINNING + from * WEEK, end: to === Infinity ? Infinity : BEGINNING + to * WEEK };
  const inSpan = all.filter(({ startedAt }) => startedAt >= span.start && startedAt < span.end);
  const scores = scorePeriod(gatherRows([blockOf(inSpan)], span));
  if (scores.state === "learning") throw new Error("a simulated period without numbers");
  return scores;
}
