/** Honest styles: other ways of doing the same work equally well. */
import { type Ask, type Call, changes, type Goal, NOTHING_ASKED } from "./ask.ts";
import { makePath } from "./draws.ts";
import {
  CALLS_OF_ANY_TURN,
  faultsOf,
  makeWrites,
  type Making,
  questionAbout,
  secondsAround,
} from "./goals.ts";
import { type Manner, USUAL } from "./manner.ts";
import type { Habit } from "./organization.ts";

/** What is different about somebody. */
export interface Way {
  manner?: Partial<Manner>;
  habit?: Habit;
  /** What it is held against, when that is not the usual. */
  against?: Way;
}

/** Makes a habit of a change of each goal's prompts. */
export function eachGoal(change: (goal: Goal, making: Making) => readonly Ask[]): Habit {
  return (goals, making) => [goals.flatMap((goal) => change(goal, making))];
}

/** A command and its answer. */
const SHORT_CALL: Call = { fresh: 300, output: 80, lasts: 4 };

/** Prompts a usual goal has; with goals of other lengths a day has as many prompts as before. */
const PROMPTS_OF_GOAL = 4.5;

function goalsOfLength(goalLength: number): Way {
  const prompts = 1 + (PROMPTS_OF_GOAL - 1) * goalLength;
  return { manner: { goalLength, perDay: (USUAL.perDay * PROMPTS_OF_GOAL) / prompts } };
}

/** The styles by the names that the table has for them. */
export const STYLES: Readonly<Record<string, Way>> = {
  "short goals": goalsOfLength(0.5),
  "long goals": goalsOfLength(2),
  "a session for each goal": { habit: (goals) => goals.map(({ asks }) => asks) },
  "exploring first": { habit: eachGoal(exploringFirst) },
  reviewing: { manner: { corrects: 0.1 }, habit: eachGoal(reviewing) },
  "tests first": { manner: { corrects: 0.12 }, habit: eachGoal(testsFirst) },
  "a goal in one large prompt": { habit: eachGoal(atOnce) },
  "committing after each turn": { habit: eachGoal(committingEachTurn) },
  "never committing": { habit: eachGoal(({ asks }) => asks.map((ask) => ({ ...ask, commits: false }))) },
  "committing in a prompt of its own": { habit: eachGoal(committingInPrompt) },
  "one file all day": { habit: oneFile },
  "a question before each follow-up": { habit: eachGoal(questionsBefore) },
  "a 40-minute break in each goal": { habit: eachGoal(breakWithin) },
  "longer days": { manner: { perDay: 5.5 } },
  "two goals a day": { manner: { perDay: 2 } },
  "texts withheld": { manner: { withheld: true } },
};

/** The calls of turns that share the work of one: what any turn takes comes with each. */
export function piecesOf(calls: readonly Call[], count: number): Call[][] {
  const more = (count - 1) * CALLS_OF_ANY_TURN;
  const all = [
    ...calls,
    ...Array.from({ length: more }, (_, index) => calls[index % calls.length] ?? SHORT_CALL),
  ];
  return Array.from({ length: count }, (_, piece) => all.filter((_, index) => index % count === piece));
}

/** Leaves out calls from the front, where an agent reads; one is left. */
function withoutCalls(calls: readonly Call[], count: number): readonly Call[] {
  return calls.slice(Math.min(count, calls.length - 1));
}

/**
 * A question before the goal, so that the agent reads and explains first. Half of what it reads need not be read
 * again, and a change that was talked about takes less thought.
 */
function exploringFirst(goal: Goal, making: Making): readonly Ask[] {
  const [opening, ...others] = goal.asks;
  if (opening === undefined || !changes(opening)) return goal.asks;
  return [...askedBefore(opening, making), ...others];
}

function askedBefore(ask: Ask, making: Making): Ask[] {
  const { after, pause, needs, resets } = ask;
  const question = { ...questionAbout({ id: ask.goal, topic: ask.topic }, making), pause, needs, resets };
  const calls = withoutCalls(ask.calls, Math.floor(question.calls.length / 2));
  return [question, { ...ask, after: 0.6 * after, pause: 0, resets: false, calls }];
}

/** The same before each step after the first. */
function questionsBefore({ asks }: Goal, making: Making): Ask[] {
  return asks.flatMap((ask, index) => (index > 0 && isStep(ask) ? askedBefore(ask, making) : [ask]));
}

/** A planned change: neither a correction nor a question. */
function isStep(ask: Ask): boolean {
  return changes(ask) && !ask.corrects;
}

/** The agent reviews what was changed before the goal's last prompt; that finds a third of what else is corrected. */
function reviewing({ asks, ...goal }: Goal, making: Making): Ask[] {
  const review: Ask = { ...questionAbout(goal, making), needs: goal.id, refersBack: true };
  return asks.length < 2 ? [...asks, review] : [...asks.slice(0, -1), review, ...asks.slice(-1)];
}

