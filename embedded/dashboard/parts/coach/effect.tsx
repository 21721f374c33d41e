/** What changed after a card: the input before and after, and how sure that is. */
import type { Card } from "../../api/cards.ts";
import { BeforeAfter } from "../../charts/before-after.tsx";
import { metricTitle } from "../../words/inputs.ts";
import { formatScore } from "../../words/numbers.ts";
import { Change } from "../score/change.tsx";
import { effectOf, NO_EFFECT } from "./card-words.ts";

export function Effect({ card }: { card: Card }) {
  const state = effectOf(card);
  if (state.kind !== "known") return <p className="second">{NO_EFFECT[state.kind]}</p>;
  const { before, after } = state.effect;
  const name = metricTitle(card.input);
  return (
    <>
      <p className="second">
        {name}: <b>{formatScore(before)}</b> in the tasks before this work, <b>{formatScore(after)}</b> in the
        ten after it.
      </p>
      <BeforeAfter name={name} before={before} after={after} />
      <Change change={state.effect} />
    </>
  );
}
