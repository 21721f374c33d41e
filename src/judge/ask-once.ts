/** Joins a question that is being asked already, so that nobody pays for its answer twice. */
import type { Judge, JudgeProblem } from "./question.ts";
import type { Result } from "../vocabulary/result.ts";

/** Questions of one kind that are under way, by the judge that was asked. */
export class AskedOnce<Answer> {
  private readonly underWay = new WeakMap<Judge, Map<string, Promise<Result<Answer, JudgeProblem>>>>();

  /**
   * Asks, unless the same is being asked.
   *
   * @throws As `ask`; who joins is refused with it when whoever asked first gives up.
   */
  ask(
    judge: Judge,
    name: string,
    ask: () => Promise<Result<Answer, JudgeProblem>>,
  ): Promise<Result<Answer, JudgeProblem>> {
    const answers = this.underWay.getOrInsertComputed(judge, () => new Map());
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = ask().finally(() => answers.delete(name));
    answers.set(name, answer);
    return answer;
  }
}
