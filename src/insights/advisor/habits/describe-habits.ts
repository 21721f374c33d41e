/** Found habits as answers show them: with quotes, and with what became of them since their person saw them. */
import type { Database } from "../../../database/open.ts";
import { isoTime } from "../../../vocabulary/times.ts";
import { idIn, type SessionName } from "../../../vocabulary/held-name.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import { quoteFrom } from "../card.ts";
import { type EffectQuestion, readEffects } from "../effect/read-effects.ts";
import type { Effect } from "../effect/effect.ts";
import type { SeenAdvice } from "../seen/seen.ts";
import type { FoundHabit, HabitExample } from "./find-habits.ts";
import { wordsOfHabit } from "./habit-words.ts";
import type { Habit } from "./habits-answer.ts";
import { readRewrites, type Rewrite } from "./read-rewrites.ts";
import { readOpeningTexts } from "./habits-work-table.ts";

/** Somebody's habits. */
export interface HabitsOfPerson {
  /** The ids under which their rows are. */
  developers: readonly string[];
  habits: readonly FoundHabit[];
  /** By habit. */
  seen: ReadonlyMap<string, SeenAdvice>;
}

interface Found {
  /** By session and turn. */
  texts: ReadonlyMap<string, string>;
  /** By habit; empty where several people are read. */
  effects: ReadonlyMap<string, Effect>;
  /** By sub-session and input. */
  rewrites: ReadonlyMap<string, Rewrite>;
}

const MOST_EXAMPLES = 2;
const MOST_TURNS = 3;

/**
 * Describes the habits of people, in the order of the people.
 *
 * @param how - With `isDetailed`, which is for one person, also effects and rewrites.
 */
export async function describeHabits(
  database: Database,
  people: readonly HabitsOfPerson[],
  how: { organization: string; isDetailed: boolean },
): Promise<Habit[][]> {
  const { organization, isDetailed } = how;
  const examples = people.flatMap(({ habits }) => habits.flatMap(shownExamples));
  const texts = await readQuoted(database, organization, examples);
  const effects = isDetailed
    ? await readEffects(
        database,
        people.flatMap((person) => questionsOf(person, organization)),
      )
    : new Map<string, Effect>();
  const rewrites = isDetailed
    ? await readRewrites(database, organization, examples)
    : new Map<string, Rewrite>();
  const found = { texts, effects, rewrites };
  return people.map(({ habits, seen }) =>
    habits.map((habit) => describeHabit(habit, seen.get(habit.id) ?? null, found)),
  );
}

function shownExamples({ examples }: FoundHabit): readonly HabitExample[] {
  return examples.slice(0, MOST_EXAMPLES);
}

async function readQuoted(
  database: Database,
  organization: string,
  examples: readonly HabitExample[],
): Promise<Map<string, string>> {
  const sessions = [...new Set(examples.map(({ work }) => work.session))];
  const turns = [...new Set(examples.flatMap((example) => example.turns.slice(0, 1)))];
  const rows = await readOpeningTexts(database, { organization, turns }, sessions);
  return new Map(
    rows.flatMap(({ session, turn_index, text }) =>
      text === null ? [] : [[placeOf(session, turn_index), text]],
    ),
  );
}

function placeOf(session: SessionName, turn: number): string {
  return `${session} ${turn}`;
}

/** Asks what came of each habit that the person has seen. */
function questionsOf({ developers, habits, seen }: HabitsOfPerson, organization: string): EffectQuestion[] {
  return habits.flatMap(({ id, input }) => {
    const from = beginOf(seen.get(id) ?? null);
    if (from === null) return [];
    return { id, input, organization, developers, before: from, since: from, subSession: null };
  });
}

/** When they began to try it, else when they first saw it; null before. */
function beginOf(seen: SeenAdvice | null): Instant | null {
  return seen === null ? null : (seen.triedAt ?? seen.firstSeenAt);
}

function describeHabit(habit: FoundHabit, seen: SeenAdvice | null, found: Found): Habit {
  const { id, input, points, having, examples } = habit;
  const words = wordsOfHabit(habit);
  const effect = found.effects.get(id);
  const shown = shownExamples(habit);
  return {
    ...words,
    points,
    tasks: examples.length,
    outOf: having.length,
    lastAt: isoTime(Math.max(...examples.map(({ work }) => work.startedAt))),
    examples: shown.map((example) => describeExample(example, found.texts)),
    rewrite: words.isCuredByWording
      ? (shown
          .map(({ work }) => found.rewrites.get(`${work.subSession} ${input}`))
          .find((each) => each !== undefined) ?? null)
      : null,
    firstSeenAt: seen === null ? null : isoTime(seen.firstSeenAt),
    triedAt: seen === null || seen.triedAt === null ? null : isoTime(seen.triedAt),
    since: sinceOf(habit, beginOf(seen)),
    effect: effect === undefined ? null : { ...effect, since: seen?.triedAt == null ? "seen" : "tried" },
  };
}

function sinceOf({ examples, having }: FoundHabit, from: Instant | null): Habit["since"] {
  if (from === null) return null;
  return {
    tasks: examples.filter(({ work }) => work.startedAt >= from).length,
    outOf: having.filter(({ startedAt }) => startedAt >= from).length,
  };
}

function describeExample(
  { work, value, turns }: HabitExample,
  texts: Found["texts"],
): Habit["examples"][number] {
  const text = texts.get(placeOf(work.session, turns[0] ?? 0));
  return {
    sessionId: idIn(work.session),
    subSessionId: work.subSession,
    at: isoTime(work.startedAt),
    title: work.title,
    value,
    turnIndexes: turns.slice(0, MOST_TURNS),
    quote: text === undefined ? null : quoteFrom(text),
  };
}
