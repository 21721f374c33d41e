/** Joins what the Claude Code plugin sent with what the agent's own telemetry reported about the same session. */
import { byTimeThenPlace, type Event, type ModelCall, type Prompt } from "../event.ts";
import { untoldCall } from "../dialects/untold-call.ts";
import type { Clue } from "../sightings/sighting.ts";
import { countBefore, matchPrompts } from "./match-prompts.ts";
import { isCapturedPrompt, isCapturedResponse } from "./read-captured.ts";

/**
 * A session's events, of telemetry and of the Claude Code plugin together.
 *
 * @param events - The events that telemetry reported.
 * @returns Those, a prompt whose text was withheld with the text that was captured, and the prompts that
 *   telemetry did not say. Responses count as model calls only where telemetry reports none: each fact
 *   has one source.
 */
export function joinCaptured(events: readonly Event[], captured: readonly Clue[]): Event[] {
  if (captured.length === 0) return [...events];
  const captures = captured.filter(isCapturedPrompt);
  const twins = matchPrompts(
    captures,
    events.filter((event) => event.kind === "prompt"),
  );
  const captureOf = new Map([...twins].map(([capture, prompt]) => [prompt as Event, capture]));
  const joined = events.map((event) => {
    const capture = captureOf.get(event);
    return event.kind === "prompt" && capture !== undefined ? fillIn(event, capture) : event;
  });
  const all = [...joined, ...captures.filter((capture) => !twins.has(capture)).map(asPrompt)].toSorted(
    byTimeThenPlace,
  );
  const tellsCalls = events.some((event) => event.kind === "model_call");
  return tellsCalls ? all : [...all, ...callsOf(captured.filter(isCapturedResponse), all)];
}

function fillIn(prompt: Prompt, { id: earlierId, facts }: Clue): Prompt {
  const known = { ...prompt, capturedId: String(facts["promptId"]), earlierId };
  const text = facts["text"]?.toString() ?? null;
  if (prompt.text !== null || text === null) return known;
  return { ...known, text, textState: "sent", chars: charsIn(facts) };
}

function asPrompt({ name: _name, facts, ...origin }: Clue): Prompt {
  const text = facts["text"]?.toString() ?? null;
  return {
    ...origin,
    kind: "prompt",
    promptId: null,
    capturedId: String(facts["promptId"]),
    text,
    textState: text === null ? "withheld" : "sent",
    chars: charsIn(facts),
    command: null,
    interactive: null,
  };
}

function charsIn(facts: Clue["facts"]): number | null {
  return facts["chars"] === null ? null : Number(facts["chars"]);
}

/** One call for each response to a known prompt. How many calls there were, and how long each took, is not known. */
function callsOf(responses: readonly Clue[], events: readonly Event[]): ModelCall[] {
  const prompts = events.filter((event) => event.kind === "prompt");
  const byId = new Map(prompts.flatMap((prompt) => idsOf(prompt).map((id) => [id, prompt])));
  return responses.flatMap((response) => {
    const named = byId.get(response.facts["promptId"]?.toString() ?? "");
    const prompt = named ?? prompts[countBefore(response.at + 1, prompts) - 1];
    return prompt === undefined ? [] : [callOf(response, prompt)];
  });
}

function idsOf({ promptId, capturedId }: Prompt): string[] {
  return [promptId, capturedId].filter((id) => id !== null && id !== undefined);
}

function callOf({ name: _name, facts, ...origin }: Clue, prompt: Prompt): ModelCall {
  const at = Math.max(origin.at, prompt.at);
  const started = facts["durationMs"] === null ? prompt.at : at - Number(facts["durationMs"]);
  const count = (name: string) => (facts[name] === null ? null : Number(facts[name]));
  return {
    ...untoldCall({ ...origin, at, startedAt: Math.max(started, prompt.at) }),
    model: facts["model"]?.toString() ?? null,
    tokens: {
      input: count("input"),
      output: count("output"),
      cacheRead: count("cacheRead"),
      cacheCreation: count("cacheCreation"),
    },
  };
}
