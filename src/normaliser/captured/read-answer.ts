/** Reads what a model answered out of the record that has it, whichever agent sent it. */
import { CAPTURED_ATTRIBUTES } from "../../ingest/prompts/captured.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { declarationOf } from "../dialects/agents.ts";
import { member, parseJson } from "../dialects/tool-arguments.ts";
import { answeredTexts } from "../dialects/messages.ts";
import { codePoints } from "../dialects/sightings.ts";
import type { SentRecord } from "../records/read-record.ts";
import type { Attributes } from "../records/record.ts";
import { countOf, textOf } from "../records/unwrap.ts";
import { isCaptured } from "./read-captured.ts";

/** One text of a model. */
export interface ReadAnswer {
  at: Instant;
  /** The prompt that the sender names; null where it names none. */
  promptId: string | null;
  /** null where a capture mode withholds it. */
  text: string | null;
  /** Whether its end was too long to be kept. */
  isCut: boolean;
}

/** The attributes that hold an answer: a line without any of them has none. */
export const ANSWER_ATTRIBUTES = [
  CAPTURED_ATTRIBUTES.responseText,
  CAPTURED_ATTRIBUTES.responseLength,
  "gen_ai.output.messages",
  "ai.response.text",
] as const;

/** Returns null for a record that is no answer to a person: another one, or what an agent asks for itself. */
export function readAnswer(record: SentRecord): ReadAnswer | null {
  if (isCaptured(record)) return capturedAnswer(record);
  if (declarationOf(record.agent).answersIn !== record.signal) return null;
  const text = textOfModel(record.attributes);
  if (text === null || !isOfConversation(record)) return null;
  return { at: record.at, promptId: null, text, isCut: false };
}

function capturedAnswer({ at, attributes }: SentRecord): ReadAnswer | null {
  const text = textOf(attributes[CAPTURED_ATTRIBUTES.responseText]);
  const length = countOf(attributes[CAPTURED_ATTRIBUTES.responseLength]);
  if (text === null && (length ?? 0) === 0) return null;
  const promptId = textOf(attributes[CAPTURED_ATTRIBUTES.promptId]);
  return { at, promptId, text, isCut: text !== null && length !== null && length > codePoints(text) };
}

function textOfModel(attributes: Attributes): string | null {
  const text =
    answeredTexts(attributes["gen_ai.output.messages"]) ??
    textOf(attributes["ai.response.text"]) ??
    responseText(attributes[CAPTURED_ATTRIBUTES.responseText]);
  return text === null || text.trim() === "" ? null : text.trim();
}

/** Gemini CLI writes the provider's whole responses there, as they streamed in. */
function responseText(value: Attributes[string] | undefined): string | null {
  const parsed = parseJson(value);
  const responses = Array.isArray(parsed) ? parsed : [parsed];
  if (!responses.some((response) => member(response, "candidates") !== null)) return textOf(value);
  const candidates = responses.map((response) => member(response, "candidates"));
  const contents = candidates.map((list) => (Array.isArray(list) ? member(list[0], "content") : null));
  return answeredTexts(contents.filter((content) => content !== null));
}

/** Dialects know which calls carry the conversation. */
function isOfConversation(record: SentRecord): boolean {
  const sightings = declarationOf(record.agent).dialect.read(record)?.sightings ?? [];
  return sightings.some(
    (sighting) => sighting.kind === "model_call" && sighting.foreground && sighting.result !== "failed",
  );
}
