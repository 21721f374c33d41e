/** What happened in one session of a developer with an agent, before any agent puts it into words of its own. */
import type { Signal } from "../../vocabulary/otlp.ts";
import type { Repository } from "../asks/part.ts";
import type { Instant, Milliseconds, Tokens } from "../../vocabulary/units.ts";

/** The agents that the demo's developers work with. */
export type DemoAgent = "claude-code" | "codex" | "gemini" | "qwen";

/** What one model call read and wrote. */
export interface CallTokens {
  /** Input that no cache held. */
  fresh: Tokens;
  /** Input read from the cache. */
  cached: Tokens;
  /** Output, reasoning included. */
  output: Tokens;
  reasoning: Tokens;
}

/** What the agent did with a tool. */
export type ToolUse =
  | { tool: "shell"; command: string; exitCode: number; output: string }
  | { tool: "edit"; path: string; removed: readonly string[]; added: readonly string[] }
  | {
      tool: "read";
      path: string;
      /** The MCP server that reads it; the agent itself when left out. */ server?: string;
    };

/** Who let a tool run; a refused one did not. */
export type Approval = "automatic" | "accepted" | "refused";

/** One thing that happened; `at` is when it was over. */
export type Step =
  | { kind: "prompt"; at: Instant; text: string }
  | {
      kind: "call";
      startedAt: Instant;
      at: Instant;
      firstTokenMs: Milliseconds;
      tokens: CallTokens;
    }
  | {
      kind: "failed_call";
      startedAt: Instant;
      at: Instant;
      status: number;
      /** Counts from 1 within one call. */
      attempt: number;
      /** Whether the agent gave up after it. */
      final: boolean;
    }
  | { kind: "tool"; startedAt: Instant; at: Instant; use: ToolUse; approval: Approval }
  | { kind: "compaction"; at: Instant; byPerson: boolean; before: Tokens; after: Tokens }
  | { kind: "reset"; at: Instant };

/** The steps of one kind. */
export type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

/** Whom the agent works for, as far as telemetry shows. */
export interface Person {
  name: string;
  email: string;
  /** What the person's team works on. */
  repository: Repository;
  /** Whether the agent is set to send the text of prompts. */
  sendsText: boolean;
  /** Whether the agent asks before it edits or runs something. */
  approves: boolean;
}

/** One session as it happened. */
export interface DemoSession {
  /** The agent's own id of the session. */
  id: string;
  agent: DemoAgent;
  model: string;
  person: Person;
  /** The folder that the agent works in. */
  folder: string;
  startedAt: Instant;
  endedAt: Instant;
  /** How many sessions the same process held before: a reset begins a new one. */
  earlierInProcess: number;
  /** Never empty, in order of `at`; the first is a prompt. */
  steps: readonly Step[];
}

/** One OTLP request, and when the agent would have sent it. */
export interface DemoRequest {
  path: `/v1/${Signal}`;
  at: Instant;
  /** OTLP JSON before it is turned into text. */
  body: unknown;
}
