/** What routes make of an answer that did not come: a refusal with 503. */
import type { Answered, NoAnswer } from "../answers/post-office.ts";
import { Refusal } from "./refusal.ts";

/**
 * The answer to a query.
 *
 * @throws A refusal when there is none.
 */
export async function queryAnswer<Answer>(asked: Promise<Answered<Answer>>): Promise<Answer> {
  return answerOr(await asked, "ask for a smaller window.");
}

/**
 * The answer to a change.
 *
 * @throws A refusal when there is none.
 */
export async function changeAnswer<Answer>(asked: Promise<Answered<Answer>>): Promise<Answer> {
  return answerOr(await asked, "the change may still be made. Look before you ask again.");
}

function answerOr<Answer>(answered: Answered<Answer>, whenSlow: string): Answer {
  if (answered.ok) return answered.value;
  throw refusalFor(answered.problem, whenSlow);
}

function refusalFor(problem: NoAnswer, whenSlow: string): Refusal {
  switch (problem.kind) {
    case "too_slow":
      return new Refusal(503, {
        detail: `This took longer than ${problem.deadline / 1000} s; ${whenSlow}`,
      });
    case "away":
      return new Refusal(503, {
        detail: "The engine, or a store that it needs, does not answer now; ask once more in a moment.",
        extensions: { retryAfterSeconds: 1 },
      });
  }
}
