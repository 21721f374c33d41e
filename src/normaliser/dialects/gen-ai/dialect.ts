/**
 * Anything that speaks OpenTelemetry's GenAI conventions: spans report calls and tools, the rest is looked for.
 *
 * @see docs/dialects.md; Copilot and VS Code differ from it by the traits below.
 */
import type { Milliseconds } from "../../../vocabulary/units.ts";
import { originOf } from "../../records/origin.ts";
import type { LogEntry, SpanEntry, TelemetryRecord } from "../../records/record.ts";
import type { Dialect, Reading, Sighting } from "../../sightings/sighting.ts";
import { countOf, numberOf, textOf } from "../../records/unwrap.ts";
import { directoryOf } from "../directory.ts";
import { readCall, readTool } from "./calls.ts";
import { promptOfAgent, promptOfEvent, promptsOfSpanEvents } from "./prompts.ts";
import { settleGenAi } from "./settle.ts";
import { readSpanEvents } from "./span-events.ts";
import type { Traits } from "./traits.ts";
import { clue, reading } from "../sightings.ts";

/** What a span stands for. */
export type Role = "chat" | "tool" | "agent" | "root";

const CHAT = new Set(["chat", "generate_content", "text_completion"]);
const ROLE_BY_OPERATION: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...[...CHAT].map((operation) => [operation, "chat"] as const),
  ["execute_tool", "tool"],
  ["invoke_agent", "agent"],
]);

export const genAiDialect: Dialect = dialectWith({
  sessionKeys: ["gen_ai.conversation.id", "copilot_chat.chat_session_id", "session.id"],
  sessionInResource: true,
  costOf: () => null,
  firstTokenOf: timeToFirstChunk,
  exitCodeOf: processExitCode,
});

/** A dialect of the GenAI conventions with the given traits. */
export function dialectWith(traits: Traits): Dialect {
  return {
    read(record) {
      if (record.signal === "logs") return readLog(record, traits);
      return record.signal === "traces" ? readSpan(record, traits) : null;
    },
    settle: settleGenAi,
    ...(traits.wordsOf === undefined ? {} : { wordsOf: traits.wordsOf }),
  };
}

/** Returns `process.exit.code`. */
export function processExitCode({ attributes }: SpanEntry): number | null {
  return countOf(attributes["process.exit.code"]);
}

/** `gen_ai.response.time_to_first_chunk`, which is in seconds. */
export function timeToFirstChunk(span: SpanEntry): Milliseconds | null {
  const seconds = numberOf(span.attributes["gen_ai.response.time_to_first_chunk"]);
  return seconds === null ? null : Math.round(seconds * 1_000);
}

/** The part a span plays: by its operation, else by the first word of its name; null when it plays none. */
function roleOf(span: SpanEntry): Role | null {
  const operation = textOf(span.attributes["gen_ai.operation.name"]) ?? span.name.split(" ", 1)[0] ?? "";
  return ROLE_BY_OPERATION.get(operation) ?? (span.parentSpanId === null ? "root" : null);
}

function readLog(log: LogEntry, traits: Traits): Reading | null {
  const session = sessionOf(log, traits);
  const prompts = promptOfEvent(log, session);
  return prompts.length === 0 ? null : reading(log, session, prompts);
}

function readSpan(span: SpanEntry, traits: Traits): Reading | null {
  const role = roleOf(span);
  const session = sessionOf(span, traits);
  const sightings: Sighting[] = [...readSpanEvents(span, session), ...promptsOfSpanEvents(span, session)];
  if (role !== null) sightings.push(...readRole(role, span, { session, traits }));
  const namesSession = session !== null && span.traceId !== null;
  return sightings.length === 0 && !namesSession ? null : reading(span, session, sightings);
}

function readRole(
  role: Role,
  span: SpanEntry,
  known: { session: string | null; traits: Traits },
): Sighting[] {
  const { session, traits } = known;
  const link = clue(originOf(span, { session, part: "link" }), "span", { role, parent: span.parentSpanId });
  switch (role) {
    case "chat":
      return [link, readCall(span, session, traits)];
    case "tool":
      return [link, readTool(span, session, traits)];
    case "agent":
      return [link, promptOfAgent(span, session), ...directoryOf(span, session)];
    case "root":
      return [link];
  }
}

function sessionOf(record: TelemetryRecord, traits: Traits): string | null {
  for (const key of traits.sessionKeys) {
    const session = textOf(record.attributes[key]);
    if (session !== null) return session;
  }
  return traits.sessionInResource ? textOf(record.resource["session.id"]) : null;
}
