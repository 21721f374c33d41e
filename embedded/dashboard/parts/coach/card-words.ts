/** What pages say of cards: pure, so that each sentence can be tested. */
import type { Card, NoCardReason } from "../../../../src/insights/advisor/card.ts";
import type { ChangeValue } from "../../words/direction.ts";
import { formatThings } from "../../words/numbers.ts";

/** Returns "3 others found it helpful, 1 did not"; null where nobody else voted. */
export function othersIn({ up, down, mine }: Card["feedback"]): string | null {
  const [liked, disliked] = [up - Number(mine === "up"), down - Number(mine === "down")];
  if (liked + disliked === 0) return null;
  const who = mine === null ? ["person", "people"] : ["other", "others"];
  if (liked === 0) return `${formatThings(disliked, who[0] ?? "", who[1])} did not find it helpful`;
  const found = `${formatThings(liked, who[0] ?? "", who[1])} found it helpful`;
  return disliked === 0 ? found : `${found}, ${disliked} did not`;
}

/** Why a session that was looked at has no card. */
export const NO_CARD_WORDS: Readonly<Record<NoCardReason | "gone", string>> = {
  gone: "The tasks of this session changed meanwhile. Look again.",
  said_that_day: "Another card about work of that day already says this.",
  no_prompt_shows_it: "An input of Skill is under 50, but no prompt of the session shows why.",
  resting:
    "The inputs under 50 are muted for two weeks, because somebody marked a card about them not helpful.",
  model_failed: "The work ended because the model failed, which is nobody's habit.",
  no_weak_input: "No advice: no input of Skill is below 50 in the closed tasks.",
  no_input: "Too little happened in this session to say what could be better: no input of Skill is known.",
  not_closed:
    "This session is still open. Advice comes when something new begins, or when nobody continues it for a day.",
  not_counted: "This session is too small to be counted: fewer than two prompts, and hardly any change.",
};

/** An effect with both sides. */
export interface KnownEffect extends ChangeValue {
  before: number;
  after: number;
}

/** What is known of a card's effect, or why nothing is. */
export type EffectState =
  { kind: "known"; effect: KnownEffect } | { kind: "not_yet" | "shared_key" | "unknown" };

export function effectOf({ effect, developer }: Card): EffectState {
  if (developer.source === "key") return { kind: "shared_key" };
  if (effect === undefined) return { kind: "not_yet" };
  const known = knownEffect(effect);
  return known === null ? { kind: "unknown" } : { kind: "known", effect: known };
}

/** An effect as answers have it. */
export type EffectAnswer = NonNullable<Card["effect"]>;

/** Returns the effect with both sides; null where one is not known. */
export function knownEffect({ before, after, interval }: EffectAnswer): KnownEffect | null {
  if (before === null || after === null) return null;
  return { before, after, value: after - before, interval };
}

/** What divides before from after. */
export const EFFECT_DIVIDES: Readonly<
  Record<EffectAnswer["since"], { title: string; before: string; after: string; note: string }>
> = {
  tried: { title: "Effect", before: "before it was tried", after: "since then", note: "" },
  seen: { title: "Effect", before: "before it was first seen", after: "since then", note: "" },
  work: {
    title: "The work around it",
    before: "before this work",
    after: "after it",
    note: " Its developer has not seen this advice, so this is not its effect.",
  },
};

/** The heading over what changed after a card. */
export function effectTitle({ effect }: Card): string {
  return effect === undefined ? "Effect" : EFFECT_DIVIDES[effect.since].title;
}

/** Why there is no effect to see. */
export const NO_EFFECT: Readonly<Record<Exclude<EffectState["kind"], "known">, string>> = {
  not_yet: "Shown once ten more tasks have closed.",
  shared_key: "Not shown: several people may share this key.",
  unknown: "Not shown: too few of the tasks before or after have a value.",
};
