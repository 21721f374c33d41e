/** One habit with own examples, a rewrite where wording is the cure, and what became of it. */
import { sessionAddress } from "../../address/session-address.ts";
import { type Habit as HabitAnswer, useIsSelf, useSeen, useTry } from "../../api/habits.ts";
import { ProblemLine } from "../forms/problem-line.tsx";
import { To } from "../links.tsx";
import { DAY_MS, now } from "../../words/times.ts";
import { EffectOf } from "./effect.tsx";
import { sayHowOften, saySince } from "./habit-words.ts";

export interface HabitProps {
  habit: HabitAnswer;
  developerId: string;
}

/** The habit that the coach names: when its person sees it, that is noted. */
export function ChosenHabit(props: HabitProps) {
  const isOwn = useIsSelf(props.developerId);
  useSeen(isOwn ? { habit: props.habit.habit } : null);
  return <HabitText {...props} />;
}

export function HabitText({ habit, developerId }: HabitProps) {
  const isOwn = useIsSelf(developerId);
  const since = saySince(habit);
  return (
    <article className="coach">
      <h3>{habit.title}</h3>
      <p>{habit.advice}</p>
      <p className="coach-often">{sayHowOften(habit)}</p>
      {habit.examples.map((example) => (
        <Example key={example.subSessionId} example={example} />
      ))}
      {habit.rewrite !== null && (
        <blockquote className="coach-quote rewritten">
          <p>“{habit.rewrite.text}”</p>
          <footer>The quoted request, as the judge model would write it</footer>
        </blockquote>
      )}
      {since !== null && <p className="coach-often">{since}</p>}
      {habit.effect !== null && <EffectOf input={habit.input} effect={habit.effect} />}
      {isOwn && <TryIt habit={habit} />}
    </article>
  );
}

function Example({ example }: { example: HabitAnswer["examples"][number] }) {
  const { sessionId, title, quote, turnIndexes } = example;
  return (
    <blockquote className="coach-quote">
      <p>{quote === null ? "The agent withholds the text of this prompt." : `“${quote}”`}</p>
      <footer>
        {turnIndexes.map((turn) => (
          <span key={turn} className="coach-turn">
            <To href={sessionAddress(sessionId, { turn })}>Turn {turn}</To>
          </span>
        ))}
        {quote === null && title}
      </footer>
    </blockquote>
  );
}

const WEEK_MS = 7 * DAY_MS;

function TryIt({ habit }: { habit: HabitAnswer }) {
  const trial = useTry(habit.habit);
  const isTried = habit.triedAt !== null && now() - Date.parse(habit.triedAt) < WEEK_MS;
  return (
    <>
      <p className="votes">
        <button
          type="button"
          className="button small"
          disabled={trial.isPending || isTried}
          onClick={() => trial.mutate()}
        >
          {isTried ? "You are trying it this week" : "Try it for a week"}
        </button>
      </p>
      <ProblemLine problem={trial.error} />
    </>
  );
}
