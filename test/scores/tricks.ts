/** Ways to look better without working better, as habits that a simulated developer can have. */
import type { Act, Goal } from "./simulated-work.ts";
import type { Habit } from "./simulated-team.ts";

type Prompt = Extract<Act, { kind: "prompt" }>;

/** Makes a habit of a change of each goal's acts. */
function eachGoal(change: (goal: Goal, index: number) => Act[]): Habit {
  return (goals) => [goals.flatMap(change)];
}

function isPrompt(act: Act): act is Prompt {
  return act.kind === "prompt";
}

function smallTalk(text: string, after = 4): Act[] {
  return [
    { kind: "prompt", text, after },
    { kind: "call", fresh: 60, output: 40, lasts: 2 },
  ];
}

const FILLERS = ["Tell me a joke about parsers", "What is a monad", "Name three rivers in Spain"] as const;

/** Three prompts about nothing after each goal. */
export const fillerPrompts: Habit = eachGoal(({ acts }) => [
  ...acts,
  ...FILLERS.flatMap((filler) => smallTalk(filler)),
]);

/** One after every prompt. */
export const questionsBetween: Habit = eachGoal(({ acts }) => {
  const asked: Act[] = [];
  for (const [index, act] of acts.entries()) {
    if (isPrompt(act) && index > 0) asked.push(...smallTalk(FILLERS[index % FILLERS.length] ?? ""));
    asked.push(act);
  }
  return asked;
});

/** Two sentences that say nothing in each prompt; they take half a minute to write, or none when they are pasted. */
export const fillerText: Habit = eachGoal(({ acts }) =>
  acts.map((act) => (isPrompt(act) ? { ...act, text: `${act.text}. ${WORDS}` } : act)),
);
const WORDS = "Please take all the time you need for this and be as thorough as you possibly can be";

/** The context thrown away after every goal, however small it is; nothing in it was needed any more. */
export const resetsBetween: Habit = eachGoal(({ acts }) =>
  acts.at(-1)?.kind === "reset" ? acts : [...acts, { kind: "reset" }],
);

/** What the agent does to know again what was thrown away. */
const READS_AGAIN: Act = { kind: "call", fresh: 12_000, output: 150, lasts: 6 };

/** The context thrown away after every goal, though the next one needs it. */
export const needlessResets: Habit = eachGoal((goal, index) => {
  const [prompt, ...work] = goal.acts;
  const again = prompt !== undefined && index > 0 ? [prompt, READS_AGAIN, ...work] : goal.acts;
  return again.at(-1)?.kind === "reset" ? again : [...again, { kind: "reset" }];
});

/** The context thrown away after every prompt; the agent reads everything again. */
export const splittingByResets: Habit = eachGoal(({ acts }) =>
  acts.flatMap((act, index): Act[] =>
    isPrompt(act) && index > 0 ? [{ kind: "reset" }, act, READS_AGAIN] : [act],
  ),
);

/** Half an hour of nothing before every prompt. */
export const idling: Habit = eachGoal(({ acts }) =>
  acts.map((act) => (isPrompt(act) ? { ...act, after: act.after + 1_800 } : act)),
);

/** Every prompt a second time, as soon as the agent is done. */
export const duplicates: Habit = eachGoal(({ acts }) => {
  const twice: Act[] = [];
  let last: Prompt | null = null;
  for (const act of acts) {
    if (isPrompt(act) && last !== null) twice.push(...smallTalk(last.text));
    if (isPrompt(act)) last = act;
    twice.push(act);
  }
  return last === null ? twice : [...twice, ...smallTalk(last.text)];
});

/** Thanks after every goal that went well. */
export const selectiveThanks: Habit = eachGoal(({ acts }) =>
  acts.some((act) => act.kind === "shell") ? [...acts, ...smallTalk("great, thanks", 6)] : acts,
);

/** Every edit that will stay accepted by hand, which takes two seconds; the others are left to the rules. */
export const selectiveAccepts: Habit = eachGoal(({ acts }) =>
  acts.map((act, index) =>
    act.kind === "edit" && !isCorrected(acts, index) ? { ...act, says: "accept" as const } : act,
  ),
);

function isCorrected(acts: readonly Act[], index: number): boolean {
  const next = acts.slice(index).find(isPrompt);
  return next !== undefined && next.text.startsWith("That's wrong");
}

/** Every prompt in a separate session. */
export const splitting: Habit = (goals) =>
  goals.flatMap(({ acts }) => {
    const sessions: Act[][] = [];
    for (const act of acts) {
      if (isPrompt(act) || sessions.length === 0) sessions.push([]);
      sessions.at(-1)?.push(act);
    }
    return sessions;
  });

/** Every goal in a separate session. */
export const sessionPerGoal: Habit = (goals) => goals.map(({ acts }) => acts);

/** A hundred lines and three files more in each turn, for nothing. */
export const paddedSize: Habit = eachGoal(({ acts }) =>
  acts.flatMap((act, index): Act[] =>
    act.kind === "edit"
      ? [
          act,
          ...[1, 2, 3].map((file): Act => ({
            kind: "edit",
            path: `src/padding/${index}-${file}.ts`,
            added: 33,
            says: null,
          })),
          { kind: "call", fresh: 1_500, output: 1_300, lasts: 20 },
        ]
      : [act],
  ),
);

/** The same with lock files. */
export const paddedLockFiles: Habit = eachGoal(({ acts }) =>
  acts.flatMap((act): Act[] =>
    act.kind === "edit" ? [act, { kind: "edit", path: "package-lock.json", added: 400, says: null }] : [act],
  ),
);

/** Five sessions a day of two small questions each, on top of the work. */
export const questionSessions: Habit = (goals) => [
  goals.flatMap(({ acts }) => acts),
  ...[0, 1, 2, 3, 4].map((index) => [
    ...smallTalk(`How is the weather in region ${index}`),
    ...smallTalk(`And who was born there in ${1900 + index}`),
  ]),
];
