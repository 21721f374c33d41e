/**
 * Made-up goals: how many prompts they take, what is said, and what the agent does.
 *
 * Nobody was observed. Each number has its reason in the line above it; factors of a manner are 1 for the usual.
 *
 * The captured sessions (test/fixtures/) were scripted, so they show what agents do and not what people do. For people,
 * and for how much differs, there are two public collections of sessions; their means are close to these.
 *
 * @see SWE-chat (Baumann et al., 2026): 63,000 prompts, 10.5 a session, with 5.6 tool calls each; 19 % ask to explain.
 * @see TraceLab (University of Washington, 2026): 357,000 model calls, 523 output tokens each; 9.2 prompts a session,
 *   8.7 calls a prompt, half of them at most 2 and a tenth over 20, which is more scatter than here.
 */
import type { Random } from "../../src/demo/work/random.ts";
import { type Ask, type Call, changes, type Goal, NOTHING_ASKED, type Write } from "./ask.ts";
import { makePath, makeWord, pickOne, pickSome, poisson, wordsOf } from "./draws.ts";
import type { DayMood, Manner } from "./manner.ts";

/** What goals are made with. */
export interface Making {
  random: Random;
  manner: Manner;
  mood: DayMood;
  /** Words that all prompts in this project are likely to hold: "test", "add", "button". */
  project: readonly string[];
}

/** Words of the project that many prompts use. */
export const PROJECT_WORDS = 16;
/** A judgement: every seventh goal goes on in the files of the one before it. */
const RELATED = 0.15;
/** Every fifth goal begins with a question: with the others, one prompt in eight is one, fewer than in SWE-chat. */
const ASKS_FIRST = 0.2;
/** Every eighth follow-up is a question that changes nothing, for the same reason. */
const QUESTIONS = 0.12;
/** Follow-ups of a goal on average; half a day's session then has eight prompts, as sessions have in public. */
const FOLLOW_UPS = 3.5;

/** Makes up a goal. */
export function makeGoal(id: string, before: Goal | null, making: Making): Goal {
  const { random, manner } = making;
  const related = before !== null && random.chance(RELATED) ? before : null;
  const scene = sceneOf(id, related, making);
  const asks: Ask[] = [];
  if (random.chance(ASKS_FIRST)) asks.push(questionAbout(scene, making));
  asks.push({ ...openingOf(scene, making), needs: related?.id ?? null });
  for (let left = poisson(random, FOLLOW_UPS * manner.turns * manner.goalLength); left > 0; left -= 1)
    asks.push(followUpOf(scene, asks, making));
  return { id, topic: scene.topic, asks: finish(asks, making) };
}

/** What a goal is about. */
interface Scene {
  id: string;
  topic: readonly string[];
  files: readonly string[];
  /** How much larger its steps are than usual. */
  difficulty: number;
}

function sceneOf(id: string, related: Goal | null, { random }: Making): Scene {
  const shared = related === null ? [] : related.topic.slice(0, 4);
  const topic = [...shared, ...wordsOf(random, 8 - shared.length)];
  const [same] = related?.asks.flatMap(({ writes }) => writes.map(({ path }) => path)) ?? [];
  const files = Array.from({ length: 1 + poisson(random, 1) }, () => makePath(random));
  return {
    id,
    topic,
    files: same === undefined ? files : [same, ...files],
    difficulty: random.around(1, 0.4),
  };
}

function openingOf(scene: Scene, making: Making): Ask {
  const { random, manner } = making;
  const [first = ""] = scene.files;
  return {
    ...NOTHING_ASKED,
    goal: scene.id,
    // what is next has to be thought of and described: the middle that the prior of new turns, 75 s, says
    after: secondsAround(75, making),
    // between goals one in five does something else for half an hour or more
    pause: random.chance(0.2) ? random.around(2_400, 0.4) : 0,
    words: [...pickSome(random, scene.topic, 5), ...pickSome(random, making.project, 2)],
    topic: scene.topic,
    named: random.chance(manner.pathsInOpenings) ? [first] : [],
    newGoal: random.chance(0.15),
    // it reads what it will change, for which captured agents take one call or two
    calls: makeCalls(scene, making, 5),
    writes: makeWrites(scene, making, 1),
    test: testOf(random),
  };
}

function followUpOf(scene: Scene, asks: readonly Ask[], making: Making): Ask {
  const { random, manner } = making;
  const last = asks.findLast(changes);
  if (last !== undefined && random.chance(manner.corrects)) return correctionOf(last, scene, making);
  if (random.chance(QUESTIONS)) return { ...questionAbout(scene, making), needs: scene.id, refersBack: true };
  return {
    ...NOTHING_ASKED,
    goal: scene.id,
    needs: scene.id,
    // what changed has to be read, what is next said: the middle that the prior of turns that go on, 40 s, says
    after: secondsAround(35, making),
    words: followUpWords(scene, asks, making),
    topic: scene.topic,
    named: random.chance(0.3) ? [pathFor(scene, random)] : [],
    newGoal: random.chance(0.03),
    refersBack: random.chance(0.45),
    // captured agents take two to four: they may read, edit, may test, and answer
    calls: makeCalls(scene, making, 3.5),
    writes: makeWrites(scene, making, 0.8),
    test: testOf(random),
  };
}

/**
 * How many times the faults of one step a prompt with the work of so many has: a failure is the less likely, the
 * longer an agent has worked without one.
 *
 * @see G. Hamilton, gushamilton.github.io/lab/2026/01/23/petos-paradox-ai-agents: the failures of agents over the length
 *   of tasks follow a Weibull distribution with a shape of about 0.6.
 */
