/**
 * Every captured session, from its records to its turns, sub-sessions and accounts, against
 * test/golden/sessions-2026.12.json.
 */
import { describe, expect, test } from "bun:test";
import { accountFor, type Account } from "../../src/metrics/accounts/account.ts";
import { type Axis, isChange, type TurnAccount } from "../../src/metrics/accounts/turn-account.ts";
import { shippedBaselines } from "../../src/metrics/baselines/baseline.ts";
import { activityOf, flowOf } from "../../src/metrics/flow/activity.ts";
import { iterationEfficiency } from "../../src/metrics/iteration/iteration.ts";
import { areRepairsVisible } from "../../src/metrics/iteration/repairs.ts";
import { type ClassifiedTurn, classifyTurns } from "../../src/metrics/kinds/classify.ts";
import { readTurns } from "../../src/metrics/kinds/read-turns.ts";
import { contextResetRate } from "../../src/metrics/resets/resets-score.ts";
import { countResets } from "../../src/metrics/resets/resets.ts";
import { addEditCounts, countEdits } from "../../src/metrics/retention/edits.ts";
import { qualityRetention } from "../../src/metrics/retention/retention.ts";
import type { Agent } from "../../src/normaliser/dialects/agents.ts";
import { type AssembledSession, assembleSession } from "../../src/turns/session.ts";
import type { SubSession } from "../../src/turns/sub-session.ts";
import type { Turn } from "../../src/turns/turn.ts";
import { HOUR } from "../../src/vocabulary/units.ts";
import golden from "../golden/sessions-2026.12.json" with { type: "json" };
import { expectRows } from "../golden/cases.ts";
import { recordsOfSession, settle } from "../normaliser/captured.ts";
import { named } from "../session-names.ts";

type Value = string | number | boolean | null;
type Row = Record<string, Value | Record<string, number>>;
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
    for (const [position, { sessionId, agent, session }] of assembled.entries()) {
      const expected = run.sessions[position];
      if (expected === undefined) continue;
      expect(agent).toBe(expected.agent as Agent);
      const accounted = accountsOf(session, sessionId, agent);
      expectRows(turnRows(session, accounted), expected.turns);
      expectRows(subSessionRows(session, accounted, expected.developer.kind), expected.subSessions);
    }
  });
});

/** Each run is one session of one developer. */
interface Accounted {
  classified: readonly ClassifiedTurn[];
  accounts: readonly Account[];
}

function accountsOf(session: AssembledSession, sessionId: string, agent: Agent): Accounted {
  const options = {
    session: named(sessionId),
    agent,
    intentOf: () => null,
    outages: [],
    trace: (text: string) => text,
  };
  const classified = classifyTurns(readTurns(session, options), { holeBetween: () => false });
  const accounts = session.subSessions.map(({ turns, outcome }) => {
    const mayHaveWorked = turns.some((turn) => turn.calls + turn.unknownCalls > 0);
    const own = ofTurns(classified, turns).map(({ turn, kind, seconds, undone }) => ({
      ...turn,
      kind,
      gapSeconds: seconds,
      undone,
    }));
    return accountFor({ agent, outcome, mayHaveWorked, turns: own }, shippedBaselines);
  });
  return { classified, accounts };
}

function ofTurns(classified: readonly ClassifiedTurn[], turns: readonly Turn[]): ClassifiedTurn[] {
  return classified.filter(({ turn }) => turns.some(({ index }) => index === turn.index));
}

function turnRows({ turns }: AssembledSession, { classified, accounts }: Accounted): Row[] {
  const entries = accounts.flatMap((account) => account.turns);
  return turns.map((turn, place) => {
    const [known, account] = [classified[place], entries[place]];
    if (known === undefined || account === undefined) throw new Error("a turn without an account");
    return { ...turnRow(turn), ...knownRow(known), ...accountRow(account) };
  });
}

function turnRow(turn: Turn): Row {
  const { input, cacheRead, cacheCreation, output } = turn.tokens;
  const { promptChars, trivial, calls, failedCalls, unknownCalls, tools, failedTools } = turn;
  const counts = { calls, failedCalls, unknownCalls, tools, failedTools };
  const tokens = { inputUncached: input, cacheRead, cacheCreation, output };
  const lines = { linesAdded: turn.linesAdded, linesRemoved: turn.linesRemoved };
  return { turnIndex: turn.index, promptChars, trivial, ...counts, ...tokens, ...lines };
}

function knownRow({ kind, seconds, repair, undone }: ClassifiedTurn): Row {
  return { kind, gap: seconds, repair, undone };
}

function accountRow({ unit, volume, entries: { t, n, h } }: TurnAccount): Row {
  const { took: tookTokens, earned: earnedTokens } = t ?? NO_ENTRY;
  const { earned: earnedTurns } = n ?? NO_ENTRY;
  const { took: tookSeconds, earned: earnedSeconds } = h ?? NO_ENTRY;
  return { unit, volume, tookTokens, earnedTokens, earnedTurns, tookSeconds, earnedSeconds };
}

const NO_ENTRY = { took: null, earned: null };

function subSessionRows(session: AssembledSession, accounted: Accounted, developerKind: string): Row[] {
  const activity = activityOf(named(""), session);
  const flows =
    developerKind === "key" ? new Map<string, number>() : flowOf({ ...activity, habit: activity.pieces });
  const resets = countResets(session.subSessions, () => null);
  const repairs = accounted.classified.filter(({ repair }) => repair).map(({ turn }) => turn.index);
  const edits = countEdits(session.turns, new Set(repairs));
  return session.subSessions.map((subSession, position) => {
    const account = accounted.accounts[position];
    if (account === undefined) throw new Error("a sub-session without an account");
    const { good = 0, bad = 0 } = resets[position] ?? {};
    const counts = subSession.turns
      .map(({ index }) => edits.get(index))
      .filter((count) => count !== undefined);
    return {
      ...subSessionRow(subSession),
      ...sumsRow(account),
      ie: iterationOf(subSession, accounted),
      crr: contextResetRate(good, bad),
      fc: flows.get(subSession.id) ?? null,
      qr: qualityRetention(addEditCounts(counts)),
    };
  });
}

function subSessionRow({ firstTurn, lastTurn, size, bucket, outcome, scoreable, boundary }: SubSession): Row {
  const { kind, p } = boundary;
  return { firstTurn, lastTurn, size, bucket, outcome, scoreable, boundaryKind: kind, boundaryP: p };
}

function sumsRow({ took, earned, weight, sse }: Account): Row {
  const byName = (sums: Readonly<Record<Axis, number>>): Record<string, number> => ({
    tokens: sums.t,
    turns: sums.n,
    humanSeconds: sums.h,
  });
  const actual = byName(took);
  return { actual, earned: { ...byName(earned), humanSecondsUndone: earned.k }, changeTurns: weight, sse };
}

function iterationOf({ turns }: SubSession, { classified }: Accounted): number | null {
  const own = ofTurns(classified, turns).filter(({ turn }) => turn.nonTrivial);
  return iterationEfficiency({
    countedTurns: own.filter(({ kind, repair }) => repair || isChange(kind)).length,
    repairTurns: own.filter(({ repair }) => repair).length,
    repairsVisible: areRepairsVisible(turns, () => null),
    mayHaveWorked: turns.some((turn) => turn.calls + turn.unknownCalls > 0),
    usualRepairShare: shippedBaselines.repairShare,
  });
}
