/** What a developer does on one day: sittings with an agent, goals in each of them, prompts for each goal. */
import { DAY, MINUTE, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { ACKNOWLEDGEMENTS, COMMIT_PROMPT, CORRECTIONS, type Goal, GOALS, RETRY } from "./goals.ts";
import type { Habits } from "./habits.ts";
import { createRandom, type Random } from "./random.ts";
import { type ProviderTrouble, troubleOf } from "./provider-trouble.ts";
import { closeSession, emptyContext, grow, openScene, pass, type Scene } from "./scene.ts";
import type { DemoSession } from "./session.ts";
import { compact, type Ending, type Plan, work } from "./work.ts";

/**
 * The sessions of one developer on one day.
 *
 * Takes: midnight UTC of the day, the seed, and what goes wrong. Gives: nothing on Saturdays and Sundays; the same for
 * the same seed.
 */
export function sessionsOfDay(
  habits: Habits,
  midnight: Milliseconds,
  { seed, troubles }: { seed: string; troubles: readonly ProviderTrouble[] },
): DemoSession[] {
  if (isWeekend(midnight)) return [];
  const random = createRandom(`${seed} ${habits.email} ${midnight / DAY}`);
  const sessions: DemoSession[] = [];
  let now = midnight + habits.dayBegins + random.whole(0, 40) * MINUTE;
  for (let left = random.whole(...habits.sittings); left > 0; left -= 1) {
    const scene = sit({ habits, random, now, troubles });
    sessions.push(...scene.sessions);
    now = scene.now + random.whole(10, 60) * MINUTE;
  }
  return sessions;
}

/** 1970-01-01 was a Thursday. */
function isWeekend(midnight: Milliseconds): boolean {
  const weekday = (Math.floor(midnight / DAY) + 4) % 7;
  return weekday === 0 || weekday === 6;
}

function sit({
  habits,
  random,
  now,
  troubles,
}: Pick<Scene, "habits" | "random" | "now" | "troubles">): Scene {
  const goals = pickGoals(random, random.whole(...habits.goals));
  const folder = goals[0]?.folder ?? GOALS[0].folder;
  const scene = openScene({ habits, random, agent: random.pick(habits.agents), folder, now, troubles });
  for (const [index, goal] of goals.entries()) {
    if (index > 0) leaveGoal(scene);
    pursue(scene, goal, index);
  }
  closeSession(scene);
  return scene;
}

/** Different goals of one folder. */
function pickGoals(random: Random, count: number): Goal[] {
  const first = random.pick(GOALS);
  const others = GOALS.filter((goal) => goal.folder === first.folder && goal !== first);
  const shuffled = others.map((goal) => ({ goal, order: random.next() }));
  shuffled.sort((left, right) => left.order - right.order);
  return [first, ...shuffled.map(({ goal }) => goal)].slice(0, count);
}

/** Somebody who keeps the context small either empties it or, when it is worth something, shortens it. */
function leaveGoal(scene: Scene): void {
  const { habits, random, traits } = scene;
  pass(scene, random.around(45 * SECOND, 0.5));
  if (!random.chance(habits.resets)) return;
  const isFull = scene.context > traits.window * 0.3;
  if (isFull && random.chance(0.5)) return compact(scene, true);
  scene.steps.push({ kind: "reset", at: scene.now });
  emptyContext(scene);
  if (traits.resetBeginsSession) closeSession(scene);
  pass(scene, 20 * SECOND);
}

function pursue(scene: Scene, goal: Goal, index: number): void {
  const { habits, random } = scene;
  const plans = planPrompts(scene, goal);
  for (const [number, { text, plan }] of plans.entries()) {
    if (number > 0) think(scene);
    const isNext = index > 0 && number === 0 && random.chance(0.3);
    const ending = ask(scene, isNext ? `Next: ${text}` : text, plan);
    if (ending === "gave_up") askAgain(scene, plan);
    if (ending === "refused") correct(scene, goal, plan);
    if (random.chance(habits.acknowledges)) acknowledge(scene, goal);
  }
}

interface Intended {
  text: string;
  plan: Plan;
}

function planPrompts(scene: Scene, goal: Goal): Intended[] {
  const { habits, random } = scene;
  const count = random.whole(...habits.prompts);
  const commits = random.chance(habits.commits);
  const followUps = [...goal.followUps];
  const first = { text: goal.opening, plan: planOf(scene, goal, random.whole(...habits.reads)) };
  const prompts: Intended[] = [first];
  while (prompts.length < count - (commits ? 1 : 0)) {
    const followUp = random.chance(habits.corrects) ? undefined : followUps.shift();
    const text = followUp ?? correctionOf(random, goal);
    prompts.push({ text, plan: planOf(scene, goal, random.whole(0, 1)) });
  }
  const commit = { goal, reads: 0, edits: 0, tests: false, commits: true };
  return commits ? [...prompts, { text: COMMIT_PROMPT, plan: commit }] : prompts;
}

function planOf({ habits, random }: Scene, goal: Goal, reads: number): Plan {
  return {
    goal,
    reads,
    edits: random.whole(1, 3),
    tests: random.chance(habits.tests),
    commits: false,
  };
}

function correctionOf(random: Random, goal: Goal): string {
  return random.pick(CORRECTIONS).replaceAll("%s", goal.symbol).replaceAll("%f", goal.files[0]);
}

function ask(scene: Scene, text: string, plan: Plan): Ending {
  pass(scene, 1);
  scene.steps.push({ kind: "prompt", at: scene.now, text });
  grow(scene, text.length / 4);
  return work(scene, plan);
}

/** Now and then the developer goes for coffee. */
function think(scene: Scene): void {
  const { random, habits } = scene;
  const seconds = random.chance(0.04) ? random.whole(600, 1_500) : random.around(habits.thinks, 0.55);
  pass(scene, Math.max(4, seconds) * SECOND);
}

function askAgain(scene: Scene, plan: Plan): void {
  if (isRefused(scene)) return waitForProvider(scene, plan);
  pass(scene, scene.random.whole(60, 240) * SECOND);
  ask(scene, RETRY, plan);
}

function isRefused(scene: Scene): boolean {
  return (troubleOf(scene)?.refusal ?? null) !== null;
}

/** Twice at once, then a walk. */
function waitForProvider(scene: Scene, plan: Plan): void {
  const { random } = scene;
  for (const seconds of [random.whole(15, 40), random.whole(20, 60), random.whole(500, 1_100)]) {
    pass(scene, seconds * SECOND);
    if (ask(scene, RETRY, plan) !== "gave_up") return;
  }
}

function correct(scene: Scene, goal: Goal, plan: Plan): void {
  think(scene);
  ask(scene, correctionOf(scene.random, goal), { ...plan, reads: 0, edits: 1 });
}

function acknowledge(scene: Scene, goal: Goal): void {
  pass(scene, scene.random.around(9 * SECOND, 0.4));
  const nothing = { goal, reads: 0, edits: 0, tests: false, commits: false };
  ask(scene, scene.random.pick(ACKNOWLEDGEMENTS), nothing);
}
