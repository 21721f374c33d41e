/** The one canonical Event: something that happened in a session, whichever agent reported it. */
import type { Instant, MicroUsd, Milliseconds, Tokens } from "../vocabulary/units.ts";

/** Where a record is in the stream; compared in this order, it breaks ties of time. */
export interface Place {
  sequence: number;
  frame: number;
  record: number;
}

/** What every event knows about the record it came from. */
export interface Origin {
  /** A hash of session, event name, nanosecond time, attributes and body: equal when an agent sends a record again. */
  id: string;
  /** When it began; for a log record its time minus its duration. */
  startedAt: Instant;
  /** When it was over; for a log record its time. */
  at: Instant;
  place: Place;
  traceId: string | null;
  /** The span itself, or the one that a log record is in; absent when it is in none. */
  spanId?: string;
  /** The agent's own count of its records, which starts again in each process; absent where it keeps none. */
  sequence?: number;
  /** Identifies the process among those of one session; null when no record names it. */
  process: string | null;
  /** Set when it was read from the agent's own files: `whole` needs no dialect to settle it. Absent for telemetry. */
  fromHistory?: "record" | "whole";
}

/** A person's (or a program's) prompt. */
export interface Prompt extends Origin {
  kind: "prompt";
  /** The agent's own id of the prompt, null when it has none or repeats the session's id. */
  promptId: string | null;
  /** The id that `POST /v1/prompts` answered, by which its sender asks for it; absent when it came only by telemetry. */
  capturedId?: string;
  /** The event's id while only the Claude Code plugin had reported it; absent where it still is the id, and as above. */
  earlierId?: string;
  /** Length in code points; null when unknown. */
  chars: number | null;
  /** The text, null unless `textState` is `sent`. */
  text: string | null;
  /** `withheld`: the agent is set not to send it. `lost`: it is sent, but did not arrive. */
  textState: "sent" | "withheld" | "lost";
  /** The slash command's name when the agent says that this prompt was one. */
  command: string | null;
  /** Whether a person sits there, as far as the agent says; null when it says nothing. */
  interactive: boolean | null;
}

/** Tokens of one model call; null where the agent does not name the number. */
export interface TokenUsage {
  /** Input that was neither read from nor written to a cache. */
  input: Tokens | null;
  /** Output, reasoning included. */
  output: Tokens | null;
  cacheRead: Tokens | null;
  cacheCreation: Tokens | null;
}

/** One call (or, when it failed, one attempt) of a model. */
export interface ModelCall extends Origin {
  kind: "model_call";
  /** `unknown`: it is known to have begun, and its end was lost or withheld. */
  result: "succeeded" | "failed" | "unknown";
  model: string | null;
  durationMs: Milliseconds | null;
  firstTokenMs: Milliseconds | null;
  tokens: TokenUsage;
  /** What the agent says it cost; null when it does not say. */
  reportedCost: MicroUsd | null;
  /** HTTP status of a failed call, null when not reported. */
  status: number | null;
  /** Whether the same call may work later; null when not known, and for calls that worked. */
  retryable: boolean | null;
  /** True for a failed call that a limit of spending refused; absent for every other. */
  spendLimit?: true;
  /** The agent's own work on a title or a summary: spend, but no part of any turn. */
  helper: boolean;
  /** Whether the call carries the main conversation, so that its input is the context's fill. */
  foreground: boolean;
  /** How hard the model was asked to reason, in the agent's word; absent where it does not say. */
  effort?: string;
  /** The part of the output that was reasoning; absent where the agent does not say. */
  reasoning?: Tokens;
}

/** One file that an edit wrote. */
export interface FileEdit {
  /** null when the agent withholds it. */
  path: string | null;
  /** null when the agent does not report lines with the call. */
  added: number | null;
  removed: number | null;
}

/** One use of a tool, also one that a person refused. */
export interface ToolCall extends Origin {
  kind: "tool_call";
  /** Joins the call with its decision; the event's own id where the agent has none. */
  callId: string;
  name: string;
  /** The MCP server whose tool it is; absent for the agent's own tools and where it does not say. */
  mcpServer?: string;
  /** Whether the tool itself worked; null when unknown, and for a call that was rejected. */
  ok: boolean | null;
  rejected: boolean;
  /** What the command returned; null when unknown. */
  exitCode: number | null;
  durationMs: Milliseconds | null;
  /** The command line, when the tool is a shell and the agent sends it. */
  command: string | null;
  /** Whether the tool is one that edits files. */
  edits: boolean;
  /** The files it wrote; empty for a tool that is no edit. One entry with path null when they are withheld. */
  files: FileEdit[];
  /** The string values of its arguments, nested ones too; empty when withheld. */
  arguments: string[];
  /** The last 40 lines of a shell command's output; null when not sent. */
  outputTail: string | null;
  /** Commits and pull requests that the call's own attributes report. */
  commits: number;
  pullRequests: number;
}

/** A yes or no to a tool call. */
export interface Decision extends Origin {
  kind: "decision";
  callId: string;
  verdict: "accept" | "reject" | "interrupt";
  by: "person" | "automatic";
  /** Whether the call was an edit. */
  edits: boolean;
}

/** The person stopped the agent in its work. */
export interface Interrupt extends Origin {
  kind: "interrupt";
}

/** The conversation's context was replaced by a summary. */
export interface Compaction extends Origin {
  kind: "compaction";
  /** null when the agent does not say who asked for it. */
  trigger: "manual" | "automatic" | null;
}

/** The person threw the conversation's context away (`/clear`, `/new`, `/reset`). */
export interface Reset extends Origin {
  kind: "reset";
}

/** The repository or working directory from here on; null where unknown. */
export interface Directory extends Origin {
  kind: "directory";
  path: string | null;
  repository: string | null;
}

/** Lines that a metric reports, already as the increase since the point before. */
export interface Lines extends Origin {
  kind: "lines";
  added: number;
  removed: number;
}

/** Commits or pull requests that a metric reports, as an increase. */
export interface Landed extends Origin {
  kind: "landed";
  what: "commit" | "pull_request";
  count: number;
}

/** The agent started, or went on with, the session in a process. */
export interface SessionStart extends Origin {
  kind: "session_start";
  /** null when the agent does not say. */
  interactive: boolean | null;
  /** The session this one goes on from, when the agent says so. */
  previousSession: string | null;
  /** True when it may be a conversation that the agent holds with itself (Codex: read-only sandbox). */
  maybeHelper: boolean;
}

/** The size of the model's context window, from here on. */
export interface ContextWindow extends Origin {
  kind: "context_window";
  tokens: Tokens;
}

export interface SessionEnd extends Origin {
  kind: "session_end";
}

/** Records that never arrived, somewhere between its start and its end: the agent's own counter jumps. */
export interface Hole extends Origin {
  kind: "hole";
}

/** Everything that scoring looks at. */
export type Event =
  | Prompt
  | ModelCall
  | ToolCall
  | Decision
  | Interrupt
  | Compaction
  | Reset
  | Directory
  | Lines
  | Landed
  | SessionStart
  | ContextWindow
  | SessionEnd
  | Hole;

/** Orders events by time and, at the same millisecond, by their place in the stream. */
export function byTimeThenPlace(left: Origin, right: Origin): number {
  return left.at - right.at || comparePlaces(left.place, right.place);
}

/** Orders records by their place in the stream. */
export function comparePlaces(left: Place, right: Place): number {
  return left.sequence - right.sequence || left.frame - right.frame || left.record - right.record;
}
