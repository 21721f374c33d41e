/** Puts a session's events together into turns. */
import type { Event, ModelCall, Prompt } from "../normaliser/event.ts";
import type { Instant, Milliseconds } from "../vocabulary/units.ts";
import { isSentByProgram, isTrivialPrompt, type PromptMoment, reportInteractive } from "./interactive.ts";
import { haveSameItems } from "../vocabulary/sharing/per-object.ts";
import { totalTurn } from "./totals.ts";
import type { BusySpan, Turn } from "./turn.ts";
import { isWork, readTool, takesTime } from "./work.ts";

/**
 * Assembles one session's turns.
 *
 * @param events - The session's events by time, then place.
 * @param before - The turns that were assembled of it before, as long as its events are the same objects.
 * @returns Turns in order, turn 0 first when there was work before the first prompt. One that did not change is
 *   the same object.
 * @see docs/scoring.md, "Turn".
 */
export function assembleTurns(events: readonly Event[], before: readonly Turn[] = []): Turn[] {
  const prompts = events.filter((event) => event.kind === "prompt");
  const owners = ownersOf(events, prompts);
  const moments = momentsOf(events, { prompts, owners });
  const drafts = draftTurns(moments, reportInteractive(moments));
  const filled = fillTurns(events, { owners, drafts });
  const first = filled[0]?.opening === null ? 0 : 1;
  return filled.map((draft, position) => {
    const index = first + position;
    const known = before[position];
    return known?.index === index && isTurnOf(draft, known) ? known : finishTurn(draft, index);
  });
}

/** Means "before the first prompt" in place of an event's prompt. */
const BEFORE_FIRST = -1;

/** Returns for each event the position of its prompt. */
function ownersOf(events: readonly Event[], prompts: readonly Prompt[]): number[] {
  const traces = promptOfTrace(prompts);
  let newest = BEFORE_FIRST;
  return events.map((event) => {
    if (event.kind === "prompt") return ++newest;
    if (!isWork(event)) return newest;
    const traced = event.traceId === null ? undefined : traces.get(event.traceId);
    return traced ?? newestBefore(event.startedAt, { prompts, upTo: newest });
  });
}

/** The one prompt of each trace; traces that hold several are left out. */
function promptOfTrace(prompts: readonly Prompt[]): Map<string, number> {
  const found = new Map<string, number>();
  const crowded = new Set<string>();
  for (const [position, { traceId }] of prompts.entries()) {
    if (traceId === null) continue;
    if (found.has(traceId)) crowded.add(traceId);
    found.set(traceId, position);
  }
  for (const traceId of crowded) found.delete(traceId);
  return found;
}

