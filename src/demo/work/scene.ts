/** A sitting while it happens: the clock, the context, and the session that is being written. */
import type { Instant, Milliseconds, Tokens } from "../../vocabulary/units.ts";
import type { Habits } from "./habits.ts";
import type { ProviderTrouble } from "./provider-trouble.ts";
import { createRandom, type Random } from "./random.ts";
import type { DemoAgent, DemoSession, Step } from "./session.ts";
import { type Traits, TRAITS } from "./traits.ts";

/** One process of an agent, from its start until the developer leaves. */
export interface Scene {
  habits: Habits;
  random: Random;
  agent: DemoAgent;
  traits: Traits;
  model: string;
  folder: string;
  /** What goes wrong with providers, and when. */
  troubles: readonly ProviderTrouble[];
  now: Instant;
  /** What the next call will read. */
  context: Tokens;
  /** The part of it that no cache holds yet. */
  fresh: Tokens;
  steps: Step[];
  sessions: DemoSession[];
}

/** Opens an agent in a folder. */
export function openScene(
  parts: Pick<Scene, "habits" | "random" | "agent" | "folder" | "troubles" | "now">,
): Scene {
  const traits = TRAITS[parts.agent];
  const model = modelFor(parts, traits);
  const scene = { ...parts, traits, model, context: 0, fresh: 0, steps: [], sessions: [] };
  emptyContext(scene);
  return scene;
}

/** Drawn from a stream of its own, so that the work is the same whatever does it. */
function modelFor({ habits, now }: Pick<Scene, "habits" | "now">, { model, cheaper }: Traits): string {
  if (cheaper === null) return model;
  return createRandom(`${habits.email} model ${now}`).chance(habits.cheaper) ? cheaper : model;
}

/** Leaves nothing in the context but instructions; they are not in the cache. */
export function emptyContext(scene: Scene): void {
  scene.context = scene.traits.instructions + scene.habits.carries;
  scene.fresh = scene.context;
}

/** Adds to what the next call reads. */
export function grow(scene: Scene, tokens: Tokens): void {
  scene.context += Math.round(tokens);
  scene.fresh += Math.round(tokens);
}

/** Lets time pass; at least a millisecond, so that no two steps share one. */
export function pass(scene: Scene, time: Milliseconds): void {
  scene.now += Math.max(1, Math.round(time));
}

/** Ends the session; a scene may go on with another. */
export function closeSession(scene: Scene): void {
  const [first] = scene.steps;
  if (first === undefined) return;
  const { habits, random, agent, traits, model, folder, steps, sessions } = scene;
  sessions.push({
    id: traits.timedIds ? random.uuidAt(first.at) : random.uuid(),
    agent,
    model,
    person: habits,
    folder,
    startedAt: first.at,
    endedAt: scene.now,
    earlierInProcess: sessions.length,
    steps,
  });
  scene.steps = [];
}
