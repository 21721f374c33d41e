/** Answers questions of the program about the demo's texts from what is recorded of them; null where nothing is. */
import type { RubricAnswer } from "../../rubric/answer.ts";
import { narrativeOf } from "./narrative.ts";
import { recordedOf } from "./recorded-prompts.ts";
import { sumUp } from "./summaries.ts";

/** A question as it arrives at a language model. */
export interface AskedQuestion {
  /** The name of the answer's shape. */
  name: string;
  text: string;
}

/** Returns an answer of the shape that is asked for; null where nothing is recorded. */
export function recordedAnswer({ name, text }: AskedQuestion): object | null {
  switch (name) {
    case "prompt_rubric":
      return marksOf(promptsIn(text).at(-1) ?? "");
    case "rewrite": {
      const found = recordedOf(promptsIn(text).at(-1) ?? "");
      return found === null ? null : { rewrite: found.better };
    }
    case "session_summary":
      return sumUp(text, promptsIn);
    case "report_narrative":
      return narrativeOf(text);
    default:
      return null;
  }
}

/** The marks hold a code that is made anew for each question. */
const OPENS = /^<(prompt-[\w-]{1,100})>$/;

function promptsIn(question: string): string[] {
  const lines = question.split("\n");
  return lines.flatMap((line, from) => {
    const mark = OPENS.exec(line)?.[1];
    const to = mark === undefined ? -1 : lines.indexOf(`</${mark}>`, from);
    return to === -1 ? [] : [lines.slice(from + 1, to).join("\n")];
  });
}

function marksOf(prompt: string): RubricAnswer | null {
  return recordedOf(prompt)?.answer ?? null;
}
