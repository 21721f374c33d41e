/** Why a report has no words of a judge model. */
import { explainJudgeProblem } from "../../../judge/explain-problem.ts";
import type { JudgeProblem } from "../../../judge/question.ts";
import type { Narrative } from "../report.ts";

type LeftOut = Extract<Narrative, { kind: "left_out" }>;

/** @param why - What the judge model's problem was; or that none was asked, and why. */
export function leftOut(why: JudgeProblem | "not_asked" | "no_model" | "broken_off"): LeftOut {
  switch (why) {
    case "not_asked":
      return { kind: "left_out", reason: why, explanation: "No written summary was asked for." };
    case "no_model":
      return {
        kind: "left_out",
        reason: why,
        explanation: explainJudgeProblem({ kind: "not_configured" }),
      };
    case "broken_off":
      return {
        kind: "left_out",
        reason: "model_failed",
        explanation: "The program was ended each time while the judge model wrote.",
      };
    default:
      return { kind: "left_out", reason: "model_failed", explanation: explainJudgeProblem(why) };
  }
}
