/** What would raise an input of Skill: one habit for each, and for efficiency what the sub-sessions took most of. */
import { developerSessionsAddress } from "../../../address/developer-address.ts";
import type { SkillInput } from "../../overview/overview-data.ts";

/** What sub-sessions took against the usual for their size; an axis is ln(usual / actual), null when unknown. */
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

/** @remarks Takes the weakest input, whose it is, and what their sub-sessions took. */
export function helpFor(id: SkillInput["id"], developer: string, taken: Taken | null): InputHelp {
  const sessions = { text: "The sessions", address: developerSessionsAddress(developer) };
  switch (id) {
    case "sse":
      return { says: sayTaken(taken), look: sessions };
    case "pes":
      return {
        says:
          "Say what should come out and how one knows that it is done, name the file or test to work on, and ask " +
          "for one result at a time.",
        look: {
          text: "The prompts, with the checks that they missed",
          address: `/prompts?developer=${encodeURIComponent(developer)}`,
        },
      };
    case "ie":
      return {
        says:
          "Say in the first prompt what must not change and when it is done: then fewer later prompts have to " +
          "correct, repeat or undo.",
        look: sessions,
      };
    case "crr":
      return {
        says:
          "Clear or compact the context when one goal is reached and before it is 80 % full, not in the middle of " +
          "the next goal.",
        look: sessions,
      };
    case "fc":
      return {
        says:
          "Stay with one goal for longer: prompts at most 15 minutes apart join into one stretch, and an hour and a " +
          "half of it is the full value.",
        look: sessions,
      };
  }
}

const AXES = ["tokens", "turns", "humanTime"] as const;

const TAKEN_WORDS: Readonly<Record<(typeof AXES)[number], string>> = {
  tokens: "tokens",
  turns: "turns",
  humanTime: "human time",
};

const TAKEN_HELP: Readonly<Record<(typeof AXES)[number], string>> = {
  tokens:
    "To spend fewer tokens, name the file or function instead of letting the agent search, and begin a new goal with " +
    "an empty context.",
  turns: "To need fewer turns, put what should come out, and what limits it, into the first prompt.",
  humanTime:
    "To spend less time, let the agent run the tests itself, and answer several points in one prompt.",
};

/** Returns "They take 1.4 × the usual tokens, … To spend fewer tokens, …", the help being for the largest. */
function sayTaken(taken: Taken | null): string {
  const known = AXES.flatMap((name) => {
    const axis = taken?.[name].axis ?? null;
    return axis === null ? [] : [{ name, times: Math.exp(-axis) }];
  });
  const most = known.toSorted((left, right) => right.times - left.times)[0];
  if (most === undefined) return TAKEN_HELP.tokens;
  const listed = known.map(({ name, times }) => `${times.toFixed(1)} × the usual ${TAKEN_WORDS[name]}`);
  return `Against others of their size, these sub-sessions take ${listed.join(", ")}. ${TAKEN_HELP[most.name]}`;
}
