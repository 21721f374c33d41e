/** Whether a prompt that has marks is to be judged again. */
import type { Instant } from "../../vocabulary/units.ts";
import type { Judgement } from "../judgement.ts";

/** Who made marks, by which rubric, and when. */
type JudgedBy = Pick<Judgement, "model" | "rubricVersion" | "judgedAt">;

/** The wish to have prompts of a time judged again. */
export interface RejudgeWish {
  from_at: Instant;
  to_at: Instant;
  asked_at: Instant;
  /** The model that was set then. */
  model: string;
  rubric_version: string;
}

/**
 * Says whether somebody wished for other marks than those that are there.
 *
 * @param wishes - Of the prompt's organization.
 * @param prompt - When it was submitted, and its newest marks.
 * @returns False once it has marks that are newer than each wish, or of the model and rubric that the wish was for.
 */
export function isWantedAgain(
  wishes: readonly RejudgeWish[],
  { submittedAt, marks }: { submittedAt: Instant; marks: JudgedBy },
): boolean {
  return wishes.some(
    ({ from_at, to_at, asked_at, model, rubric_version }) =>
      submittedAt >= from_at &&
      submittedAt < to_at &&
      marks.judgedAt < asked_at &&
      (marks.model !== model || marks.rubricVersion !== rubric_version),
  );
}
