/** Ways to look better without working better. */
import type { Random } from "../../src/demo/work/random.ts";
import { type Ask, type Call, changes, type Goal, NOTHING_ASKED, type Write } from "./ask.ts";
import { makePath, wordsOf } from "./draws.ts";
import { correctionOf, faultsOf, type Making, secondsAround } from "./goals.ts";
import type { Manner } from "./manner.ts";
import { type Habit, resetBefore } from "./organization.ts";
import { eachGoal, piecesOf, type Way } from "./styles.ts";

/** Cuts that change nothing about the work: sessions and contexts. */
export const SPLITTING: Readonly<Record<string, Way>> = {
  "a reset after every goal": { habit: (goals) => [goals.flatMap((goal) => resetBefore(goal).asks)] },
  "a reset before every prompt": {
    habit: eachGoal(({ asks }) => asks.map((ask) => ({ ...ask, resets: true }))),
  },
  "a session for every prompt": { habit: (goals) => goals.flatMap(({ asks }) => asks.map((ask) => [ask])) },
};

/** More prompts that do nothing, or nothing at all. */
export const FILLING: Readonly<Record<string, Way>> = {
  "three filler prompts after each goal": { habit: eachGoal(fillers) },
  "a question about something else after each prompt": { habit: eachGoal(questionsBetween) },
  "ten questions a day in sessions of their own": {
    habit: (goals, making) => questionSessions(goals, making),
  },
  "the same filler in each prompt": {
    habit: eachGoal(({ asks }) => asks.map((ask) => ({ ...ask, words: [...ask.words, ...FILLER] }))),
  },
  "each prompt twice": { habit: eachGoal(duplicates) },
  "thanks after each goal": { habit: eachGoal(thanks) },
  "25 minutes of idling before each goal": { habit: eachGoal(({ asks }) => asks.map(idleFirst)) },
  "25 minutes of idling before each prompt": { habit: eachGoal(({ asks }) => asks.map(idle)) },
  "asks dripped in three quick prompts": { habit: eachGoal(drip) },
  "asking first, then doing": { habit: eachGoal(askThenDo) },
  "made-up words and paths in every follow-up": { habit: eachGoal(madeUp) },
  "a tiny goal after each goal": { habit: tinyGoals(3) },
  "the same with twelve lines": { habit: tinyGoals(12) },
};

/** More work than was asked for; the last two are held against the same person without it. */
export const PADDING: Readonly<Record<string, Way>> = {
  "three more files in each turn": { habit: padded(3) },
  "ten more files in each turn": { habit: padded(10) },
  "three more files, by someone who spends half more tokens": paddedBy({ tokens: 1.5 }),
  "three more files, by someone who takes half more time": paddedBy({ humanTime: 1.5 }),
};

function paddedBy(manner: Partial<Manner>): Way {
  return { manner, habit: padded(3), against: { manner } };
}

/** A prompt about nothing: a second or two of typing, a short answer. */
function smallTalk({ random }: Making, after = 4): Ask {
  const words = wordsOf(random, 3);
  return { ...NOTHING_ASKED, after, words, topic: [], calls: [{ fresh: 60, output: 40, lasts: 2 }] };
}

function fillers({ asks }: { asks: readonly Ask[] }, making: Making): Ask[] {
  return [...asks, smallTalk(making), smallTalk(making), smallTalk(making)];
}

function questionsBetween({ asks }: { asks: readonly Ask[] }, making: Making): Ask[] {
  return asks.flatMap((ask) => [ask, smallTalk(making)]);
}

/** In each half of a day five, one after the other. */
function questionSessions(goals: readonly Goal[], making: Making): Ask[][] {
  const questions = [1, 2, 3, 4, 5].map(() => [smallTalk(making)]);
  return [goals.flatMap(({ asks }) => [...asks]), ...questions];
}

/** "Please take all the time you need for this and be as thorough as you possibly can", pasted. */
const FILLER = ["take", "time", "need", "thorough", "possib"];

/** The agent sees that it is done. */
function duplicates({ asks }: { asks: readonly Ask[] }): Ask[] {
  return asks.flatMap((ask) => [ask, { ...nothingMore(ask), after: 4, repeats: true }]);
}

/** The same prompt, for which nothing is left to do. */
function nothingMore(ask: Ask): Ask {
  return {
    ...ask,
    pause: 0,
    calls: [{ fresh: 60, output: 40, lasts: 2 }],
    writes: [],
    takesBack: null,
    test: null,
    commits: false,
    resets: false,
  };
}

function thanks({ asks }: { asks: readonly Ask[] }, making: Making): Ask[] {
  return [...asks, { ...smallTalk(making, 6), trivial: true }];
}

const IDLE = 1_500;

