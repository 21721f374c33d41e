/** A long session of Claude Code as OTLP: thousands of steps, calls that failed, and the stall after them. */
import { claudeCodeLogs, claudeCodeRecord } from "../../src/demo/wires/claude-code-records.ts";
import type { Milliseconds } from "../../src/vocabulary/units.ts";

/** What to make. */
export interface LongSession {
  id: string;
  startsAt: Milliseconds;
  turns: number;
  /** After this one the model is away for a quarter of an hour. */
  stallsAfter: number;
}

const SECOND_MS = 1_000;
const TURN_MS = 30 * SECOND_MS;
const AWAY_MS = 900 * SECOND_MS;
const CALLS_PER_TURN = 4;

/** Returns bodies for `/v1/logs`, in order. */
export function longSessionBodies(session: LongSession): object[] {
  const records = Array.from({ length: session.turns }, (_, place) => turnRecords(session, place + 1)).flat();
  const bodies: object[] = [];
  for (let start = 0; start < records.length; start += 500)
    bodies.push(claudeCodeLogs(records.slice(start, start + 500)));
  return bodies;
}

function turnRecords({ id, startsAt, stallsAfter }: LongSession, turn: number): object[] {
  const start = startsAt + (turn - 1) * TURN_MS + (turn > stallsAfter ? AWAY_MS : 0);
  const record = (name: string, afterMs: number, attributes: Record<string, string | number>) =>
    claudeCodeRecord(
      { name, at: start + afterMs, attributes: { "prompt.id": `${id}-${turn}`, ...attributes } },
      { "session.id": id },
    );
  const prompt = record("user_prompt", 0, {
    prompt: `Step ${turn}: move the next part of billing/vat.py to its own file and run its tests.`,
    prompt_length: 80,
  });
  const steps = Array.from({ length: CALLS_PER_TURN }, (_, call) => [
    record("api_request", (call * 5 + 3) * SECOND_MS, {
      model: "claude-sonnet-5",
      input_tokens: 5,
      output_tokens: 250,
      cache_read_tokens: 20_000 + turn * 400,
      cache_creation_tokens: 900,
      duration_ms: 2_400,
      query_source: "repl_main_thread",
    }),
    record("tool_result", (call * 5 + 4) * SECOND_MS, {
      tool_name: "Bash",
      success: "true",
      duration_ms: 600,
      decision_type: "accept",
      decision_source: "config",
    }),
  ]).flat();
  if (turn !== stallsAfter) return [prompt, ...steps];
  const failed = {
    model: "claude-sonnet-5",
    error: "Overloaded",
    status_code: "529",
    duration_ms: 400,
    attempt: 1,
  };
  return [prompt, ...steps, record("api_error", 24 * SECOND_MS, failed)];
}
