/** The prompts of the captured sessions, with marks and a better wording for each. */
import { type MarkedPrompt, markPrompt, type Template } from "./marked.ts";
import { ORDERS_API } from "./orders-api.ts";

type Many<One> = readonly [One, ...One[]];

/** A prompt that was sent as it is. */
export interface CapturedPrompt extends MarkedPrompt {
  /** The same as it could have been. */
  better: string;
}

const NOTHING_BEFORE = ["builds_on_session", "gives_evidence"] as const;

const TEMPLATES: Many<{ template: Template; better: string }> = [
  {
    template: {
      intent: "question",
      text: "List the files in this repository and tell me what it does.",
    },
    better: "List the files in this repository and tell me in five sentences what it does.",
  },
  {
    template: {
      intent: "fix",
      text: "Fix [the bug in calc.js](names_artifact).",
      meets: ["low_filler", "one_deliverable", "not_fragment"],
      spares: ["builds_on_session"],
    },
    better:
      "Fix <function> in calc.js: <what it does wrong>. It should <what should happen>; run <test> until it passes.",
  },
  {
    template: {
      intent: "other",
      text: "Make a plan for further work.",
      meets: ["one_deliverable", "not_fragment"],
      spares: NOTHING_BEFORE,
    },
    better:
      "Make a plan of at most five steps for <goal>, each with the file it changes and how it is checked.",
  },
  {
    template: {
      intent: "test",
      text: "[Run the tests](names_artifact asks_to_verify), some are failing, and tell me why.",
      meets: ["low_filler", "self_contained", "not_fragment", "single_reading"],
      spares: ["builds_on_session", "points_to_example"],
    },
    better: "Run <test command> and tell me for each failing test which line causes it. Change nothing.",
  },
  {
    template: {
      intent: "docs",
      text: "Create [NOTES.md](names_artifact) with [a short summary](states_expected).",
      meets: ["low_filler", "one_deliverable", "not_fragment"],
      spares: NOTHING_BEFORE,
    },
    better: "Create NOTES.md with three sentences on why the tests failed and one on what was changed.",
  },
  {
    template: { intent: "continuation", text: "Thanks, that is all." },
    better: "Thanks, that is all.",
  },
];

const [ANY_PART] = ORDERS_API;

function capture({ template, better }: { template: Template; better: string }): CapturedPrompt {
  if (ANY_PART === undefined) throw new Error("BUG: the demo has no part of a repository");
  return { ...markPrompt(template, ANY_PART), better };
}

const [FIRST, ...OTHERS] = TEMPLATES;

export const CAPTURED_PROMPTS: Many<CapturedPrompt> = [capture(FIRST), ...OTHERS.map(capture)];
