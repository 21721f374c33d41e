/** How far two readers agree, beyond what chance would give. */
import type { Ratio } from "../../vocabulary/units.ts";

/** What two readers said of one thing. */
export type Pair = readonly [expected: string, found: string];

/** How far they agree on all of it. */
export interface Agreement {
  /** How many things were compared. */
  pairs: number;
  /** The share on which they say the same; null when there is nothing to compare. */
  share: Ratio | null;
  /** −1 to 1, 0 for what chance gives; null when both always say the same one thing, so that chance explains it all. */
  kappa: number | null;
  /** Where kappa is with 95 % probability; null with it. */
  interval: [number, number] | null;
}

const RESAMPLES = 1_000;
const SEED = "judge check";

/**
 * Cohen's kappa with its bootstrap interval.
 *
 * @returns The same interval every time for the same pairs in the same order.
 * @see J. Cohen, "A coefficient of agreement for nominal scales", 1960; B. Efron's percentile bootstrap,
 *   1979.
 */
export function agreementOf(pairs: readonly Pair[]): Agreement {
  const kappa = kappaOf(pairs);
  return {
    pairs: pairs.length,
    share: shareOf(pairs),
    kappa,
    interval: kappa === null ? null : bootstrap(pairs),
  };
}

function shareOf(pairs: readonly Pair[]): Ratio | null {
  if (pairs.length === 0) return null;
  return pairs.filter(([expected, found]) => expected === found).length / pairs.length;
}

function kappaOf(pairs: readonly Pair[]): number | null {
  const observed = shareOf(pairs);
  if (observed === null) return null;
  const expected = countBy(pairs.map(([said]) => said));
  const found = countBy(pairs.map(([, said]) => said));
  let chance = 0;
  for (const [said, times] of expected) chance += (times * (found.get(said) ?? 0)) / pairs.length ** 2;
  return chance === 1 ? null : (observed - chance) / (1 - chance);
}

function countBy(said: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of said) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

/** A resample in which chance explains everything says nothing of kappa and is left out. */
function bootstrap(pairs: readonly Pair[]): [number, number] | null {
  const kappas: number[] = [];
  for (let round = 0; round < RESAMPLES; round += 1) {
    const resample = pairs.map((_, place) => pairs[draw(round, place, pairs.length)] as Pair);
    const kappa = kappaOf(resample);
    if (kappa !== null) kappas.push(kappa);
  }
  const sorted = kappas.toSorted((left, right) => left - right);
  const at = (share: Ratio): number | undefined => sorted[Math.floor(share * (sorted.length - 1))];
  const [low, high] = [at(0.025), at(0.975)];
  return low === undefined || high === undefined ? null : [low, high];
}

function draw(round: number, place: number, among: number): number {
  return Bun.hash.xxHash32(`${SEED} ${round} ${place}`) % among;
}
