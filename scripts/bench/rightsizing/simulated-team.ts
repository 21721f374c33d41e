/** A team whose work on each model is known: how often a kind of work reaches its goal on which of them. */
import { createRandom, type Random } from "../../../src/demo/work/random.ts";
import { findModel, type PriceTable } from "../../../src/prices/price-table.ts";
import type { Outcome } from "../../../src/turns/outcomes/outcome-kind.ts";
import { type BandTokens, priceOfBands } from "../../../src/spend/usage/bands.ts";
import { difficultyOf } from "../../../src/spend/usage/difficulty.ts";
import type { UsedSubSession } from "../../../src/spend/usage/usage-day.ts";
import type { SubSessionUsage, WorkSize } from "../../../src/spend/usage/usage.ts";
import type { SessionName } from "../../../src/vocabulary/held-name.ts";

/** From the weakest to the strongest. */
export const MODELS = ["claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"] as const;
const INTENTS = ["fix", "feature", "refactor", "test", "docs", "review"] as const;
const SIZES: readonly WorkSize[] = ["small", "medium", "large"];

/** A kind of work, and how often each model reaches its goal; in the order of the models. */
export interface Kind {
  intent: string;
  size: WorkSize;
  reaches: readonly number[];
}

/** A team's kinds of work. Half of the steps between models matter to the work, half do not. */
export function kindsOf(random: Random): Kind[] {
  return INTENTS.flatMap((intent) =>
    SIZES.map((size) => {
      const strongest = 0.55 + 0.4 * random.next();
      const middle = strongest - stepOf(random);
      return {
        intent,
        size,
        reaches: [Math.max(0.02, middle - stepOf(random)), Math.max(0.02, middle), strongest],
      };
    }),
  );
}

function stepOf(random: Random): number {
  return random.chance(0.5) ? 0.03 * random.next() : 0.1 + 0.3 * random.next();
}

/** Sub-sessions of a team, each in its own session; most on the models that people happen to like. */
export function* workOf(
  seed: string,
  { kinds, subSessions, prices }: { kinds: readonly Kind[]; subSessions: number; prices: PriceTable },
): Generator<UsedSubSession> {
  const random = createRandom(seed);
  for (let index = 0; index < subSessions; index += 1) {
    const kind = kinds[random.whole(0, kinds.length - 1)] as Kind;
    const model = random.chance(0.5) ? 2 : random.chance(0.7) ? 1 : 0;
    const usage = subSessionOf(random, { kind, model, prices });
    yield { id: `${seed} ${index}`, session: `${seed} ${index}` as SessionName, usage };
  }
}

function subSessionOf(
  random: Random,
  { kind, model, prices }: { kind: Kind; model: number; prices: PriceTable },
): SubSessionUsage {
  const reached = random.chance(kind.reaches[model] ?? 0);
  const turns = random.whole(2, 5);
  const repairs = Array.from({ length: turns - 1 }).filter(() => random.chance(reached ? 0.08 : 0.75)).length;
  const scale = { small: 1, medium: 2.5, large: 6 }[kind.size];
  const files = Math.round(random.around(scale, 0.5));
  const toolCalls = Math.round(random.around(4 * scale, 0.5));
  const output = Math.round(random.around(1_200 * scale, 0.4) * (1 + 0.3 * repairs));
  const name = MODELS[model] ?? MODELS[0];
  const bands: BandTokens[] = [[1, output, output, 60 * output, 8 * output]];
  const priced = findModel(prices, name);
  if (priced === null) throw new Error(`no price for ${name}`);
  return {
    agent: "claude-code",
    intent: kind.intent,
    size: kind.size,
    difficulty: difficultyOf({ files, toolCalls, turns, repairs, output }),
    outcome: reached ? "reached" : failedOutcome(random),
    counts: true,
    turns,
    repairs,
    waste: {},
    models: [
      {
        model: name,
        effort: null,
        helper: false,
        calls: turns * 3,
        unpriced: 0,
        tokenless: 0,
        cost: Math.round(priceOfBands(priced, bands)),
        bands,
      },
    ],
  };
}

function failedOutcome(random: Random): Outcome {
  return random.pick(["abandoned", "partial", "unknown"]);
}
