/** What would raise an input of Skill. For efficiency it depends on what the sub-sessions earned least of. */
import { countedTasksAddress } from "../../../address/developer-address.ts";
import { joined } from "../../../words/joined.ts";
import { formatShare } from "../../../words/numbers.ts";
import type { WeighedInput } from "../developer-data.ts";

/** What sub-sessions earned compared with what they took; an axis is ln(earned / actual), null when unknown. */
export interface Taken {
  tokens: { axis: number | null };
  turns: { axis: number | null };
  humanTime: { axis: number | null };
}

/** What would help, and where to look. */
export interface InputHelp {
  says: string;
  look: { text: string; address: string };
}

/** @param taken - What the developer's sub-sessions took. */
export function helpFor(
  { id, help, seenIn }: Pick<WeighedInput, "id" | "help" | "seenIn">,
  developer: string,
  taken: Taken | null,
): InputHelp {
  const look = {
    sessions: { text: "The counted tasks", address: countedTasksAddress(developer) },
    prompts: {
      text: "The prompts, with the checks that they missed",
      address: `/prompts?developer=${encodeURIComponent(developer)}`,
    },
  };
  return { says: (id === "sse" ? sayTaken(taken) : null) ?? help, look: look[seenIn] };
}

const AXES = ["tokens", "turns", "humanTime"] as const;

const TAKEN_WORDS: Readonly<Record<(typeof AXES)[number], string>> = {
  tokens: "tokens",
  turns: "prompts",
  humanTime: "human time",
};

const TAKEN_HELP: Readonly<Record<(typeof AXES)[number], string>> = {
  tokens:
    "To spend fewer tokens, name the file or function instead of letting the agent search, and begin a new goal with " +
    "an empty context.",
  turns: "To need fewer prompts, put what should come out, and what limits it, into the first prompt.",
  humanTime:
    "To spend less time, let the agent run the tests itself, and answer several points in one prompt.",
};

/** Returns "They earned 71 % of the tokens, … that they took. To spend fewer tokens, …": the help is for the least. */
function sayTaken(taken: Taken | null): string | null {
  const known = AXES.flatMap((name) => {
    const axis = taken?.[name].axis ?? null;
    return axis === null ? [] : [{ name, share: Math.exp(axis) }];
  });
  const least = known.toSorted((left, right) => left.share - right.share)[0];
  if (least === undefined) return null;
  const listed = known.map(({ name, share }) => `${formatShare(share)} of the ${TAKEN_WORDS[name]}`);
  return `The tasks earned ${joined(listed)} that they took. ${TAKEN_HELP[least.name]}`;
}
