/** Reads the Claude Code plugin's records: a prompt, or the response to one, the same for every agent. */
import { CAPTURED_ATTRIBUTES, type CapturedEvent } from "../../ingest/prompts/captured.ts";
import { derivedId } from "../../vocabulary/hash.ts";
import { RECEIVED_SIGNAL } from "../../vocabulary/otlp.ts";
import { clue, codePoints, isClue, reading } from "../dialects/sightings.ts";
import { circumstancesOf, originOf } from "../records/origin.ts";
import type { TelemetryRecord } from "../records/record.ts";
import { countOf, textOf } from "../records/unwrap.ts";
import type { Clue, Reading, Sighting } from "../sightings/sighting.ts";

/** The names of the clues. */
const CLUES: Readonly<Record<CapturedEvent, string>> = {
  prompt: "captured_prompt",
  prompt_response: "captured_response",
};

/** Whether a record is one that the Claude Code plugin sent, by the writer's own mark. */
export function isCaptured({ resource }: Pick<TelemetryRecord, "resource">): boolean {
  return resource[RECEIVED_SIGNAL] === "prompts";
}

export function isCapturedPrompt(sighting: Sighting): sighting is Clue {
  return isClue(sighting, CLUES.prompt);
}

export function isCapturedResponse(sighting: Sighting): sighting is Clue {
  return isClue(sighting, CLUES.prompt_response);
}

/** What the Claude Code plugin sent without what the agent puts around the person's words. */
export function capturedInWords(captured: Clue, wordsOf: (text: string) => string): Clue {
  const { text, chars } = captured.facts;
  if (!isCapturedPrompt(captured) || typeof text !== "string") return captured;
  const words = wordsOf(text);
  if (words === text) return captured;
  // what was cut off the end is counted in the length
  const left = chars === null ? null : Number(chars) - (codePoints(text) - codePoints(words));
  return { ...captured, facts: { ...captured.facts, text: words, chars: left } };
}

/** Returns what the Claude Code plugin sent, and all the rest. */
export function setCapturedApart(sightings: readonly Sighting[]): [captured: Clue[], others: Sighting[]] {
  const isPlugins = (sighting: Sighting): sighting is Clue =>
    isCapturedPrompt(sighting) || isCapturedResponse(sighting);
  return [sightings.filter(isPlugins), sightings.filter((sighting) => !isPlugins(sighting))];
}

/** Reads a record that `isCaptured`; null for one that is no prompt and no response, which no version sends. */
export function readCaptured(record: TelemetryRecord): Reading | null {
  const session = textOf(record.attributes["session.id"]);
  const event = textOf(record.attributes["event.name"]);
  if (session === null) return null;
  if (event === "prompt") return reading(record, session, [promptIn(record, session)]);
  return event === "prompt_response" ? reading(record, session, [responseIn(record, session)]) : null;
}

/** Its id is made only of the prompt's id: the same prompt sent again has the same id, whenever it came. */
function promptIn(record: TelemetryRecord, session: string): Clue {
  const { promptId, promptText, promptLength } = factsOf(record);
  const id = derivedId(session, CLUES.prompt, textOf(promptId) ?? "");
  const facts = { promptId: textOf(promptId), text: textOf(promptText), chars: countOf(promptLength) };
  return clue({ ...circumstancesOf(record, { session }), id }, CLUES.prompt, facts);
}

/** What is sent again for the same prompt in the same words is the same response. */
function responseIn(record: TelemetryRecord, session: string): Clue {
  const facts = factsOf(record);
  const origin = originOf(record, { session });
  const promptId = textOf(facts.promptId);
  const id = promptId === null ? origin.id : derivedId(session, CLUES.prompt_response, record.fingerprint);
  return clue({ ...origin, id }, CLUES.prompt_response, {
    promptId,
    durationMs: countOf(facts.durationMs),
    model: textOf(facts.model),
    input: countOf(facts.inputTokens),
    output: countOf(facts.outputTokens),
    cacheRead: countOf(facts.cacheReadTokens),
    cacheCreation: countOf(facts.cacheCreationTokens),
  });
}

type CapturedValues = Readonly<
  Record<keyof typeof CAPTURED_ATTRIBUTES, TelemetryRecord["attributes"][string] | undefined>
>;

function factsOf({ attributes }: TelemetryRecord): CapturedValues {
  const names = Object.entries(CAPTURED_ATTRIBUTES);
  return Object.fromEntries(names.map(([name, key]) => [name, attributes[key]])) as CapturedValues;
}
