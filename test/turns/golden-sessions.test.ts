/** Every captured session, from its records to its turns and sub-sessions, against test/golden/sessions.json. */
import { describe, expect, test } from "bun:test";
import { activityOf, flowOf } from "../../src/metrics/flow/activity.ts";
import { shippedBaselines } from "../../src/metrics/baselines/baseline.ts";
import { measureSession, type SubSessionMeasure } from "../../src/metrics/measure.ts";
import { findRepairTurns } from "../../src/metrics/iteration/repairs.ts";
import type { Agent } from "../../src/normaliser/dialects/agents.ts";
import { HOUR } from "../../src/vocabulary/units.ts";
import { type AssembledSession, assembleSession } from "../../src/turns/session.ts";
import type { SubSession } from "../../src/turns/sub-session.ts";
import type { Turn } from "../../src/turns/turn.ts";
import golden from "../golden/sessions.json" with { type: "json" };
import { recordsOfSession, settle } from "../normaliser/captured.ts";
import { named } from "../session-names.ts";

type Row = Record<string, string | number | boolean | null>;
interface GoldenSession {
  sessionId: string;
  agent: string;
  developer: { kind: string };
  turns: Row[];
  subSessions: Row[];
}

const runs = Object.entries(golden.runs as unknown as Record<string, { sessions: GoldenSession[] }>);

describe("the captured sessions", () => {
  test.each(runs)("%s gives the golden turns and sub-sessions", async (name, run) => {
    const records = await recordsOfSession(name);
    const newest = records.reduce((latest, record) => Math.max(latest, record.at), 0);
    const assembled = [...settle(records)]
      .map(([sessionId, settled]) => ({ sessionId, ...settled }))
      .map(({ sessionId, agent, events }) => {
        const clock = { newestRecordAt: newest, now: newest + 25 * HOUR };
        const material = {
          organization: "default",
          session: named(sessionId),
          events,
          overrides: [],
          ...clock,
        };
        return { sessionId, agent, session: assembleSession(material) };
      })
      .filter(({ session }) => session.turns.length > 0);

    expect(assembled.map(({ sessionId }) => sessionId)).toEqual(run.sessions.map((row) => row.sessionId));
    for (const [position, { agent, session }] of assembled.entries()) {
      const expected = run.sessions[position];
      if (expected === undefined) continue;
      expect(agent).toBe(expected.agent as Agent);
      const sharedKey = expected.developer.kind === "key";
      expectRows(turnRows(session), expected.turns);
      expectRows(subSessionRows(session, { agent, sharedKey }), expected.subSessions);
    }
  });
});

const TOLERANCE = 1e-6;

/** Equal in everything, numbers to within the tolerance. */
function expectRows(found: readonly Row[], expected: readonly Row[]): void {
  const compared = found.map((row, position) => withNear(row, expected[position] ?? {}));
  expect(compared).toEqual(expected.map((row) => ({ ...row })));
}

function withNear(found: Row, expected: Row): Row {
  const entries = Object.entries(found).map(([key, value]) => {
    const wanted = expected[key];
    const near =
      typeof value === "number" && typeof wanted === "number" && Math.abs(value - wanted) <= TOLERANCE;
    return [key, near ? wanted : value];
  });
  return Object.fromEntries(entries);
}

function turnRows({ turns }: AssembledSession): Row[] {
  const repairs = findRepairTurns(turns, () => null);
  return turns.map((turn) => turnRow(turn, repairs.has(turn.index)));
}

function turnRow(turn: Turn, repair: boolean): Row {
  const { input, cacheRead, cacheCreation, output } = turn.tokens;
  const { promptChars, trivial, calls, failedCalls, unknownCalls, tools, failedTools } = turn;
  const counts = { calls, failedCalls, unknownCalls, tools, failedTools };
  const tokens = { inputUncached: input, cacheRead, cacheCreation, output };
  const lines = { linesAdded: turn.linesAdded, linesRemoved: turn.linesRemoved };
  return { turnIndex: turn.index, promptChars, trivial, repair, ...counts, ...tokens, ...lines };
}

function subSessionRows(
  session: AssembledSession,
  { agent, sharedKey }: { agent: Agent; sharedKey: boolean },
): Row[] {
  const measures = measureSession(session, {
    agent,
    sharedKey,
    outages: [],
    baselinesFor: () => ({ version: 0, baselines: shippedBaselines }),
    contextWindowOf: () => null,
    pesOf: () => null,
    intentOf: () => null,
    costOf: () => null,
  });
  const activity = activityOf(named(""), session);
  const flows = sharedKey ? new Map<string, number>() : flowOf({ ...activity, habit: activity.pieces });
  return session.subSessions.map((subSession, position) => {
    const measure = measures[position];
    if (measure === undefined) throw new Error("a sub-session without a measure");
    return subSessionRow(subSession, measure, flows.get(subSession.id) ?? null);
  });
}

function subSessionRow(subSession: SubSession, measure: SubSessionMeasure, fc: number | null): Row {
  const { firstTurn, lastTurn, size, bucket, outcome, scoreable, boundary } = subSession;
  const { sse, ie, crr, qr } = measure;
  const begin = { boundaryKind: boundary.kind, boundaryP: boundary.p };
  return { firstTurn, lastTurn, size, bucket, outcome, scoreable, ...begin, sse, ie, crr, fc, qr };
}
