/** A small session as its timeline shows it: two turns, a failed call and the stall after it, a rejected edit. */
import type { TimelineEntry } from "../../../../src/sessions/timeline/timeline-answer.ts";

const at = (time: string): string => `2026-11-18T${time}Z`;

const TURN = { trivial: false, repair: false, calls: 1, tools: 1, costUsd: 0.5 };

function call(time: string, turnIndex: number, contextShare: number | null): TimelineEntry {
  const tokens = { input: 1_000, output: 200, cacheRead: 5_000, cacheCreation: null };
  const told = { model: "opus", result: "succeeded" as const, firstTokenMs: null, tokens, costUsd: 0.5 };
  return {
    kind: "model_call",
    at: at(time),
    durationMs: 60_000,
    turnIndex,
    ...told,
    contextShare,
    helper: false,
  };
}

export const ENTRIES: readonly TimelineEntry[] = [
  {
    kind: "boundary",
    at: at("09:00:00"),
    durationMs: 0,
    subSessionId: "a",
    subSessionIndex: 0,
    boundary: "session",
  },
  {
    kind: "turn",
    at: at("09:00:00"),
    durationMs: 90_000,
    turnIndex: 1,
    promptId: "p1",
    text: "Begin",
    ...TURN,
  },
  call("09:00:10", 1, 0.5),
  {
    kind: "tool",
    at: at("09:01:10"),
    durationMs: 80_000,
    turnIndex: 1,
    name: "Bash",
    ok: false,
    rejected: false,
    command: "bun test",
    exitCode: 1,
    files: [],
  },
  {
    kind: "decision",
    at: at("09:01:10"),
    durationMs: null,
    turnIndex: 1,
    verdict: "accept",
    by: "automatic",
  },
  { kind: "decision", at: at("09:02:30"), durationMs: null, turnIndex: 1, verdict: "reject", by: "person" },
  {
    kind: "error",
    at: at("09:03:00"),
    durationMs: 500,
    turnIndex: 1,
    model: "opus",
    status: 529,
    retryable: true,
  },
  { kind: "stall", at: at("09:05:00"), durationMs: 300_000 },
  {
    kind: "boundary",
    at: at("09:10:00"),
    durationMs: 0,
    subSessionId: "b",
    subSessionIndex: 1,
    boundary: "inferred",
  },
  {
    kind: "turn",
    at: at("09:10:00"),
    durationMs: 60_000,
    turnIndex: 2,
    promptId: null,
    text: null,
    ...TURN,
    repair: true,
    trivial: true,
    tools: 0,
  },
  call("09:10:00", 2, 0.9),
  { kind: "reset", at: at("09:11:30"), durationMs: 0, turnIndex: 2, what: "compaction", trigger: "manual" },
];

export const SUB_SESSIONS = [
  {
    index: 0,
    title: "Begin",
    startedAt: at("09:00:00"),
    endedAt: at("09:03:00"),
    outcome: "reached" as const,
  },
  { index: 1, title: null, startedAt: at("09:10:00"), endedAt: at("09:11:30"), outcome: "partial" as const },
];