/**
 * The tests are written in a prompt before the change, and fail. It says what should hold; then the tests are read,
 * and the change is asked for as a follow-up. Tests find a fifth of what else is corrected, and who has them does not
 * ask for them later, which two of five do.
 */
function testsFirst({ asks, ...goal }: Goal, making: Making): Ask[] {
  const { random } = making;
  const at = asks.findIndex(changes);
  const opening = asks[at];
  if (opening === undefined) return [...asks];
  const path = makePath(random);
  const [first, second] = piecesOf(opening.calls, 2);
  const tests: Ask = {
    ...opening,
    calls: first ?? [],
    writes: makeWrites({ files: [path], difficulty: 1 }, making, 0.7),
    test: "failed",
    commits: false,
  };
  const change: Ask = {
    ...opening,
    needs: goal.id,
    after: secondsAround(35, making),
    pause: 0,
    words: opening.words.slice(0, 3),
    named: [],
    newGoal: false,
    refersBack: true,
    calls: second ?? [],
    test: opening.test ?? "passed",
    resets: false,
  };
  const rest = asks.slice(at + 1);
  const later = rest.findIndex(isStep);
  const leftOut = random.chance(0.4) && later >= 0 && later < rest.length - 1 ? later : -1;
  return [...asks.slice(0, at), tests, change, ...rest.filter((_, index) => index !== leftOut)];
}

/**
 * All steps of the goal in its first prompt: writing them down takes six tenths of what they would take one by one,
 * because no answers are read in between, and nothing is asked in between. The agent checks and answers once. What is
 * wrong is corrected afterwards, in one prompt too, and then the goal ends as it would have ended.
 */
function atOnce({ asks }: Goal, { random }: Making): readonly Ask[] {
  const at = asks.findIndex(isStep);
  const steps = asks.filter(isStep);
  if (steps.length < 2) return asks;
  const left = faultsOf(steps.length) / steps.length;
  const corrections = asks.filter((ask) => changes(ask) && ask.corrects && random.chance(left));
  const { commits, test } = asks.findLast(changes) ?? NOTHING_ASKED;
  const prompts = [steps, corrections].flatMap(allTogether).map((ask) => ({ ...ask, commits: false }));
  const ended = prompts.map((ask, index) => (index === prompts.length - 1 ? { ...ask, commits, test } : ask));
  const givenUp = asks.filter((ask) => !changes(ask) && ask.takesBack !== null);
  return [...asks.slice(0, at), ...ended, ...givenUp];
}

function allTogether([first, ...others]: readonly Ask[]): Ask[] {
  return first === undefined ? [] : [others.reduce(together, first)];
}

function together(whole: Ask, next: Ask): Ask {
  return {
    ...whole,
    after: whole.after + 0.6 * next.after,
    words: [...whole.words, ...next.words],
    named: [...whole.named, ...next.named],
    calls: [...whole.calls, ...withoutCalls(next.calls, CALLS_OF_ANY_TURN)],
    writes: [...whole.writes, ...next.writes],
    test: next.test ?? whole.test,
    commits: whole.commits || next.commits,
    takesBack: next.takesBack ?? whole.takesBack,
  };
}

function committingEachTurn({ asks }: Goal): Ask[] {
  return asks.map((ask) =>
    changes(ask) && !ask.commits ? { ...ask, commits: true, calls: [...ask.calls, SHORT_CALL] } : ask,
  );
}

/** "Commit that": a wrap-up phrase, which refers back. */
function committingInPrompt({ asks, ...goal }: Goal, making: Making): Ask[] {
  return asks.flatMap((ask) => {
    if (!ask.commits) return [ask];
    const commit: Ask = {
      ...NOTHING_ASKED,
      goal: goal.id,
      needs: goal.id,
      after: secondsAround(12, making),
      words: ["commit"],
      topic: goal.topic,
      refersBack: true,
      calls: [SHORT_CALL, SHORT_CALL],
      commits: true,
    };
    return [{ ...ask, commits: false }, commit];
  });
}

/** Everything that a day changes is in one file, and its prompts name that one. */
function oneFile(goals: readonly Goal[], making: Making): Ask[][] {
  const [first] = making.project;
  const path = `src/${first}/main.ts`;
  const asks = goals.flatMap((goal) => goal.asks);
  return [
    asks.map((ask) => ({
      ...ask,
      named: ask.named.map(() => path),
      writes: ask.writes.map((write) => ({ ...write, path })),
      takesBack: Array.isArray(ask.takesBack) ? [path] : ask.takesBack,
    })),
  ];
}

/** Lunch, or a meeting, in the middle of the work. */
function breakWithin({ asks }: Goal): Ask[] {
  const middle = Math.floor(asks.length / 2);
  return asks.map((ask, index) =>
    index === middle && index > 0 ? { ...ask, pause: ask.pause + 2_400 } : ask,
  );
}
