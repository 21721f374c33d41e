/** A context full of other work, carried into a new purpose and read again with every call. */
import type { Event, ModelCall } from "../../normaliser/event.ts";
import type { MicroUsd, Tokens } from "../../vocabulary/units.ts";
import type { SubSession } from "../../turns/sub-session.ts";
import { type Found, NOTHING_FOUND } from "./found.ts";

/** More of the window than this is too much to begin with, as in CRR. */
const CARRIED_OVER = 0.3;
/**
 * What agents send to the model automatically, at most.
 *
 * @see docs/scoring.md, "Baselines".
 */
const OWN_INSTRUCTIONS: Tokens = 25_000;

/** What is known of a model: its window, and what a token costs that a cache held; null where nobody lists it. */
export interface BloatPrices {
  windowOf(model: string | null): Tokens | null;
  cacheReadOf(model: string | null): MicroUsd | null;
}

/**
 * Finds what a sub-session carried over and need not have.
 *
 * @returns 1 and the least that it can have cost: the tokens carried over, at the price of a cache, for each
 *   call until the context fell under them. Nothing for a session's first sub-session, whose context is its
 *   own, nor where no more than the agent's own instructions was there.
 * @see docs/scoring.md, "Waste".
 */
export function findContextBloat(
  { index, turns }: Pick<SubSession, "index" | "turns">,
  prices: BloatPrices,
): Found {
  const calls = turns.flatMap(({ events }) => events).filter(carriesContext);
  const [first] = calls;
  if (index === 0 || first === undefined) return NOTHING_FOUND;
  const begun = readBy(first);
  if (begun <= CARRIED_OVER * (prices.windowOf(first.model) ?? Infinity)) return NOTHING_FOUND;
  const carried = begun - OWN_INSTRUCTIONS;
  if (carried <= 0) return NOTHING_FOUND;
  const end = calls.findIndex((call) => readBy(call) < carried);
  const burdened = end < 0 ? calls : calls.slice(0, end);
  return {
    count: 1,
    cost: burdened.reduce((sum, { model }) => sum + carried * (prices.cacheReadOf(model) ?? 0), 0),
  };
}

function carriesContext(event: Event): event is ModelCall {
  return event.kind === "model_call" && event.foreground && event.result === "succeeded";
}

function readBy({ tokens }: ModelCall): Tokens {
  return (tokens.input ?? 0) + (tokens.cacheRead ?? 0) + (tokens.cacheCreation ?? 0);
}
