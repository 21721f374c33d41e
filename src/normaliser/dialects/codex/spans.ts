/** What only Codex's spans show: compactions, and calls that were stopped before they ran or while they ran. */
import type { Compaction } from "../../event.ts";
import { originOf } from "../../records/origin.ts";
import type { SpanEntry } from "../../records/record.ts";
import type { Reading, Sighting } from "../../sightings/sighting.ts";
import { booleanOf, textOf } from "../../records/unwrap.ts";
import { clue, reading } from "../sightings.ts";

/** Somebody answered whether a patch may be applied; it is in the trace of the terminal, which names no session. */
const PATCH_ANSWERED = "op.dispatch.patch_approval";
const COMPACTION = "codex.compaction";
/**
 * The module of `/compact`; that of a turn compacts by itself.
 *
 * @see Captured Codex 0.169.0 (2026-11-21).
 */
const BY_COMMAND = /::tasks::compact$/;
const BY_ITSELF = /::session::turn$/;

/** Reads a span; null for all that scoring does not use. */
export function readCodexSpan(span: SpanEntry): Reading | null {
  if (span.name === PATCH_ANSWERED)
    return reading(span, null, [clue(originOf(span, { session: null }), "patch_answered")]);
  const session = textOf(span.attributes["conversation.id"]);
  if (session === null) return null;
  if (span.name === COMPACTION) return reading(span, session, [readCompaction(span, session)]);
  const stopped = readStopped(span, session);
  return stopped === null ? null : reading(span, session, [stopped]);
}

function readCompaction(span: SpanEntry, session: string): Compaction {
  const module = textOf(span.attributes["code.module.name"]) ?? "";
  const trigger = BY_COMMAND.test(module) ? "manual" : BY_ITSELF.test(module) ? "automatic" : null;
  return { ...originOf(span, { session }), kind: "compaction", trigger };
}

/** A call that a person refuses leaves no record but its span. */
function readStopped(span: SpanEntry, session: string): Sighting | null {
  const callId = textOf(span.attributes["call_id"]);
  if (callId === null || booleanOf(span.attributes["aborted"]) !== true) return null;
  const name = textOf(span.attributes["tool_name"]) ?? span.name;
  return clue(originOf(span, { session }), "stopped", { callId, name });
}
