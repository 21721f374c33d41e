/** What changed after an advice: the input before and after, how sure that is, and whether anybody had seen it. */
import type { Card } from "../../api/cards.ts";
import { BeforeAfter } from "../../charts/before-after.tsx";
import { type InputName, metricTitle } from "../../words/inputs.ts";
import { formatScore } from "../../words/numbers.ts";
import { Change } from "../score/change.tsx";
import { type EffectAnswer, EFFECT_DIVIDES, effectOf, knownEffect, NO_EFFECT } from "./card-words.ts";

export function Effect({ card }: { card: Card }) {
  const state = effectOf(card);
  if (state.kind !== "known" || card.effect === undefined)
    return <p className="second">{NO_EFFECT[state.kind === "known" ? "unknown" : state.kind]}</p>;
  return <EffectOf input={card.input} effect={card.effect} />;
}

/** The effect of a card or habit. */
export function EffectOf({ input, effect }: { input: InputName; effect: EffectAnswer }) {
  const known = knownEffect(effect);
  if (known === null) return <p className="second">{NO_EFFECT.unknown}</p>;
  const name = metricTitle(input);
  const { before, after, note } = EFFECT_DIVIDES[effect.since];
  return (
    <>
      <p className="second">
        {name}: <b>{formatScore(known.before)}</b> in the tasks {before}, <b>{formatScore(known.after)}</b> in
        the ten {after}.{note}
      </p>
      <BeforeAfter name={name} before={known.before} after={known.after} />
      <Change change={known} />
    </>
  );
}
