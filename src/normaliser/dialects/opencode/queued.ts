/**
 * Prompts that are typed while opencode works.
 *
 * It answers them inside the trace of the prompt before: from some call on, the conversation there holds more
 * messages of the user than before.
 *
 * @see Captured opencode 1.18.33 (2026-11-23).
 */
import type { Event } from "../../event.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import type { Clue } from "../../sightings/sighting.ts";

/** What is known of prompts that waited for the agent. */
export interface Queue {
  /** The words of prompts, by their ids: of those that waited, and of those that were answered together with one. */
  texts: ReadonlyMap<string, string>;
  /** For each trace the times from which on its work is for a prompt that waited, the earlier first. */
  takeovers: ReadonlyMap<string, readonly Takeover[]>;
}

interface Takeover {
  from: Instant;
  /** The trace of the prompt that the work is for. */
  traceId: string;
}

/** What the agent adds by itself after a compaction. */
const OWN_WORDS = /^Continue if you have next steps\b/;

/**
 * Finds the prompts that waited, with their words and the work that was done for them.
 *
 * @param prompts - the session's prompts, by time
 * @param calls - its model calls, those for titles marked as helpers'
 * @returns nothing about a prompt that has calls in its own trace, unless one that waited was answered with it
 */
export function findQueued(prompts: readonly Clue[], calls: readonly Clue[]): Queue {
  const spoken = calls
    .filter(({ facts }) => facts["helper"] !== true && facts["prompt"] !== null)
    .toSorted((left, right) => left.startedAt - right.startedAt);
  const byTrace = Map.groupBy(spoken, ({ traceId }) => traceId);
  const queue = { texts: new Map<string, string>(), takeovers: new Map<string, Takeover[]>() };
  const waiting = prompts.filter(({ traceId }) => traceId !== null && !byTrace.has(traceId));
  if (waiting.length === 0) return queue;
  for (const prompt of prompts) {
    const itsCalls = prompt.traceId === null ? undefined : byTrace.get(prompt.traceId);
    if (itsCalls !== undefined) answerWaiting(itsCalls, { prompt, waiting, queue });
  }
  return queue;
}

/**
 * Returns the event as work for the prompt that waited, where it is.
 *
 * @param event - With the trace that it came in.
 */
export function ownedBy<Told extends Event>(event: Told, { takeovers }: Queue): Told {
  const latest = takeovers.get(event.traceId ?? "")?.findLast(({ from }) => event.startedAt >= from);
  return latest === undefined ? event : { ...event, traceId: latest.traceId };
}

interface Trace {
  /** The prompt that began the trace. */
  prompt: Clue;
  /** Prompts that nobody has answered yet; those that are, go. */
  waiting: Clue[];
  queue: { texts: Map<string, string>; takeovers: Map<string, Takeover[]> };
}

/** Gives those that waited the messages that are new from one call of a trace to the next. */
function answerWaiting(calls: readonly Clue[], { prompt, waiting, queue }: Trace): void {
  let before: Clue | null = null;
  for (const call of calls) {
    const ready = waiting.filter(({ at }) => at > prompt.at && at <= call.startedAt);
    const fresh = ready.length === 0 ? [] : freshTexts(call, before);
    const answered = ready.slice(0, before === null ? Math.max(0, fresh.length - 1) : fresh.length);
    const texts = fresh.slice(fresh.length - answered.length);
    // answered together: the prompt's own words are those before
    const first = before === null ? fresh.at(-1 - answered.length) : undefined;
    if (answered.length > 0 && first !== undefined) queue.texts.set(prompt.id, first);
    for (const [place, { id }] of answered.entries()) queue.texts.set(id, texts[place] ?? "");
    const last = answered.at(-1);
    if (last !== undefined) takeOver(queue.takeovers, call, last);
    waiting.splice(0, waiting.length, ...waiting.filter((prompt) => !answered.includes(prompt)));
    before = call;
  }
}

function takeOver(takeovers: Map<string, Takeover[]>, { traceId, startedAt: from }: Clue, by: Clue): void {
  if (traceId === null || by.traceId === null) return;
  takeovers.set(traceId, [...(takeovers.get(traceId) ?? []), { from, traceId: by.traceId }]);
}

/** The words of the messages that the call before did not hold; all that are unanswered where there was none. */
function freshTexts({ facts }: Clue, before: Clue | null): string[] {
  const texts = [...unansweredIn(facts["unanswered"]), String(facts["prompt"])];
  if (before === null) return texts.filter((text) => !OWN_WORDS.test(text));
  const more = Number(facts["said"]) - Number(before.facts["said"]);
  const isOther = facts["prompt"] !== before.facts["prompt"];
  // a compaction makes the conversation shorter; what an earlier version noted has no count
  const fresh = more >= 0 ? more : Number(isOther);
  return fresh === 0 ? [] : texts.slice(-fresh).filter((text) => !OWN_WORDS.test(text));
}

function unansweredIn(texts: Clue["facts"][string] | undefined): string[] {
  const read = typeof texts === "string" ? (JSON.parse(texts) as (string | null)[]) : [];
  return read.map((text) => text ?? "");
}
