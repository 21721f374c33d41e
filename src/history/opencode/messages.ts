/** One message of opencode, and the work in it. */
import type { WireAttributes } from "../../vocabulary/sending/otlp-values.ts";
import type { PlainValue } from "../../normaliser/records/record.ts";
import { countOf, numberOf } from "../../normaliser/records/unwrap.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { HistoryRecord } from "../record.ts";
import { countWithin, textWithin, within, wordWithin } from "../values.ts";
import type { SessionRow, Stored, StoredMessage } from "./sessions-table.ts";

/** What the agent calls the model for by itself. */
const OWN_PURPOSES = new Set(["title", "summary", "compaction"]);
const REFUSED = /^The user rejected permission/;
const ABORTED = "MessageAbortedError";
/** The end of an output says how a command went. */
const LONGEST_OUTPUT = 4096;

/** Returns what a message says, as far as it is complete. */
export function recordsOfMessage(message: StoredMessage, session: SessionRow): HistoryRecord[] {
  const role = textWithin(message.value, "role");
  if (role === "user") return [...promptOf(message, session), ...compactionOf(message, session)];
  return role === "assistant" ? workOf(message, session) : [];
}

/** Sub-agents are asked by the agent; what it adds to a person's prompt is marked. */
function promptOf(message: StoredMessage, session: SessionRow): HistoryRecord[] {
  const typed = message.parts.filter(
    ({ value }) => textWithin(value, "type") === "text" && within(value, "synthetic") !== true,
  );
  const prompt = typed.flatMap(({ value }) => textWithin(value, "text") ?? []).join("\n");
  if (prompt === "") return [];
  const interactive = session.parent_id === null ? undefined : false;
  const attributes = { prompt, prompt_length: prompt.length, interactive, cwd: session.directory };
  const record = recordIn(session, { name: "scoring.prompt", attributes, key: message.id, at: message.at });
  return [{ ...record, trace: message.id, counts: { what: "prompt" } }];
}

function compactionOf({ parts }: StoredMessage, session: SessionRow): HistoryRecord[] {
  return parts
    .filter(({ value }) => textWithin(value, "type") === "compaction")
    .map(({ id: key, at, value }) => {
      const attributes = { manual: within(value, "auto") !== true };
      return recordIn(session, { name: "scoring.compaction", attributes, key, at });
    });
}

function workOf(message: StoredMessage, session: SessionRow): HistoryRecord[] {
  const trace = textWithin(message.value, "parentID") ?? undefined;
  const records = [...callOf(message, session), ...message.parts.flatMap((part) => toolOf(part, session))];
  return records.map((record) => (trace === undefined ? record : { ...record, trace }));
}

/** A call that is not over is left for the next import. */
function callOf(message: StoredMessage, session: SessionRow): HistoryRecord[] {
  const { id: key, at: begun, value, parts } = message;
  const error = textWithin(value, "error", "name");
  const completed = countOf(within(value, "time", "completed"));
  if (completed === null && error === null) return [];
  const ended = completed ?? begun;
  if (error === ABORTED)
    return [recordIn(session, { name: "scoring.interrupt", attributes: {}, key, at: ended })];
  const at = modelEnd(parts) ?? ended;
  const attributes = { ...callAttributes(value, error !== null), duration_ms: Math.max(0, at - begun) };
  const record = recordIn(session, { name: "scoring.model_call", attributes, key, at });
  return [{ ...record, counts: { what: "call", tokens: countWithin(value, "tokens", "total") ?? 0 } }];
}

/** A cost of 0 is that of a model whose price the agent does not know. */
function callAttributes(value: PlainValue, failed: boolean): WireAttributes {
  const purpose = textWithin(value, "agent") ?? textWithin(value, "mode") ?? "";
  return {
    model: wordWithin(value, "modelID"),
    ...tokensOf(value),
    cost_usd: numberOf(within(value, "cost")) || undefined,
    helper: OWN_PURPOSES.has(purpose),
    success: !failed,
    status_code: countWithin(value, "error", "data", "statusCode"),
  };
}

/** A message is complete when its tools are: the model had ended when the last of them began. */
function modelEnd(parts: readonly Stored[]): Instant | null {
  const begun = parts
    .filter(({ value }) => textWithin(value, "type") === "tool")
    .flatMap(({ value }) => countOf(within(value, "state", "time", "start")) ?? []);
  return begun.length === 0 ? null : Math.max(...begun);
}

/** Reasoning is next to the output here, and inside it everywhere else. */
function tokensOf(value: PlainValue): WireAttributes {
  const count = (...path: string[]) => countWithin(value, "tokens", ...path);
  const [output, reasoning] = [count("output"), count("reasoning")];
  return {
    input_tokens: count("input"),
    output_tokens: output === undefined ? undefined : output + (reasoning ?? 0),
    cache_read_tokens: count("cache", "read"),
    cache_creation_tokens: count("cache", "write"),
    reasoning_tokens: reasoning,
  };
}

function toolOf({ id: key, at: stored, value }: Stored, session: SessionRow): HistoryRecord[] {
  const state = within(value, "state");
  if (textWithin(value, "type") !== "tool" || !DONE.has(textWithin(state, "status") ?? "")) return [];
  const begun = countWithin(state, "time", "start") ?? stored;
  const at = countWithin(state, "time", "end") ?? stored;
  const attributes = {
    call_id: wordWithin(value, "callID"),
    tool_name: wordWithin(value, "tool"),
    ...outcomeOf(state),
    duration_ms: Math.max(0, at - begun),
  };
  return [recordIn(session, { name: "scoring.tool_call", attributes, key, at })];
}

/** Statuses with which a tool is done. */
const DONE = new Set(["completed", "error"]);

function outcomeOf(state: PlainValue): WireAttributes {
  return {
    arguments: JSON.stringify(within(state, "input")),
    success: textWithin(state, "status") === "completed",
    rejected: REFUSED.test(textWithin(state, "error") ?? ""),
    exit_code: countWithin(state, "metadata", "exit"),
    output: textWithin(state, "output")?.slice(-LONGEST_OUTPUT),
    lines_added: countWithin(state, "metadata", "filediff", "additions"),
    lines_removed: countWithin(state, "metadata", "filediff", "deletions"),
  };
}

function recordIn(
  { id: session, version }: SessionRow,
  record: Pick<HistoryRecord, "name" | "attributes" | "key" | "at">,
): HistoryRecord {
  const attributes = { ...record.attributes, "session.id": session };
  return { ...record, kind: "record", session, attributes, from: { service: "opencode", version } };
}