/** The newest prompt at or before a time, among those that precede the asking event in the stream. */
function newestBefore(
  time: Instant,
  { prompts, upTo }: { prompts: readonly Prompt[]; upTo: number },
): number {
  let low = BEFORE_FIRST;
  let high = upTo;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((prompts[middle]?.at ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface Moment extends PromptMoment {
  /** When the work for this prompt ended; null when nothing followed. */
  workEndedAt: Instant | null;
}

interface Asked {
  prompts: readonly Prompt[];
  owners: readonly number[];
}

function momentsOf(events: readonly Event[], { prompts, owners }: Asked): Moment[] {
  const ends = new Map<number, Instant>();
  const workBefore: (Instant | null)[] = [];
  let newest: Instant | null = null;
  for (const [position, event] of events.entries()) {
    if (event.kind === "prompt") workBefore.push(newest);
    if (!isWork(event)) continue;
    if (takesTime(event)) newest = event.at;
    ends.set(owners[position] ?? BEFORE_FIRST, event.at);
  }
  let earlierEnd = ends.get(BEFORE_FIRST) ?? -Infinity;
  return prompts.map((prompt, position) => {
    const workEndedAt = ends.get(position) ?? null;
    const sentDuringWork = earlierEnd > prompt.at;
    earlierEnd = Math.max(earlierEnd, workEndedAt ?? -Infinity);
    return { prompt, workEndedAt, workBeforeEndedAt: workBefore[position] ?? null, sentDuringWork };
  });
}

/** A turn whose events are not added up yet. */
interface Draft {
  /** null in turn 0. */
  opening: Moment | null;
  trivial: boolean | null;
  interactive: boolean;
  moments: Moment[];
  busy: BusySpan[];
  events: Event[];
  helperCalls: ModelCall[];
}

/** Opens a turn at the first prompt and at each that is not trivial; their events are still missing. */
function draftTurns(moments: readonly Moment[], interactive: readonly boolean[]): Draft[] {
  const drafts: Draft[] = [];
  for (const [position, moment] of moments.entries()) {
    const trivial = isTrivialPrompt(moment.prompt);
    const person = interactive[position] ?? false;
    let draft = drafts.at(-1);
    if (draft === undefined || trivial !== true) {
      draft = emptyDraft({ opening: moment, trivial, interactive: person });
      drafts.push(draft);
    }
    draft.moments.push(moment);
    draft.busy.push(busySpan(moment, person));
  }
  return drafts;
}

function emptyDraft(opened: Pick<Draft, "opening" | "trivial" | "interactive">): Draft {
  return { ...opened, moments: [], busy: [], events: [], helperCalls: [] };
}

function busySpan({ prompt, workEndedAt }: Moment, interactive: boolean): BusySpan {
  const endedAt = Math.max(prompt.at, workEndedAt ?? prompt.at);
  return { promptEventId: prompt.id, startedAt: prompt.at, endedAt, interactive };
}

/** Adds each event to its turn. Before the first prompt, only work makes a turn. */
function fillTurns(
  events: readonly Event[],
  { owners, drafts }: { owners: readonly number[]; drafts: Draft[] },
): Draft[] {
  const workFirst = events.some((event, position) => owners[position] === BEFORE_FIRST && isWork(event));
  const turns = workFirst
    ? [emptyDraft({ opening: null, trivial: null, interactive: false }), ...drafts]
    : drafts;
  const turnOfPrompt = drafts.flatMap((draft) => draft.moments.map(() => draft));
  for (const [position, event] of events.entries()) {
    const turn = turnOfPrompt[owners[position] ?? BEFORE_FIRST] ?? turns[0];
    if (event.kind === "model_call" && event.helper) turn?.helperCalls.push(event);
    else turn?.events.push(event);
  }
  return turns;
}

/** Whether a turn was made of the same as a draft. */
function isTurnOf({ opening, busy, ...draft }: Draft, turn: Turn): boolean {
  const { prompt, workBeforeEndedAt, sentDuringWork } = opening ?? NO_OPENING;
  return (
    turn.prompt === prompt &&
    turn.workBeforeEndedAt === workBeforeEndedAt &&
    turn.sentDuringWork === sentDuringWork &&
    turn.trivial === draft.trivial &&
    turn.interactive === draft.interactive &&
    haveSameItems(turn.events, draft.events) &&
    haveSameItems(turn.helperCalls, draft.helperCalls) &&
    Bun.deepEquals(turn.busy, busy)
  );
}

function finishTurn(draft: Draft, index: number): Turn {
  const { events, helperCalls, trivial, interactive } = draft;
  const toolReadings = events.filter((event) => event.kind === "tool_call").map(readTool);
  const calls = events.filter((event) => event.kind === "model_call");
  return {
    index,
    ...openingOf(draft),
    trivial,
    interactive,
    ...timesOf(draft),
    busy: draft.busy,
    events,
    helperCalls,
    toolReadings,
    ...totalTurn(calls, toolReadings),
  };
}

type Opening =
  | "prompt"
  | "trivialPrompts"
  | "promptChars"
  | "text"
  | "sentByProgram"
  | "processKey"
  | "workBeforeEndedAt"
  | "sentDuringWork";

function openingOf({ opening, moments, events }: Draft): Pick<Turn, Opening> {
  const processKey = events.find((event) => event.process !== null)?.process ?? null;
  if (opening === null) return { ...NO_OPENING, processKey };
  const { prompt, workBeforeEndedAt, sentDuringWork } = opening;
  return {
    prompt,
    trivialPrompts: moments.slice(1).map((moment) => moment.prompt),
    promptChars: prompt.chars,
    text: prompt.text,
    sentByProgram: isSentByProgram(opening),
    processKey: prompt.process ?? processKey,
    workBeforeEndedAt,
    sentDuringWork,
  };
}

const NO_OPENING = {
  prompt: null,
  trivialPrompts: [],
  promptChars: null,
  text: null,
  sentByProgram: false,
  workBeforeEndedAt: null,
  sentDuringWork: false,
};

/**
 * Turn 0 lasts from the start of its first work to the end of its last; a trivial prompt without work prolongs no
 * turn.
 */
function timesOf({ opening, busy, events }: Draft): Pick<Turn, "startedAt" | "endedAt" | "durationMs"> {
  const work = events.filter(isWork);
  const startedAt =
    opening?.prompt.at ?? work.reduce((least, event) => Math.min(least, event.startedAt), Infinity);
  const endedAt = work.reduce((greatest, event) => Math.max(greatest, event.at), startedAt);
  return { startedAt, endedAt, durationMs: opening === null ? endedAt - startedAt : lengthOfUnion(busy) };
}

/** A prompt sent while the work before it still ran makes busy times overlap; no moment counts twice. */
function lengthOfUnion(spans: readonly BusySpan[]): Milliseconds {
  let length = 0;
  let reached = -Infinity;
  for (const { startedAt, endedAt } of spans) {
    length += Math.max(0, endedAt - Math.max(startedAt, reached));
    reached = Math.max(reached, endedAt);
  }
  return length;
}
