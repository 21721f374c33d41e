/** An agent's context: what it holds, what a cache keeps of it, and what calls take because of it. */
import type { Event, ModelCall } from "../../src/normaliser/event.ts";
import { type Instant, SECOND, type Tokens } from "../../src/vocabulary/units.ts";
import type { Ask, Call } from "./ask.ts";

/** The usual one today. */
export const CONTEXT_WINDOW: Tokens = 200_000;
/** What an agent's own instructions take; measured agents are between 12,000 and 23,500. */
const INSTRUCTIONS: Tokens = 15_000;
/** Near its end the agent summarises the context itself. */
const SUMMARISED_ABOVE: Tokens = 160_000;
const SUMMARY: Tokens = 6_000;
/** What it takes to know again what a goal's work needs, when the context does not hold it. */
const READ_AGAIN: Call = { fresh: 9_000, output: 250, lasts: 12 };

export interface Context {
  instructions: Tokens;
  tokens: Tokens;
  cached: Tokens;
  /** Goals whose files it holds. */
  goals: Set<string>;
}

export function newContext(factor: number): Context {
  const instructions = Math.round(INSTRUCTIONS * factor);
  return { instructions, tokens: instructions, cached: 0, goals: new Set() };
}

/** What a turn's calls came to. */
export interface Taken {
  events: Event[];
  endedAt: Instant;
  /** Token-equivalents. */
  tokens: number;
}

/** Makes the calls of a prompt. The cache is taken to last as long as the session. */
export function takeCalls(context: Context, ask: Ask, startedAt: Instant): Taken {
  const events: Event[] = [];
  if (ask.resets) {
    empty(context, 0);
    events.push({ ...originAt(startedAt, startedAt), kind: "reset" });
  }
  const forgotten = ask.needs !== null && !context.goals.has(ask.needs);
  let now = startedAt;
  let taken = 0;
  for (const call of forgotten ? [READ_AGAIN, ...ask.calls] : ask.calls) {
    if (context.tokens > SUMMARISED_ABOVE) empty(context, SUMMARY);
    const endedAt = now + Math.round(call.lasts * SECOND);
    const usage = read(context, call);
    taken += usage.input + 5 * usage.output + 0.1 * usage.cacheRead + 1.25 * usage.cacheCreation;
    events.push(callEvent(originAt(now, endedAt), usage));
    now = endedAt;
  }
  if (ask.needs !== null) context.goals.add(ask.needs);
  context.goals.add(ask.goal);
  return { events, endedAt: now, tokens: taken };
}

function empty(context: Context, left: Tokens): void {
  context.tokens = context.instructions + left;
  context.cached = Math.min(context.cached, context.instructions);
  if (left === 0) context.goals.clear();
}

type Usage = Record<"input" | "output" | "cacheRead" | "cacheCreation", Tokens>;

function read(context: Context, { fresh, output }: Call): Usage {
  context.tokens += fresh;
  const usage = {
    input: 4,
    output,
    cacheRead: context.cached,
    cacheCreation: context.tokens - context.cached,
  };
  context.cached = context.tokens;
  context.tokens += output;
  return usage;
}

function originAt(startedAt: Instant, at: Instant) {
  return {
    id: String(at),
    startedAt,
    at,
    place: { sequence: 0, frame: 0, record: 0 },
    traceId: null,
    process: null,
  };
}

function callEvent(origin: ReturnType<typeof originAt>, tokens: Usage): ModelCall {
  return {
    ...origin,
    kind: "model_call",
    result: "succeeded",
    model: "model",
    durationMs: origin.at - origin.startedAt,
    firstTokenMs: null,
    tokens,
    reportedCost: null,
    status: null,
    retryable: null,
    helper: false,
    foreground: true,
  };
}
