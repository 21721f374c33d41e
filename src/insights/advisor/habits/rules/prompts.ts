/** Habits for PES: by the part of the rubric in which the weakest prompt of a task lost most. */
import { type Dimension, DIMENSION_WEIGHTS, DIMENSIONS } from "../../../../rubric/checks.ts";
import type { HabitRule, HabitWork, MarkedTurn } from "./rule.ts";

/** Where prompts lack something: two dimensions have one cure. */
const LACKS: Readonly<Record<Dimension, "place" | "expected" | "one_reading">> = {
  contextLeverage: "place",
  informationDensity: "expected",
  turnEconomy: "one_reading",
  ambiguityCost: "one_reading",
};

function findLacking(work: HabitWork, lack: (typeof LACKS)[Dimension]): readonly number[] | null {
  const weakest = work.prompts.toSorted((left, right) => left.rubricScore - right.rubricScore)[0];
  if (weakest === undefined || LACKS[mostLost(weakest)] !== lack) return null;
  return [weakest.turnIndex];
}

/** Returns the dimension that cost the prompt most points. */
function mostLost({ marks }: MarkedTurn): Dimension {
  const lost = (dimension: Dimension) => DIMENSION_WEIGHTS[dimension] * (100 - (marks[dimension] ?? 100));
  return DIMENSIONS.toSorted((left, right) => lost(right) - lost(left))[0] ?? "informationDensity";
}

/** In the order in which they are looked for. */
export const PROMPT_HABITS = [
  {
    id: "say_expected",
    title: "Say what should happen, and show what happens now",
    advice:
      "The weakest prompts of these tasks say too little. State the result that you expect, quote the error or the " +
      "output, and name what must not change.",
    expectation: "More points for prompts, and fewer questions after them.",
    isCuredByWording: true,
    find: (work) => findLacking(work, "expected"),
  },
  {
    id: "name_place",
    title: "Name the file, the test or the example",
    advice:
      "The weakest prompts of these tasks leave the agent to search. Name the file, function, test or command, and an " +
      "example to follow.",
    expectation: "More points for prompts, and less searching.",
    isCuredByWording: true,
    find: (work) => findLacking(work, "place"),
  },
  {
    id: "one_result",
    title: "Ask for one whole result in words with one meaning",
    advice:
      "The weakest prompts of these tasks can be read in several ways, or ask for several things. Ask for one result " +
      "at a time, say what “this” and “it” mean, and how you will know that it is done.",
    expectation: "More points for prompts, and fewer corrections.",
    isCuredByWording: true,
    find: (work) => findLacking(work, "one_reading"),
  },
] as const satisfies readonly HabitRule[];
