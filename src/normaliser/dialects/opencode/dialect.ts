/**
 * opencode: spans of its AI library and of its own work, and log lines.
 *
 * @see docs/dialects.md.
 */
import { atStart, originOf } from "../../records/origin.ts";
import { instanceOf } from "../../records/process-of.ts";
import type { LogEntry, SpanEntry, TelemetryRecord } from "../../records/record.ts";
import type { Dialect, Reading, Sighting } from "../../sightings/sighting.ts";
import { textOf } from "../../records/unwrap.ts";
import { directoryOf } from "../directory.ts";
import { readCall, readToolCall, readToolExecution } from "./calls.ts";
import { settleOpencode } from "./settle.ts";
import { clue, reading } from "../sightings.ts";
import { member, stringsIn } from "../tool-arguments.ts";

const SESSION = /\bses_[A-Za-z0-9]+/;

const ASKED = /^\/session\/(ses_[A-Za-z0-9]+)\/(?:message|prompt_async)$/;

const COMPACTION = "compaction";
/**
 * What the agent calls the model for by itself.
 *
 * @see Captured opencode 1.18.33 (2026-11-22).
 */
const OWN_PURPOSES = new Set(["title", "summary", COMPACTION]);

/** Reads a span of one name. */
export type Reader = (span: SpanEntry, session: string | null) => Sighting[];

/** Hundreds of spans are named after functions; these say something. */
export const SPAN_READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["SessionPrompt.createUserMessage", readPrompt],
  ["LLM.run", readRun],
  ["ai.streamText", readStream],
  ["ai.streamText.doStream", readCall],
  ["Tool.execute", readToolExecution],
  ["ai.toolCall", readToolCall],
  ["SessionHttpApi.summarize", readAskedCompaction],
]);

export const opencodeDialect: Dialect = speakingWith(SPAN_READERS);

/** A dialect of opencode or its fork with readers of its own. */
export function speakingWith(readers: ReadonlyMap<string, Reader>): Dialect {
  return {
    read(record) {
      if (record.signal === "logs") return readLog(record);
      return record.signal === "traces" ? readSpan(record, readers) : null;
    },
    settle: settleOpencode,
  };
}

function readSpan(span: SpanEntry, readers: ReadonlyMap<string, Reader>): Reading | null {
  const session = textOf(span.attributes["session.id"]) ?? askedSession(span);
  const reader = readers.get(span.name);
  if (reader === undefined && session === null) return null;
  return readingOf(span, session, reader?.(span, session) ?? []);
}

/** What is typed while the agent works has a trace of its own, in which only the terminal's request names the session. */
function askedSession(span: SpanEntry): string | null {
  if (span.name !== "http.server POST") return null;
  return ASKED.exec(textOf(span.attributes["url.path"]) ?? "")?.[1] ?? null;
}

/** A log line is text, or a list of its name and JSON text; it names the session only in there. */
function readLog(log: LogEntry): Reading | null {
  const texts = stringsIn(log.body);
  const session = SESSION.exec(texts.join(" "))?.[0] ?? null;
  if (session === null) return null;
  const [name, details] = texts;
  return readingOf(log, session, readLine(log, session, { name, details }));
}

function readingOf(record: TelemetryRecord, session: string | null, sightings: Sighting[]): Reading {
  return { ...reading(record, session, sightings), instance: instanceOf(record.resource) };
}

function readLine(
  log: LogEntry,
  session: string,
  { name, details }: { name: string | undefined; details: string | undefined },
): Sighting[] {
  if (name === "stream error") return [clue(originOf(log, { session }), "run", { failed: true })];
  return name === "stream" ? readStreamLine(log, session, details) : [];
}

/** Reads the terminal's request as a prompt. */
export function readAskedPrompt(span: SpanEntry, session: string | null): Sighting[] {
  return session === null ? [] : readPrompt(span, session);
}

/** The span lasts until the message is stored, after the start-up; the person spoke at its start. */
function readPrompt(span: SpanEntry, session: string | null): Sighting[] {
  return [clue(atStart(originOf(span, { session })), "prompt"), ...directoryOf(span, session)];
}

/** The beginning of a model call; its end may be lost with the last batch. */
function readRun(span: SpanEntry, session: string | null): Sighting[] {
  return [clue(atStart(originOf(span, { session })), "run")];
}

/** The link between a call and its run. */
function readStream(span: SpanEntry, session: string | null): Sighting[] {
  return [clue(originOf(span, { session }), "stream", { parent: span.parentSpanId })];
}

/** The line is in the run's span and says what the span does not: which model, and what for. */
function readStreamLine(log: LogEntry, session: string, details: string | undefined): Sighting[] {
  const purpose = textOf(member(details, "agent")) ?? "";
  const helper = member(details, "small") === "true" || OWN_PURPOSES.has(purpose);
  const model = textOf(member(details, "modelID"));
  return [clue(originOf(log, { session }), "run", { helper, compacts: purpose === COMPACTION, model })];
}

/** `/compact` in the terminal asks for it; what the agent does by itself has no such span. */
function readAskedCompaction(span: SpanEntry, session: string | null): Sighting[] {
  return [clue(originOf(span, { session }), "asked_compaction")];
}
