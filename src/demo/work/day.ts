/** What a developer does on one day: sittings with an agent, goals in each of them, prompts for each goal. */
import { DAY, type Instant, MINUTE, type Ratio, SECOND } from "../../vocabulary/units.ts";
import { type ByLevel, folderOf, type Goal, goalsOf } from "../asks/goals.ts";
import { ACKNOWLEDGEMENTS, RETRY } from "../asks/later-prompts.ts";
import type { Level } from "../asks/marked.ts";
import type { Habits } from "./habits.ts";
import { createRandom, type Random } from "./random.ts";
import { type ProviderTrouble, troubleOf } from "./provider-trouble.ts";
import { closeSession, emptyContext, grow, openScene, pass, type Scene } from "./scene.ts";
import type { DemoSession } from "./session.ts";
import { compact, type Ending, type Plan, work } from "./work.ts";

/**
 * The sessions of one developer on one day.
 *
 * @param midnight - Midnight UTC of the day, the seed, the share of days with an agent, and what goes wrong.
 * @returns Nothing on Saturdays and Sundays; the same for the same seed.
 */
export function sessionsOfDay(
  habits: Habits,
  midnight: Instant,
  { seed, presence, troubles }: { seed: string; presence: Ratio; troubles: readonly ProviderTrouble[] },
): DemoSession[] {
  const random = createRandom(`${seed} ${habits.email} ${midnight / DAY}`);
  if (isWeekend(midnight) || !random.chance(presence)) return [];
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
function isWeekend(midnight: Instant): boolean {
  const weekday = (Math.floor(midnight / DAY) + 4) % 7;
  return weekday === 0 || weekday === 6;
}

function sit({
  habits,
  random,
  now,
  troubles,
}: Pick<Scene, "habits" | "random" | "now" | "troubles">): Scene {
  const goals = pickGoals(habits, random);
  const folder = folderOf(habits.repository);
  const scene = openScene({ habits, random, agent: random.pick(habits.agents), folder, now, troubles });
  for (const [index, goal] of goals.entries()) {
    if (index > 0) leaveGoal(scene);
    pursue(scene, goal, index);
  }
  closeSession(scene);
  return scene;
}

/** Different goals about different parts of the team's repository. */
function pickGoals({ repository, goals }: Habits, random: Random): Goal[] {
  const shuffled = goalsOf(repository).map((goal) => ({ goal, order: random.next() }));
  shuffled.sort((left, right) => left.order - right.order);
  const ofEachPart = Map.groupBy(shuffled, ({ goal }) => goal.part);
  return [...ofEachPart.values()].flatMap(([first]) => first?.goal ?? []).slice(0, random.whole(...goals));
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
  const first = {
    text: textOf(scene, goal.openings),
    plan: planOf(scene, goal, random.whole(...habits.reads)),
  };
  const prompts: Intended[] = [first];
  if (random.chance(ASKS_FIRST))
    prompts.unshift({ text: random.pick(goal.questions).text, plan: { ...nothingTo(goal), reads: 1 } });
  while (prompts.length < count - (commits ? 1 : 0)) {
    const corrects = random.chance(habits.corrects);
    const text = corrects ? correctionOf(scene, goal) : anotherOf(scene, goal.followUps, prompts);
    prompts.push({ text, plan: planOf(scene, goal, random.whole(0, 1)) });
  }
  if (!commits) return prompts;
  return [...prompts, { text: textOf(scene, goal.commits), plan: { ...nothingTo(goal), commits: true } }];
}

/** Share of goals that begin with a question. */
const ASKS_FIRST: Ratio = 0.06;

/** Between well and weakly there are prompts that lack one thing or another. */
function levelOf({ habits, random }: Scene): Level {
  if (random.chance(habits.asksWell)) return "good";
  return random.chance(0.35 + 0.45 * habits.asksWell) ? "fair" : "weak";
}

function textOf(scene: Scene, prompts: ByLevel): string {
  return scene.random.pick(prompts[levelOf(scene)]).text;
}

/** One that was not sent for this goal yet, as long as there is one. */
function anotherOf(scene: Scene, prompts: ByLevel, sent: readonly Intended[]): string {
  const level = levelOf(scene);
  const texts = prompts[level]
    .map(({ text }) => text)
    .filter((text) => sent.every((before) => before.text !== text));
  const [first = scene.random.pick(prompts.good).text, ...others] = texts;
  return scene.random.pick([first, ...others]);
}

function nothingTo(goal: Goal): Plan {
  return { goal, reads: 0, edits: 0, tests: false, commits: false };
}

function planOf({ habits, random }: Scene, goal: Goal, reads: number): Plan {
  return {
    goal,
    reads,
    edits: random.whole(1, 2),
    tests: random.chance(habits.tests),
    commits: false,
  };
}

function correctionOf(scene: Scene, goal: Goal): string {
  return textOf(scene, goal.corrections);
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
  ask(scene, correctionOf(scene, goal), { ...plan, reads: 0, edits: 1 });
}

function acknowledge(scene: Scene, goal: Goal): void {
  pass(scene, scene.random.around(9 * SECOND, 0.4));
  ask(scene, scene.random.pick(ACKNOWLEDGEMENTS), nothingTo(goal));
}
