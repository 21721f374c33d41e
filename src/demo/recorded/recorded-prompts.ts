/** What is recorded of each prompt that the demo can send: its marks, a better wording, and the goal behind it. */
import type { RubricAnswer } from "../../rubric/answer.ts";
import { allGoals, type ByLevel, type Goal } from "../asks/goals.ts";
import { CAPTURED_PROMPTS } from "../asks/captured-prompts.ts";
import { RETRY } from "../asks/later-prompts.ts";
import type { Level, MarkedPrompt } from "../asks/marked.ts";

/** What is known of one text. */
export interface Recorded {
  answer: RubricAnswer;
  /** The text as it could have been. */
  better: string;
  /** null for a text of no goal. */
  goal: Goal | null;
  role: Role;
}

/** What a prompt is for. */
export type Role = "opening" | "follow_up" | "correction" | "commit" | "question";

let recorded: ReadonlyMap<string, Recorded> | null = null;

/** Returns what is recorded of a prompt; null for a text that is not one of the demo's. */
export function recordedOf(text: string): Recorded | null {
  recorded ??= new Map(everything());
  return recorded.get(text.trim()) ?? recorded.get(text.trim().replace(/^Next: /, "")) ?? null;
}

function everything(): [string, Recorded][] {
  const none = { goal: null, role: "follow_up" } as const;
  const captured = CAPTURED_PROMPTS.map(({ text, answer, better }): [string, Recorded] => [
    text,
    { answer, better, ...none },
  ]);
  return [
    ...captured,
    [RETRY, { answer: continuation(), better: RETRY, ...none }],
    ...allGoals().flatMap(ofGoal),
  ];
}

function continuation(): RubricAnswer {
  const [first] = CAPTURED_PROMPTS;
  return { ...first.answer, intent: "continuation" };
}

function ofGoal(goal: Goal): [string, Recorded][] {
  const { openings, followUps, corrections, commits, questions } = goal;
  const byRole: [Role, ByLevel][] = [
    ["opening", openings],
    ["follow_up", followUps],
    ["correction", corrections],
    ["commit", commits],
  ];
  return [
    ...byRole.flatMap(([role, prompts]) => ofRole(goal, role, prompts)),
    ...questions.map(({ text, answer }): [string, Recorded] => [
      text,
      { answer, better: text, goal, role: "question" },
    ]),
  ];
}

function ofRole(goal: Goal, role: Role, prompts: ByLevel): [string, Recorded][] {
  const levels = Object.keys(prompts) as Level[];
  return levels.flatMap((level) =>
    prompts[level].map(({ text, answer }: MarkedPrompt, index): [string, Recorded] => {
      const better = prompts.good[index % prompts.good.length] ?? prompts.good[0];
      return [text, { answer, better: better.text, goal, role }];
    }),
  );
}