export function faultsOf(steps: number): number {
  return steps ** 0.6;
}

/** "That is wrong": the agent writes the same files again, every fourth time after taking them back. */
export function correctionOf(wrong: Ask, scene: Scene, making: Making): Ask {
  const { random } = making;
  const paths = wrong.writes.map(({ path }) => path);
  const again = makeWrites(scene, making, 0.5).map((write, index) => ({
    ...write,
    path: paths[index] ?? write.path,
  }));
  return {
    ...NOTHING_ASKED,
    goal: scene.id,
    needs: scene.id,
    // the fault has to be found and described
    after: secondsAround(40, making),
    words: [...pickSome(random, wrong.words, 2), ...wordsOf(random, 2)],
    topic: scene.topic,
    corrects: true,
    refersBack: true,
    calls: makeCalls(scene, making, 3.2),
    writes: again,
    takesBack: random.chance(0.25) ? paths : null,
    test: testOf(random),
  };
}

/** A question about the goal: the agent reads, and answers. */
export function questionAbout({ id, topic }: Pick<Scene, "id" | "topic">, making: Making): Ask {
  const { random } = making;
  return {
    ...NOTHING_ASKED,
    goal: id,
    after: secondsAround(30, making),
    words: [...pickSome(random, topic, 3), ...pickSome(random, making.project, 1)],
    topic,
    calls: makeCalls({ difficulty: 1 }, making, 2),
  };
}

/**
 * How a goal ends: with a commit after tests; else with passing or failing tests, or with nothing that shows how; one
 * in fifty is given up and taken back.
 */
function finish(asks: readonly Ask[], { random, manner }: Making): Ask[] {
  const at = asks.findLastIndex(changes);
  const ending = random.next();
  const commits = random.chance(manner.commits);
  return asks.map((ask, index) => {
    if (index !== at) return ask;
    if (commits) return { ...ask, test: "passed" as const, commits: true };
    if (ending < 0.05) return { ...ask, writes: [], takesBack: "everything" as const, test: null };
    if (ending < 0.5) return { ...ask, test: "passed" as const };
    return ending < 0.65 ? { ...ask, test: "failed" as const } : { ...ask, test: null };
  });
}

/** A third of the turns run tests, and most pass. */
function testOf(random: Random): Ask["test"] {
  if (!random.chance(0.35)) return null;
  return random.chance(0.8) ? "passed" : "failed";
}

/** Nearly half of the words were said for the goal before; the others are of its topic, of the project, or new. */
function followUpWords(scene: Scene, asks: readonly Ask[], { random, manner, project }: Making): string[] {
  if (!manner.commonWords) return wordsOf(random, 5);
  const said = asks.flatMap(({ words }) => words);
  return Array.from({ length: 5 }, () => {
    const kind = random.next();
    if (kind < 0.45) return pickOne(random, said);
    if (kind < 0.6) return pickOne(random, scene.topic);
    return kind < 0.75 ? pickOne(random, project) : makeWord(random);
  });
}

/** Three of four follow-ups that name a path name one of the goal's. */
function pathFor({ files }: Scene, random: Random): string {
  return random.chance(0.75) ? pickOne(random, files) : makePath(random);
}

/**
 * In a turn that changes something, one call checks and one answers, however much it changes, as in the captured
 * sessions: so many calls more take two turns for the work of one.
 */
export const CALLS_OF_ANY_TURN = 2;

/** Calls around a mean; a larger step takes more of them, though not in proportion. */
export function makeCalls(
  { difficulty }: Pick<Scene, "difficulty">,
  { random, manner, mood }: Making,
  mean: number,
): Call[] {
  const count = Math.max(1, Math.round(random.around(mean * Math.sqrt(difficulty), manner.callSpread)));
  const factor = manner.tokens * mood.tokens;
  return Array.from({ length: count }, () => ({
    // a file or two, or what a command printed
    fresh: Math.round(factor * random.around(1_900, 0.6)),
    // some thirty lines, or a paragraph; 476 on average
    output: Math.round(factor * random.around(420, 0.5)),
    // with its tools, which is mostly a search, an edit or a test
    lasts: random.around(20, 0.4),
  }));
}

/**
 * How far the lines of turns scatter: the deviation of their logarithm. Commits, which bundle turns, scatter more.
 *
 * @see Kolassa, Riehle and Salim, "A Model of the Commit Size Distribution of Open Source", 2013: a heavy tail.
 */
const LINES_DIFFER = 0.9;

/** Some thirty lines a turn with a long tail, mostly in one file. */
export function makeWrites(
  scene: Pick<Scene, "files" | "difficulty">,
  { random }: Making,
  size: number,
): Write[] {
  const lines = Math.max(1, Math.round(random.around(32 * size * scene.difficulty, LINES_DIFFER)));
  const first = pickOne(random, scene.files);
  if (lines < 4 || random.chance(0.7)) return [{ path: first, lines }];
  const second = pickOne(random, scene.files);
  return [
    { path: first, lines: Math.ceil(lines / 2) },
    { path: second, lines: Math.floor(lines / 2) },
  ];
}

/** A judgement: two of three times of people are within a factor of 1.8 of the middle. */
export function secondsAround(median: number, { random, manner, mood }: Making): number {
  return random.around(median * manner.humanTime * mood.humanTime, 0.6);
}
