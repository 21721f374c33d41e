/** `GET /v1/advisor/habits`: response, and what is asked. */
import { z } from "zod";
import { DEVELOPER_ANSWER } from "../../../identity/developers/answer.ts";
import type { ReadScope } from "../../../identity/scope.ts";
import { SKILL_INPUTS } from "../../../metrics/metrics.ts";
import { eachInput } from "../../../scores/skill-inputs.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import { EFFECT } from "../effect/effect-answer.ts";
import { HABIT_IDS } from "./rules/every-habit.ts";

const SCORE = z.number().min(0).max(100);
const COUNT = z.int().min(0);
const POINTS = z.number().min(0).describe("Points of Skill that are gained if its tasks become usual ones.");

/** A habit by its id. */
export const HABIT_ID = z.enum(HABIT_IDS);

const WORDS = {
  habit: HABIT_ID,
  input: z.enum(SKILL_INPUTS),
  title: z.string(),
  advice: z.string(),
  expectation: z.string().describe("What should change when the habit is kept."),
  isCuredByWording: z.boolean().describe("Whether other words in a prompt are enough."),
};

export type HabitWords = z.infer<z.ZodObject<typeof WORDS>>;

/** One input of a developer, and what it is held against. */
export const INPUT_GAP = z.object({
  value: SCORE.nullable(),
  reference: z
    .object({ value: SCORE, of: z.enum(["organization", "own"]) })
    .nullable()
    .describe(
      "The median of people; of the developer's own tasks where fewer than five people have the input.",
    ),
  share: z.number().min(0).max(1).nullable().describe("Of Skill, among the inputs with a value."),
  points: POINTS.nullable().describe(
    "share × (reference − value), in points of Skill; 0 where it is not below.",
  ),
});

const EXAMPLE = z.object({
  sessionId: z.string(),
  subSessionId: z.string(),
  at: z.iso.datetime().describe("When the task began."),
  title: z.string().nullable(),
  value: SCORE.describe("The input in that task."),
  turnIndexes: z.array(COUNT).min(1).describe("The turns that show it, the clearest first; at most three."),
  quote: z.string().nullable().describe("At most 160 characters of the first turn's prompt, redacted."),
});

/** One habit of a developer. */
export const HABIT = z.object({
  ...WORDS,
  points: POINTS,
  tasks: COUNT.describe("Tasks below the reference that show it."),
  outOf: COUNT.describe("Tasks that have the input."),
  lastAt: z.iso.datetime().describe("When the newest of them began."),
  examples: z.array(EXAMPLE).max(2).describe("The most expensive first."),
  rewrite: z
    .object({ sessionId: z.string(), text: z.string() })
    .nullable()
    .describe(
      "A quoted prompt as it could have been; only where wording is the cure, and with a judge model.",
    ),
  firstSeenAt: z.iso.datetime().nullable().describe("When its developer first saw it; null before."),
  triedAt: z.iso.datetime().nullable().describe("When they began to try it for a week; null before."),
  since: z
    .object({ tasks: COUNT, outOf: COUNT })
    .nullable()
    .describe("Tasks that began since it was tried, else first seen; null before."),
  effect: EFFECT.nullable().describe("From the same moment on, after ten later tasks; null before."),
});

export type Habit = z.infer<typeof HABIT>;

const DEVELOPER_HABITS = z.object({
  developer: DEVELOPER_ANSWER,
  inputs: z.object(eachInput(() => INPUT_GAP)),
  weakest: z.enum(SKILL_INPUTS).nullable().describe("The input that costs most points; null when none does."),
  chosen: HABIT_ID.nullable().describe(
    "The habit to work on. One that its developer saw rests for two weeks from the next day on unless a later task " +
      "shows it again; null when every habit rests or none was found.",
  ),
  habits: z
    .array(HABIT)
    .describe("Those of the weakest input first. Where several people are read: only the chosen one."),
});

export type DeveloperHabits = z.infer<typeof DEVELOPER_HABITS>;

const TEAM_HABITS = z.object({
  people: COUNT.describe("With an input of Skill in the window; shared keys are left out."),
  habits: z
    .array(
      z.object({
        ...WORDS,
        people: COUNT.describe("Who have it; five at least."),
        tasks: COUNT,
        points: POINTS.describe("The mean over all people, in points of Skill."),
      }),
    )
    .describe("The most expensive first."),
});

export type TeamHabits = z.infer<typeof TEAM_HABITS>;

/** What a window shows of habits. */
export const HABITS_ANSWER = z.object({
  people: COUNT.describe("Those who may be read and have work in the window; shared keys are left out."),
  developers: z.array(DEVELOPER_HABITS).describe("They by name; at most 500."),
  team: TEAM_HABITS.nullable().describe(
    "null for fewer than five people, with `developer`, and for a key that reads only one developer.",
  ),
});

export type HabitsAnswer = z.infer<typeof HABITS_ANSWER>;

/** What is asked for. */
export interface HabitsQuery {
  scope: ReadScope;
  /** An id or an e-mail; null for everybody who may be read. */
  developer: string | null;
  /** Tasks that start at or after this time… */
  from: Instant;
  /** …and before this one. */
  to: Instant;
  now: Instant;
}
