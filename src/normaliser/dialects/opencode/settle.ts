/**
 * Puts an opencode session together: prompts get their text from calls, calls whose end was lost stay known.
 *
 * `opencode run` exits without sending its last batch. Only `LLM.run` spans and log lines report what began there.
 */
import { derivedId } from "../../../vocabulary/hash.ts";
import {
  byTimeThenPlace,
  type Compaction,
  type Event,
  type ModelCall,
  type Prompt,
  type ToolCall,
} from "../../event.ts";
import type { Clue, Sighting } from "../../sightings/sighting.ts";
import { findQueued, ownedBy } from "./queued.ts";
import { isClue, isEvent, promptText } from "../sightings.ts";
import { untoldCall } from "../untold-call.ts";

/** Takes a session's sightings in order; gives its events in order. */
export function settleOpencode(sightings: readonly Sighting[]): Event[] {
  const runs = joinRuns(sightings.filter((sighting) => isClue(sighting, "run")));
  const clues = sightings.filter((sighting) => isClue(sighting, "call"));
  const runOf = runsOfCalls(runs, clues, parentsOf(sightings));
  const calls = clues.map((call) => withHelper(call, runOf.get(call.spanId ?? "")));
  const helpers = new Set(calls.filter((call) => call.facts["helper"] === true).map((call) => call.spanId));
  const finished = new Set(runOf.values());
  const lost = runs.filter((run) => !finished.has(run)).map(asUnknownCall);
  const asked = sightings.filter((sighting) => isClue(sighting, "prompt"));
  const queue = findQueued(asked, calls);
  const prompts = asked.map((prompt) => asPrompt(prompt, { calls, text: queue.texts.get(prompt.id) }));
  const events = joinTools(sightings.filter(isEvent)).map((event) => markHelper(event, helpers));
  const work = [...events, ...lost].map((event) => ownedBy(event, queue));
  return [...prompts, ...work, ...compactionsOf(runs, sightings)].toSorted(byTimeThenPlace);
}

/** The run that writes the summary; the person asked for it when its trace begins with that request. */
function compactionsOf(runs: readonly Clue[], sightings: readonly Sighting[]): Compaction[] {
  const asked = new Set(
    sightings.filter((sighting) => isClue(sighting, "asked_compaction")).map(({ traceId }) => traceId),
  );
  return runs
    .filter((run) => run.facts["compacts"] === true)
    .map(({ name: _name, facts: _facts, ...origin }) => ({
      ...origin,
      id: derivedId(origin.id, "compaction"),
      kind: "compaction",
      trigger: asked.has(origin.traceId) ? "manual" : "automatic",
    }));
}

/** A title's call is known by its own system message, or by the log line in its run. */
function withHelper(call: Clue, run: Clue | undefined): Clue {
  return run?.facts["helper"] === true ? { ...call, facts: { ...call.facts, helper: true } } : call;
}

function markHelper(event: Event, helpers: ReadonlySet<string | undefined>): Event {
  if (event.kind !== "model_call" || !helpers.has(event.spanId)) return event;
  return { ...event, helper: true, foreground: false };
}

/** The text is the last user message of the trace's first call that is no helper's, or that of the queue. */
function asPrompt(
  { name: _name, facts: _facts, ...origin }: Clue,
  { calls, text: queued }: { calls: readonly Clue[]; text: string | undefined },
): Prompt {
  const first = calls.find((call) => call.traceId === origin.traceId && call.facts["helper"] !== true);
  const text = queued ?? first?.facts["prompt"]?.toString() ?? null;
  const prompt = promptText({ text, toldLength: null });
  // Other calls came, so texts are sent; this one's call was in the batch that was lost.
  const isLost = text === null && first === undefined && calls.some((call) => call.facts["prompt"] !== null);
  return {
    ...origin,
    kind: "prompt",
    promptId: null,
    ...prompt,
    textState: isLost ? "lost" : prompt.textState,
    command: null,
    interactive: null,
  };
}

/** Its span and the log line in it report a run. */
function joinRuns(runs: readonly Clue[]): Clue[] {
  const bySpan = Map.groupBy(runs, (run) => run.spanId ?? run.id);
  return [...bySpan.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined
      ? []
      : [{ ...first, facts: Object.assign({}, ...same.map((run) => run.facts)) }];
  });
}

function parentsOf(sightings: readonly Sighting[]): Map<string, string> {
  const streams = sightings.filter((sighting) => isClue(sighting, "stream"));
  return new Map(streams.map((stream) => [stream.spanId ?? "", String(stream.facts["parent"])]));
}

/** A call is its run's grandchild; where the span between them was lost, the newest run before it is its own. */
function runsOfCalls(
  runs: readonly Clue[],
  calls: readonly Clue[],
  parents: ReadonlyMap<string, string>,
): Map<string, Clue> {
  const bySpan = new Map(runs.map((run) => [run.spanId, run]));
  const found = new Map<string, Clue>();
  for (const call of calls) {
    const run = bySpan.get(parents.get(String(call.facts["parent"])));
    if (run !== undefined) found.set(call.spanId ?? "", run);
  }
  for (const call of calls.filter((call) => !found.has(call.spanId ?? ""))) {
    const taken = new Set(found.values());
    const open = runs.filter((run) => !taken.has(run) && run.traceId === call.traceId);
    const newest = open.findLast((run) => run.at <= call.startedAt);
    if (newest !== undefined) found.set(call.spanId ?? "", newest);
  }
  return found;
}

function asUnknownCall({ name: _name, facts, ...origin }: Clue): ModelCall {
  const helper = facts["helper"] === true;
  return {
    ...untoldCall(origin),
    result: facts["failed"] === true ? "failed" : "unknown",
    model: facts["model"]?.toString() ?? null,
    helper,
    foreground: !helper,
  };
}

/** `Tool.execute` and `ai.toolCall` are one call: the former knows when it ran, the latter what it did. */
function joinTools(events: readonly Event[]): Event[] {
  const byCall = Map.groupBy(events.filter(isToolCall), (call) => call.callId);
  const joined = [...byCall.values()].flatMap(joinCall);
  return [...events.filter((event) => !isToolCall(event)), ...joined];
}

function joinCall(same: readonly ToolCall[]): ToolCall[] {
  const [first] = same;
  if (first === undefined) return [];
  const detailed = same.find((call) => call.arguments.length > 0 || call.outputTail !== null) ?? first;
  const ok = same.every((call) => call.ok !== false);
  const rejected = same.some((call) => call.rejected);
  return [{ ...detailed, id: first.id, ok: rejected ? null : ok, rejected }];
}

function isToolCall(event: Event): event is ToolCall {
  return event.kind === "tool_call";
}
