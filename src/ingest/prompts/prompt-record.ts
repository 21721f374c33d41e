/** Packs what the Claude Code plugin sends for the stream, as the log record that is stored: objects hold only OTLP. */
import type { KeyCaller } from "../../identity/caller.ts";
import type { StreamRequest } from "../../stream/request.ts";
import type { KeyValue, StoredLine } from "../../vocabulary/otlp.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { type Captured, CAPTURED_ATTRIBUTES, type CapturedFacts, TRANSCRIPT_SOURCE } from "./captured.ts";

const DIGITS_BELOW_A_MILLISECOND = 6;

/** The request that travels the stream. */
export function promptRequestOf(
  captured: Captured,
  { caller, receivedAt }: { caller: KeyCaller; receivedAt: Instant },
): StreamRequest {
  const body = JSON.stringify(lineOf(captured));
  const at = Number(captured.atUnixNano.slice(0, -DIGITS_BELOW_A_MILLISECOND));
  const header = {
    organization: caller.organizationId,
    key: caller.keyId,
    path: "prompts" as const,
    receivedAtUnixNano: `${receivedAt}000000`,
    bytes: Buffer.byteLength(body),
    records: { logs: 0, metrics: 0, traces: 0, prompts: 1 },
    leastMs: at,
    greatestMs: at,
    sessions: [captured.sessionId],
    rejected: [],
  };
  return { header, body };
}

function lineOf(captured: Captured): StoredLine {
  const { event, sessionId, agent, transcript, atUnixNano, developer, facts } = captured;
  const attributes = [
    ...attribute("event.name", event),
    ...attribute("session.id", sessionId),
    ...Object.keys(facts).flatMap((name) => factAttribute(facts, name as keyof CapturedFacts)),
    ...(developer === null ? [] : attribute(developer.kind, developer.value)),
  ];
  const logRecords = [{ timeUnixNano: atUnixNano, attributes }];
  const resource = {
    attributes: [...attribute("service.name", agent), ...attribute(TRANSCRIPT_SOURCE, transcript)],
  };
  return { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] };
}

function factAttribute(facts: CapturedFacts, name: keyof CapturedFacts): KeyValue[] {
  return attribute(CAPTURED_ATTRIBUTES[name], facts[name] ?? null);
}

/** Returns nothing for what was not sent. */
function attribute(key: string, value: string | number | null): KeyValue[] {
  if (value === null) return [];
  if (typeof value === "string") return [{ key, value: { stringValue: value } }];
  return [{ key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } }];
}
