/**
 * OpenHands: spans of its tracing library, one trace for a whole conversation.
 *
 * @see docs/dialects.md.
 */
import { byTimeThenPlace } from "../../event.ts";
import { atStart, originOf } from "../../records/origin.ts";
import type { PlainValue, SpanEntry } from "../../records/record.ts";
import { numberOf, textOf } from "../../records/unwrap.ts";
import type { Dialect, Reading, Sighting } from "../../sightings/sighting.ts";
import { readCall } from "../gen-ai/calls.ts";
import { bestPrompts } from "../gen-ai/prompts.ts";
import type { Traits } from "../gen-ai/traits.ts";
import { lastUserTexts } from "../messages.ts";
import { clue, isEvent, promptText, reading } from "../sightings.ts";
import { member, stringsIn } from "../tool-arguments.ts";
import { readTool } from "./tools.ts";

const SESSION = "lmnr.association.properties.session_id";
const MICRO_USD = 1_000_000;

const TRAITS: Traits = {
  sessionKeys: [SESSION],
  sessionInResource: false,
  costOf: ({ attributes }) => microUsd(numberOf(attributes["gen_ai.usage.cost"])),
  firstTokenOf: () => null,
  exitCodeOf: () => null,
};

export const openhandsDialect: Dialect = {
  read: (record) => (record.signal === "traces" ? readSpan(record) : null),
  settle: (sightings) =>
    [...bestPrompts(sightings, () => true), ...sightings.filter(isEvent)].toSorted(byTimeThenPlace),
};

function readSpan(span: SpanEntry): Reading | null {
  const session = textOf(span.attributes[SESSION]);
  return session === null ? null : reading(span, session, sightingsOf(span, session));
}

function sightingsOf(span: SpanEntry, session: string): Sighting[] {
  const { attributes } = span;
  if (span.name === "conversation.send_message") return [promptIn(span, session)];
  const type = textOf(attributes["lmnr.span.type"]);
  if (type === "TOOL") return [readTool(span, session)];
  // the span around each call has no model
  if (type !== "LLM" || attributes["gen_ai.request.model"] === undefined) return [];
  const call = readCall(span, session, TRAITS);
  return isOfConversation(span) ? [call] : [{ ...call, helper: true, foreground: false }];
}

/** Titles and summaries are called for outside the agent's steps, or by what condenses the conversation in one. */
function isOfConversation({ attributes }: SpanEntry): boolean {
  const path = stringsIn(attributes["lmnr.span.path"] ?? null);
  const step = path.findLastIndex((name) => /\bagent\.a?step$/.test(name));
  return step >= 0 && path.slice(step + 1, -1).every((name) => name.startsWith("llm."));
}

function promptIn(span: SpanEntry, session: string): Sighting {
  const text = textIn(member(span.attributes["lmnr.span.input"], "message"));
  const origin = atStart(originOf(span, { session, part: "prompt" }));
  return clue(origin, "prompt", { rank: 1, promptId: null, ...promptText({ text, toldLength: null }) });
}

/** A message is a text, or one of the conversation's own. */
function textIn(message: PlainValue): string | null {
  const texts = lastUserTexts([message]);
  return textOf(message) ?? (texts.length === 0 ? null : texts.join("\n"));
}

function microUsd(usd: number | null): number | null {
  return usd === null ? null : Math.round(usd * MICRO_USD);
}