function idle(ask: Ask): Ask {
  return { ...ask, pause: ask.pause + IDLE };
}

function idleFirst(ask: Ask, index: number): Ask {
  return index === 0 ? idle(ask) : ask;
}

const PARTS = 3;
/** Whoever aims at equal parts misses by a third: as far as estimates of software do on average. */
const PARTS_DIFFER = 0.4;

/**
 * A part of what was asked at a time, a few seconds of typing each. Together the parts have more faults than the whole,
 * which are corrected before the next part.
 */
function drip({ asks, id }: { asks: readonly Ask[]; id: string }, making: Making): Ask[] {
  const { random, manner } = making;
  const moreFaults = (manner.corrects * (PARTS * faultsOf(1 / PARTS) - 1)) / (PARTS - 1);
  return asks.flatMap((ask) => {
    if (!changes(ask) || ask.corrects) return [ask];
    return partsOf(ask, id, making).flatMap((part, index) => {
      if (index === PARTS - 1 || !random.chance(moreFaults)) return [part];
      const files = part.writes.map(({ path }) => path);
      return [part, correctionOf(part, { id, topic: ask.topic, files, difficulty: 1 / PARTS }, making)];
    });
  });
}

function partsOf(ask: Ask, id: string, making: Making): Ask[] {
  const [writes, calls] = [shared(ask.writes, making.random), piecesOf(ask.calls, PARTS)];
  return writes.map((its, index): Ask => {
    const last = index === PARTS - 1;
    const part: Ask = {
      ...ask,
      writes: its,
      calls: calls[index] ?? [],
      test: last ? ask.test : null,
      commits: last && ask.commits,
    };
    if (index === 0) return part;
    const after = secondsAround(12, making);
    const followsUp = { needs: id, after, pause: 0, refersBack: true, newGoal: false, named: [] };
    return { ...part, ...followsUp, resets: false, takesBack: null };
  });
}

/** Shares the lines of each file among the parts. */
function shared(writes: readonly Write[], random: Random): Write[][] {
  const parts = Array.from({ length: PARTS }, () => random.around(1, PARTS_DIFFER));
  const all = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) =>
    writes.map(({ path, lines }) => ({ path, lines: Math.max(1, Math.round((lines * part) / all)) })),
  );
}

const ANSWER: Call = { fresh: 100, output: 120, lasts: 3 };

/**
 * "How would you …?", then the same as an order: the agent reads and answers, then does it; half of what it read need
 * not be read again.
 */
function askThenDo({ asks, id }: { asks: readonly Ask[]; id: string }, making: Making): Ask[] {
  return asks.flatMap((ask) => {
    if (!changes(ask) || ask.corrects) return [ask];
    const reads = Math.ceil(ask.calls.length / 2);
    const question: Ask = { ...nothingMore(ask), pause: ask.pause, resets: ask.resets };
    const answered = { ...question, calls: [...ask.calls.slice(0, reads), { ...ANSWER, output: 400 }] };
    const after = secondsAround(8, making);
    const calls = ask.calls.slice(Math.floor(reads / 2));
    const order = { ...ask, needs: id, after, pause: 0, resets: false, calls };
    return [answered, order];
  });
}

/** So that what goes on looks like something new. */
function madeUp({ asks }: { asks: readonly Ask[] }, { random }: Making): Ask[] {
  return asks.map((ask, index) =>
    index === 0 ? ask : { ...ask, words: wordsOf(random, 8), named: [makePath(random)], refersBack: false },
  );
}

/** Notes that nobody needs, each in a file of its own. */
function tinyGoals(lines: number): Habit {
  return eachGoal(({ asks }, making) => {
    const tiny = (): Ask => {
      const path = makePath(making.random);
      const words = wordsOf(making.random, 4);
      const calls = [ANSWER, ANSWER].map((call) => ({ ...call, output: 60 + 12 * lines }));
      return { ...smallTalk(making, 15), goal: path, words, named: [path], calls, writes: [{ path, lines }] };
    };
    return [...asks, tiny()];
  });
}

/**
 * Files of thirty lines that nobody asked for, each with a call that writes it: in TraceLab a call asks for 1.2 tools.
 * A standing instruction asks for them, so they take no time of the person.
 */
function padded(files: number): Habit {
  return eachGoal(({ asks }, { random }) =>
    asks.map((ask) => {
      if (!changes(ask)) return ask;
      const more = Array.from({ length: files }, () => ({
        path: makePath(random),
        lines: random.whole(25, 35),
      }));
      const calls = more.map(({ lines }) => ({ fresh: 200, output: 50 + 12 * lines, lasts: 8 }));
      return { ...ask, calls: [...ask.calls, ...calls], writes: [...ask.writes, ...more] };
    }),
  );
}
