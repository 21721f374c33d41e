/** Small hand-made events: times in seconds since the test's day began, ids and places counted on. */
import { byTimeThenPlace } from "../../src/normaliser/event.ts";
import type {
  Compaction,
  Decision,
  Directory,
  Event,
  FileEdit,
  Hole,
  Landed,
  Lines,
  ModelCall,
  Origin,
  Prompt,
  TokenUsage,
  ToolCall,
} from "../../src/normaliser/event.ts";
import { type AssembledSession, assembleSession, type SessionMaterial } from "../../src/turns/session.ts";
import { assembleTurns } from "../../src/turns/assemble.ts";
import type { Turn } from "../../src/turns/turn.ts";
import type { Seconds } from "../../src/vocabulary/units.ts";
import { named } from "../session-names.ts";

/** 2026-11-02, a Monday. */
export const DAY_BEGINS = 1_793_577_600_000;
export const MINUTES = 60;
export const HOURS = 3600;

/** Milliseconds of a second of the test's day. */
export function at(seconds: Seconds): number {
  return DAY_BEGINS + seconds * 1000;
}

let counted = 0;

function origin(seconds: Seconds, more: Partial<Origin> = {}): Origin {
  counted += 1;
  const place = { sequence: counted, frame: 0, record: 0 };
  const time = at(seconds);
  return { id: `event-${counted}`, startedAt: time, at: time, place, traceId: null, process: "one", ...more };
}

/** Records that never arrived, between two seconds. */
export function hole(from: Seconds, to: Seconds): Hole {
  return { ...origin(to, { startedAt: at(from) }), kind: "hole" };
}

/** A prompt; without text it is withheld. */
export function prompt(seconds: Seconds, text: string | null, more: Partial<Prompt> = {}): Prompt {
  const chars = text === null ? 40 : [...text].length;
  const textState = text === null ? "withheld" : "sent";
  return {
    ...origin(seconds),
    kind: "prompt",
    promptId: null,
    chars,
    text,
    textState,
    command: null,
    interactive: true,
    ...more,
  };
}

const TOKENS: TokenUsage = { input: 100, output: 10, cacheRead: 0, cacheCreation: 0 };

/** A foreground call that worked, from a second to another. */
export function call(from: Seconds, to: Seconds, more: Partial<ModelCall> = {}): ModelCall {
  return {
    ...origin(to, { startedAt: at(from) }),
    kind: "model_call",
    result: "succeeded",
    model: "model-a",
    durationMs: (to - from) * 1000,
    firstTokenMs: null,
    tokens: TOKENS,
    reportedCost: null,
    status: null,
    retryable: null,
    helper: false,
    foreground: true,
    ...more,
  };
}

/** A call that reads so much context. */
export function fill(seconds: Seconds, input: number, more: Partial<ModelCall> = {}): ModelCall {
  return call(seconds, seconds, { tokens: { ...TOKENS, input }, ...more });
}

export function failedCall(seconds: Seconds, retryable: boolean | null): ModelCall {
  return call(seconds, seconds, { result: "failed", status: 500, retryable });
}

/** A tool that worked and changes nothing. */
export function tool(seconds: Seconds, more: Partial<ToolCall> = {}): ToolCall {
  const made = origin(seconds);
  return {
    ...made,
    kind: "tool_call",
    callId: made.id,
    name: "read_file",
    ok: true,
    rejected: false,
    exitCode: null,
    durationMs: 0,
    command: null,
    edits: false,
    files: [],
    arguments: [],
    outputTail: null,
    commits: 0,
    pullRequests: 0,
    ...more,
  };
}

/** A shell command, what it returned, and its output where that is known. */
export function shell(
  seconds: Seconds,
  command: string,
  { exitCode = null, outputTail = null }: { exitCode?: number | null; outputTail?: string | null } = {},
): ToolCall {
  return tool(seconds, { name: "shell", command, exitCode, outputTail, arguments: [command] });
}

/** An edit of one file that worked; a path of null is withheld. */
export function edit(seconds: Seconds, path: string | null, more: Partial<ToolCall> = {}): ToolCall {
  const files: FileEdit[] = [{ path, added: 3, removed: 1 }];
  return tool(seconds, { name: "edit", edits: true, files, arguments: path === null ? [] : [path], ...more });
}

/** What a person (or a rule) said to a call. */
export function decision(
  toCall: ToolCall,
  verdict: Decision["verdict"],
  by: Decision["by"] = "person",
): Decision {
  const { at: time, startedAt, callId, edits } = toCall;
  return { ...origin(0, { at: time, startedAt }), kind: "decision", callId, verdict, by, edits };
}

/** An edit that a person refused: the call, and the decision on it. */
export function rejectedEdit(seconds: Seconds, path: string | null, by: Decision["by"] = "person"): Event[] {
  const refused = edit(seconds, path, { ok: null, rejected: true });
  return [decision(refused, "reject", by), refused];
}

export function interrupt(seconds: Seconds): Event {
  return { ...origin(seconds), kind: "interrupt" };
}

export function reset(seconds: Seconds): Event {
  return { ...origin(seconds), kind: "reset" };
}

export function compaction(seconds: Seconds, trigger: Compaction["trigger"]): Compaction {
  return { ...origin(seconds), kind: "compaction", trigger };
}

export function window(seconds: Seconds, tokens: number): Event {
  return { ...origin(seconds), kind: "context_window", tokens };
}

export function sessionStart(seconds: Seconds, process: string): Event {
  const start = { interactive: null, previousSession: null, maybeHelper: false };
  return { ...origin(seconds, { process }), kind: "session_start", ...start };
}

export function sessionEnd(seconds: Seconds): Event {
  return { ...origin(seconds), kind: "session_end" };
}

export function directory(
  seconds: Seconds,
  path: string | null,
  repository: string | null = null,
): Directory {
  return { ...origin(seconds), kind: "directory", path, repository };
}

export function lines(seconds: Seconds, added: number, removed: number): Lines {
  return { ...origin(seconds), kind: "lines", added, removed };
}

export function landed(seconds: Seconds, what: Landed["what"]): Landed {
  return { ...origin(seconds), kind: "landed", what, count: 1 };
}

/** Events in the order in which scoring meets them. */
export function inOrder(events: readonly (Event | readonly Event[])[]): Event[] {
  return events.flat().toSorted(byTimeThenPlace);
}

/** The turns of events. */
export function turnsOf(...events: readonly (Event | readonly Event[])[]): Turn[] {
  return assembleTurns(inOrder(events));
}

/** The session of events, looked at so many seconds after its newest event; two days unless given. */
export function sessionOf(
  events: readonly (Event | readonly Event[])[],
  { after = 48 * HOURS, ...more }: Partial<SessionMaterial> & { after?: Seconds } = {},
): AssembledSession {
  const ordered = inOrder(events);
  const newestRecordAt = ordered.at(-1)?.at ?? at(0);
  return assembleSession({
    organization: "org",
    session: named("session"),
    events: ordered,
    newestRecordAt,
    now: newestRecordAt + after * 1000,
    overrides: [],
    ...more,
  });
}
