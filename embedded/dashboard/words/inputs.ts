/** The inputs of Skill as pages name them. */

export const INPUT_TITLES = {
  sse: "Sub-session efficiency",
  pes: "Prompt efficiency",
  ie: "Iteration efficiency",
  crr: "Context resets",
  fc: "Flow continuity",
} as const;

/** An input, as the API calls it. */
export type InputName = keyof typeof INPUT_TITLES;
