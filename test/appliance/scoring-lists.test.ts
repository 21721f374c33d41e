/** Trends, latency, slow turns, quality retention, sub-sessions and coverage, asked of a real appliance. */
import { afterAll, describe, expect, test } from "bun:test";
import { inTransaction } from "../../src/database/transaction.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { sealSessions } from "../../src/writer/upkeep/table.ts";
import type { SubSessionAnswer } from "../../src/metrics/sub-sessions/sub-session-answer.ts";
import { CAPS } from "../../src/metrics/accounts/account.ts";
import { SCORING_VERSION } from "../../src/metrics/version.ts";
import type { MetricRow } from "../../src/metrics/answer.ts";
import { OUTCOMES } from "../../src/turns/outcomes/outcome-kind.ts";
import type { ListedCalls, ListedSession } from "../../src/sessions/listed/session-answer.ts";
import type { TimelineEntry } from "../../src/sessions/timeline/timeline-answer.ts";
import { HOUR } from "../../src/vocabulary/units.ts";
import golden from "../golden/sessions-2026.12.json" with { type: "json" };
import { logsBody } from "../normaliser/captured.ts";
import { readRun, sendAsCaptured } from "./captured-runs.ts";
import { joinTestAppliance } from "./running.ts";
import { agentSessionId } from "../../src/vocabulary/held-name.ts";

interface GoldenSession {
  sessionId: string;
  agent: string;
  turns: { turnIndex: number; kind: string; calls: number; failedCalls: number; unknownCalls: number }[];
  subSessions: GoldenSubSession[];
}

interface GoldenSubSession {
  firstTurn: number;
  lastTurn: number;
  scoreable: boolean;
  outcome: string;
  boundaryKind: string;
  sse: number | null;
  actual: Sums;
  earned: Sums;
}

type Sums = Record<"tokens" | "turns" | "humanSeconds", number>;

function isIn(turn: number, subSession: GoldenSubSession | undefined): boolean {
  return subSession !== undefined && turn >= subSession.firstTurn && turn <= subSession.lastTurn;
}

const RUNS = golden.runs as unknown as Record<string, { sessions: GoldenSession[] }>;
const SESSIONS = Object.values(RUNS).flatMap((run) => run.sessions);
const SUB_SESSIONS = SESSIONS.flatMap(({ subSessions }) => subSessions);
const TURNS = SESSIONS.flatMap(({ turns }) => turns);
const WINDOW = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";
const KNOWN = "dev@example.test";

const LISTS: Record<string, { path: string; rows: string }> = {
  trends: { path: "/scoring/trends/speed", rows: "points" },
  "trends together": { path: "/scoring/trends", rows: "points" },
  "skill inputs": { path: "/scoring/skill-inputs", rows: "points" },
  repairs: { path: "/scoring/repairs", rows: "points" },
  latency: { path: "/scoring/latency/hourly", rows: "hours" },
  "slowest turns": { path: "/scoring/turns/slowest", rows: "turns" },
  "quality retention": { path: "/scoring/sessions/quality-retention", rows: "sessions" },
  "sub-sessions": { path: "/scoring/sub-sessions", rows: "subSessions" },
  "sub-sessions of the scored": { path: "/scoring/sub-sessions?scored_in=speed", rows: "subSessions" },
  "sub-sessions with their turns": { path: "/scoring/sub-sessions?turns=true", rows: "subSessions" },
  rightsizing: { path: "/v1/intelligence/rightsizing", rows: "spendUsd" },
  rollup: { path: "/scoring/sub-sessions/rollup", rows: "subSessions" },
  sessions: { path: "/v1/sessions", rows: "sessions" },
  "by session": { path: "/scoring/sub-sessions/by-session", rows: "sessions" },
  "by session with their turns": { path: "/scoring/sub-sessions/by-session?turns=true", rows: "sessions" },
};

const captured = await Promise.all(Object.keys(RUNS).map(readRun));
const appliance = await joinTestAppliance("later");
afterAll(() => appliance.stop());

const ours = await appliance.addOrganization();
const theirs = await appliance.addOrganization();
for (const request of captured.flat()) await sendAsCaptured(appliance, request, ours.key);
await appliance.settled();
const bound = (await ours.addKey({ developer: KNOWN })).key;

type Answer = Record<string, unknown>;

/** A path with one more question. */
function asking(path: string, query: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

async function ask<As = Answer>(path: string, key = ours.key): Promise<As> {
  const response = await appliance.get(asking(path, WINDOW), key);
  expect(response.status).toBe(200);
  return (await response.json()) as As;
}

async function statusOf(path: string, key = ours.key): Promise<number> {
  return (await appliance.get(path, key)).status;
}

/** How much there is on a list: its rows, or the work that they count. */
function countRows(answer: Answer, rows: string): number {
  const found = answer[rows];
  if (rows === "points")
    return (found as { subSessions?: number; tasks?: number }[]).reduce(
      (sum, point) => sum + (point.subSessions ?? point.tasks ?? 0),
      0,
    );
  return Array.isArray(found) ? found.length : Number(found);
}

describe.each(Object.entries(LISTS))("%s", (_, { path, rows }) => {
  test("refuse a request without a key", async () => {
    expect((await fetch(`${appliance.url}${path}`)).status).toBe(401);
  });

  test.each([
    ["from=2026-02-30T00:00:00Z"],
    ["from=2026-11-21"],
    ["to=tomorrow"],
    ["from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z"],
  ])("refuse the impossible time %s", async (query) => {
    expect(await statusOf(asking(path, query))).toBe(400);
  });

  test("show another organization nothing", async () => {
    expect(countRows(await ask(path, theirs.key), rows)).toBe(0);
    expect(countRows(await ask(asking(path, `developer=${KNOWN}`), theirs.key), rows)).toBe(0);
  });

  test("say nothing of a developer whom nobody knows", async () => {
    expect(countRows(await ask(asking(path, "developer=nobody@example.test")), rows)).toBe(0);
  });

  test("show a bound key of its own developer only, and of others as if they were unknown", async () => {
    const { metrics } = await ask<{ metrics: { developer: { id: string; email: string | null } }[] }>(
      "/scoring/metrics",
    );
    const other = metrics.find(({ developer }) => developer.email !== KNOWN)?.developer.id;
    expect(await ask(path, bound)).toEqual(await ask(asking(path, `developer=${KNOWN}`)));
    expect(await ask(asking(path, `developer=${other}`), bound)).toEqual(
      await ask(asking(path, "developer=nobody@example.test"), bound),
    );
    expect(countRows(await ask(asking(path, `developer=${other}`), bound), rows)).toBe(0);
  });
});

test("limits and names that are out of range are refused", async () => {
  expect(await statusOf("/scoring/turns/slowest?limit=101")).toBe(400);
  expect(await statusOf("/scoring/turns/slowest?limit=0")).toBe(400);
  expect(await statusOf("/scoring/sessions/quality-retention?limit=501")).toBe(400);
  expect(await statusOf("/scoring/sub-sessions?limit=501")).toBe(400);
  expect(await statusOf("/v1/sessions?limit=501")).toBe(400);
  for (const filter of [
    "agent=cursor",
    "outcome=won",
    "flag=slow",
    "order=up",
    "q=",
    "cost_over_usd=much",
    "model=",
  ])
    expect(await statusOf(`/v1/sessions?${filter}`)).toBe(400);
  for (const filter of ["outcome=won", "scoreable=yes", "scored_in=sse"])
    expect(await statusOf(`/scoring/sub-sessions?${filter}`)).toBe(400);
  expect(await statusOf("/scoring/trends/speed?bucket=month")).toBe(400);
  expect(await statusOf("/scoring/trends/speed?from=0001-01-01T00:00:00Z")).toBe(400);
  expect(await statusOf("/scoring/trends?bucket=month")).toBe(400);
  expect(await statusOf("/scoring/trends/sse")).toBe(404);
});

describe("sub-sessions", () => {
  test("are the golden sessions', the newest first", async () => {
    const { subSessions, total } = await ask<{ subSessions: SubSessionAnswer[]; total: number }>(
      "/scoring/sub-sessions?limit=500",
    );
    expect(total).toBe(SUB_SESSIONS.length);
    const starts = subSessions.map(({ startedAt }) => startedAt);
    expect(starts).toEqual(starts.toSorted().reverse());
    for (const { sessionId, subSessions: expected } of SESSIONS) {
      const found = subSessions.filter((one) => one.sessionId === sessionId).toReversed();
      expect(found.map(({ index }) => index)).toEqual(expected.map((__, index) => index));
      expect(found.map(({ outcome, boundary }): string[] => [outcome, boundary.kind])).toEqual(
        expected.map(({ outcome, boundaryKind }) => [outcome, boundaryKind]),
      );
      for (const [index, { sse }] of expected.entries()) {
        if (sse === null) expect(found[index]?.sse).toBeNull();
        else expect(found[index]?.sse).toBeCloseTo(sse, 6);
      }
    }
  });

  test("show what their SSE is made of, their title, and why they begin", async () => {
    const session = RUNS["codex-tool"]?.sessions[0]?.sessionId;
    const { subSessions } = await ask<{ subSessions: SubSessionAnswer[] }>(
      `/scoring/sub-sessions?session_id=${session}`,
    );
    const [only] = subSessions;
    if (only === undefined) throw new Error("the session has no sub-session");
    expect(only.turns).toBe(2);
    expect(only.title).toBeString();
    expect(only.boundary).toEqual({ kind: "session", p: null, confidence: null, overridden: false });
    const tokens = 12587 + 16541 + 5 * (343 + 249) + 0.1 * (38400 + 26880);
    expect(only.breakdown.tokens.actual).toBeCloseTo(tokens, 6);
    const { actual, earned, axis } = only.breakdown.turns;
    expect(actual).toBe(2);
    expect(axis).toBeCloseTo(Math.log((earned ?? 0) / 2), 6);
  });

  test("add up to their breakdown with what each of their turns took and earned", async () => {
    const { subSessions } = await ask<{ subSessions: SubSessionAnswer[] }>(
      "/scoring/sub-sessions?limit=500&turns=true",
    );
    for (const { breakdown, turnEntries = [], sessionId, index } of subSessions) {
      const session = SESSIONS.find((one) => one.sessionId === sessionId);
      const expected = session?.subSessions[index];
      expect(turnEntries.map(({ turnIndex }) => turnIndex)).toEqual(
        session?.turns.map(({ turnIndex }) => turnIndex).filter((turn) => isIn(turn, expected)) ?? [],
      );
      const kinds = session?.turns.filter(({ turnIndex }) => isIn(turnIndex, expected));
      expect(turnEntries.map(({ kind }): string => kind)).toEqual(kinds?.map(({ kind }) => kind) ?? []);
      expectSums(breakdown, turnEntries);
    }
  });

  function expectSums(
    breakdown: SubSessionAnswer["breakdown"],
    turnEntries: NonNullable<SubSessionAnswer["turnEntries"]>,
  ): void {
    for (const axis of ["tokens", "turns", "humanTime"] as const) {
      const entries = turnEntries.flatMap((entry) => entry[axis] ?? []);
      const took = entries.reduce((sum, { actual }) => sum + actual, 0);
      const earned = entries.reduce((sum, entry) => sum + entry.earned, 0);
      const most = breakdown.cap === null ? Infinity : took * Math.exp(CAPS[breakdown.cap]);
      expect(breakdown[axis].actual ?? 0).toBeCloseTo(took, 9);
      expect(breakdown[axis].earned ?? 0).toBeCloseTo(Math.min(earned, most), 9);
    }
  }

  test("say nothing of their turns where nobody asks for them", async () => {
    const { subSessions } = await ask<{ subSessions: SubSessionAnswer[] }>("/scoring/sub-sessions?limit=500");
    expect(subSessions.filter((row) => "turnEntries" in row)).toEqual([]);
    expect(await statusOf("/scoring/sub-sessions?turns=perhaps")).toBe(400);
  });

  test.each([
    ["/scoring/sub-sessions?", "subSessions", 3],
    ["/scoring/sub-sessions?outcome=unknown&scoreable=true&", "subSessions", 1],
    ["/scoring/sub-sessions/by-session?", "sessions", 3],
    ["/scoring/sub-sessions/by-session?scoreable=false&", "sessions", 1],
    ["/v1/sessions?", "sessions", 3],
    ["/v1/sessions?flag=failed&", "sessions", 1],
    ["/v1/sessions?order=asc&", "sessions", 3],
    ["/v1/sessions?sort=turns&", "sessions", 2],
    ["/v1/sessions?sort=failed&order=asc&", "sessions", 1],
    ["/v1/sessions?sort=cost&", "sessions", 1],
    ["/scoring/turns/slowest?", "turns", 3],
    [`/scoring/turns/slowest?developer=${KNOWN}&`, "turns", 1],
    ["/v1/intelligence/prompt-chains?", "chains", 1],
    ["/scoring/spend?", "models", 500],
  ])("%slimit gives every row once, page by page", async (path, rows, limit) => {
    const whole = await ask(`${path}limit=100`);
    expect((whole[rows] as unknown[]).length).toBeGreaterThan(1);
    expect(await pagesOf(path, rows, { limit })).toEqual(whole[rows] as unknown[]);
  });

  test("refuse a cursor that was changed, and one of another list or filter", async () => {
    const { nextCursor } = await ask<{ nextCursor: string }>("/scoring/sub-sessions?limit=3");
    const changed = `${nextCursor.slice(0, -1)}${nextCursor.endsWith("A") ? "B" : "A"}`;
    const after = (path: string, cursor: string, key = ours.key) =>
      statusOf(`${path}?${WINDOW}&cursor=${cursor}`, key);
    expect(await after("/scoring/sub-sessions", nextCursor)).toBe(200);
    expect(await after("/scoring/sub-sessions", changed)).toBe(400);
    expect(await after("/scoring/sub-sessions/by-session", nextCursor)).toBe(400);
    expect(await after("/scoring/sub-sessions", nextCursor, theirs.key)).toBe(400);
    expect(await after("/scoring/sub-sessions", nextCursor, bound)).toBe(400);
    expect(await statusOf(`/scoring/sub-sessions?developer=${KNOWN}&${WINDOW}&cursor=${nextCursor}`)).toBe(
      400,
    );
  });

  test("come by session, with the mean of the scoreable ones", async () => {
    const { sessions, total } = await ask<{
      sessions: { sessionId: string; sse: number | null; subSessions: SubSessionAnswer[] }[];
      total: number;
    }>("/scoring/sub-sessions/by-session?limit=500");
    expect(total).toBe(SESSIONS.length);
    for (const { sessionId, subSessions: expected } of SESSIONS) {
      const found = sessions.find((one) => one.sessionId === sessionId);
      expect(found?.subSessions.map(({ index }) => index)).toEqual(expected.map((__, index) => index));
      // no captured session has two scoreable sub-sessions
      const scored = expected.find(({ scoreable, sse }) => scoreable && sse !== null)?.sse ?? null;
      if (scored === null) expect(found?.sse).toBeNull();
      else expect(found?.sse).toBeCloseTo(scored, 6);
    }
  });

  test("are rolled up over the scoreable ones", async () => {
    const rollup = await ask<{
      sse: number;
      interval: [number, number];
      subSessions: number;
      byOutcome: Record<string, number>;
      breakdown: SubSessionAnswer["breakdown"];
    }>("/scoring/sub-sessions/rollup");
    const scoreable = SUB_SESSIONS.filter((one) => one.scoreable);
    expect(rollup.subSessions).toBe(scoreable.length);
    expect(Object.values(rollup.byOutcome).reduce((sum, count) => sum + count, 0)).toBe(scoreable.length);
    for (const axis of ["tokens", "turns", "humanTime"] as const) {
      // also those that are not scoreable
      const name = axis === "humanTime" ? "humanSeconds" : axis;
      const sumOf = (of: "actual" | "earned") => SUB_SESSIONS.reduce((sum, one) => sum + one[of][name], 0);
      expect(rollup.breakdown[axis].actual ?? 0).toBeCloseTo(sumOf("actual"), 3);
      expect(rollup.breakdown[axis].earned ?? 0).toBeCloseTo(sumOf("earned"), 3);
    }
    expect(rollup.sse).toBeWithin(...rollup.interval);
  });
});

describe("sessions as wholes", () => {
  test("are the golden sessions', the one that starts last first", async () => {
    const { sessions, total } = await ask<{ sessions: ListedSession[]; total: number }>(
      "/v1/sessions?limit=500",
    );
    expect(total).toBe(SESSIONS.length);
    const starts = sessions.map(({ startedAt }) => startedAt);
    expect(starts).toEqual(starts.toSorted().reverse());
    for (const { sessionId, agent, turns, subSessions } of SESSIONS) {
      const found = sessions.find((session) => session.sessionId === sessionId);
      expect(found).toMatchObject({ agent, subSessions: subSessions.length });
      const failedCalls = turns.reduce((sum, turn) => sum + turn.failedCalls, 0);
      expect(found?.errors).toBeGreaterThanOrEqual(failedCalls);
      expect(found?.endedAt.localeCompare(found.startedAt)).toBeGreaterThanOrEqual(0);
    }
    expect(sessions.some(({ title }) => title !== null)).toBe(true);
  });

  test.each([
    ["turns", ({ turns }: ListedSession) => turns],
    ["failed", ({ errors }: ListedSession) => errors],
    ["cost", ({ costUsd }: ListedSession) => costUsd ?? -1],
  ])("are sorted by %s, and those without a price come before those that cost nothing", async (sort, of) => {
    for (const order of ["asc", "desc"] as const) {
      const { sessions } = await ask<{ sessions: ListedSession[] }>(
        `/v1/sessions?limit=500&sort=${sort}&order=${order}`,
      );
      expect(sessions.length).toBe(SESSIONS.length);
      const sign = order === "asc" ? 1 : -1;
      expect(sessions.map(of)).toEqual(sessions.map(of).toSorted((left, right) => sign * (left - right)));
    }
  });

  test("cost together what their models cost", async () => {
    const { sessions } = await ask<{ sessions: ListedSession[] }>("/v1/sessions?limit=500");
    const { models } = await ask<{ models: { costUsd: number }[] }>("/v1/admin/coverage", ours.admin);
    const sum = (costs: (number | null)[]) => costs.reduce<number>((total, cost) => total + (cost ?? 0), 0);
    expect(sum(sessions.map(({ costUsd }) => costUsd))).toBeCloseTo(
      sum(models.map(({ costUsd }) => costUsd)),
      6,
    );
  });

  test("of one agent leave the others out", async () => {
    const { sessions, total } = await ask<{ sessions: ListedSession[]; total: number }>(
      "/v1/sessions?agent=codex&limit=500",
    );
    expect(new Set(sessions.map(({ agent }) => agent))).toEqual(new Set(["codex"]));
    expect(total).toBe(SESSIONS.filter(({ agent }) => agent === "codex").length);
  });
});

describe("filters of sub-sessions and sessions", () => {
  interface Found {
    sessions: ListedSession[];
    subSessions: SubSessionAnswer[];
    total: number;
    calls: ListedCalls;
  }
  const find = (path: string, key?: string) => ask<Found>(`${path}&limit=500`, key);
  const idsOf = ({ sessions }: Found) => sessions.map(({ sessionId }) => sessionId).toSorted();

  test("leave exactly the sub-sessions of an outcome, and those that are counted or not", async () => {
    for (const outcome of OUTCOMES)
      for (const scoreable of [true, false]) {
        const path = `/scoring/sub-sessions?outcome=${outcome}&scoreable=${scoreable}`;
        const { subSessions, total } = await find(path);
        const expected = SUB_SESSIONS.filter((one) => one.outcome === outcome && one.scoreable === scoreable);
        expect([subSessions.length, total]).toEqual([expected.length, expected.length]);
        for (const row of subSessions) expect(row).toMatchObject({ outcome, scoreable });
      }
  });

  test("leave exactly the sessions with a sub-session of the outcome", async () => {
    for (const outcome of OUTCOMES) {
      const expected = SESSIONS.filter(({ subSessions }) =>
        subSessions.some((one) => one.outcome === outcome),
      );
      const found = await find(`/v1/sessions?outcome=${outcome}`);
      expect(idsOf(found)).toEqual(expected.map(({ sessionId }) => sessionId).toSorted());
      expect(found.total).toBe(expected.length);
    }
  });

  test("leave the sessions that cost more than an amount", async () => {
    const { sessions } = await find("/v1/sessions?");
    const costs = sessions.flatMap(({ costUsd }) => costUsd ?? []).toSorted((left, right) => left - right);
    const limit = costs[Math.floor(costs.length / 2)] ?? 0;
    const found = await find(`/v1/sessions?cost_over_usd=${limit}`);
    expect(found.total).toBe(costs.filter((cost) => cost > limit).length);
    expect(found.total).toBeGreaterThan(0);
    for (const { costUsd } of found.sessions) expect(costUsd).toBeGreaterThan(limit);
  });

  test("leave the sessions in which something failed", async () => {
    const { sessions } = await find("/v1/sessions?");
    const expected = sessions.filter(({ errors }) => errors > 0).map(({ sessionId }) => sessionId);
    expect(expected.length).toBeGreaterThan(0);
    expect(idsOf(await find("/v1/sessions?flag=failed"))).toEqual(expected.toSorted());
  });

  test("divide calls by their models, and add up what those cost", async () => {
    const { models } = await ask<{ models: (ListedCalls & { model: string | null })[] }>("/scoring/spend?");
    const [first] = models.filter(({ model }) => model !== null);
    if (first === undefined) throw new Error("no model has a name");
    const { calls } = await find(`/v1/sessions?model=${encodeURIComponent(first.model ?? "")}`);
    expect(calls).toMatchObject({ calls: first.calls, unpricedCalls: first.unpricedCalls });
    expect(calls.costUsd).toBeCloseTo(first.costUsd, 6);
    const others = models.filter(({ model }) => model !== null && model !== first.model);
    const rest = await find(`/v1/sessions?other_than=none,${encodeURIComponent(first.model ?? "")}`);
    expect(rest.calls.calls).toBe(others.reduce((sum, model) => sum + model.calls, 0));
  });

  test("leave the sessions with a text in a title, whatever its case", async () => {
    const { sessions } = await find("/v1/sessions?");
    const title = sessions.find((session) => session.title !== null)?.title?.slice(0, 12) ?? "";
    const found = await find(`/v1/sessions?q=${encodeURIComponent(title.toUpperCase())}`);
    expect(found.total).toBeGreaterThan(0);
    expect(found.total).toBeLessThan(sessions.length);
    expect(found.sessions.map((session) => session.title)).toContainEqual(expect.stringContaining(title));
    expect((await find("/v1/sessions?q=%25")).total).toBe(0);
  });

  test("find nothing of another organization", async () => {
    const path = "/v1/sessions?flag=failed&cost_over_usd=0";
    expect(await find(path, theirs.key)).toMatchObject({ sessions: [], total: 0, calls: { calls: 0 } });
  });
});

describe("a session's timeline", () => {
  const sessionId = RUNS["codex-tool"]?.sessions[0]?.sessionId ?? "";
  const path = `/v1/sessions/${sessionId}/timeline`;
  const read = async (query = "", key = ours.key) =>
    (await (await appliance.get(`${path}?${query}`, key)).json()) as TimelineAnswer;

  interface TimelineAnswer {
    session: ListedSession;
    recordsRemoved: boolean;
    subSessions: SubSessionAnswer[];
    entries: TimelineEntry[];
    nextCursor: string | null;
  }

  test("refuses a request without a key", async () => {
    expect((await fetch(`${appliance.url}${path}`)).status).toBe(401);
  });

  test("is 404 for another organization, for an unknown session, and for a developer who had no part in it", async () => {
    expect(await statusOf(path, theirs.key)).toBe(404);
    expect(await statusOf(path, theirs.admin)).toBe(404);
    expect(await statusOf("/v1/sessions/nobody/timeline")).toBe(404);
    const stranger = await ours.addKey({ developer: "stranger@example.test" });
    expect(await statusOf(path, stranger.key)).toBe(404);
  });

  test("is there for the session's own developer", async () => {
    const { sessions } = await ask<{ sessions: ListedSession[] }>("/v1/sessions?limit=500", bound);
    const [session] = sessions;
    expect(await statusOf(`/v1/sessions/${session?.sessionId}/timeline`, bound)).toBe(200);
  });

  test("refuses limits that are out of range, and a cursor of another session", async () => {
    const { nextCursor } = await read("limit=2");
    const other = RUNS["codex-ok"]?.sessions[0]?.sessionId;
    expect(await statusOf(`${path}?limit=501`)).toBe(400);
    expect(await statusOf(`${path}?cursor=${nextCursor}`)).toBe(200);
    expect(await statusOf(`/v1/sessions/${other}/timeline?cursor=${nextCursor}`)).toBe(400);
  });

  test("has an entry for each turn, call and tool, in order", async () => {
    const { session, subSessions, entries, nextCursor } = await read("limit=500");
    expect(nextCursor).toBeNull();
    expect(session).toMatchObject({ sessionId, agent: "codex", subSessions: subSessions.length });
    const times = entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    const ofKind = (kind: TimelineEntry["kind"]) => entries.filter((entry) => entry.kind === kind);
    const { turns } = RUNS["codex-tool"]?.sessions[0] ?? { turns: [] };
    expect(entries[0]).toMatchObject({ kind: "boundary", boundary: "session" });
    expect(ofKind("turn").map((entry) => (entry.kind === "turn" ? entry.calls : 0))).toEqual(
      turns.map(({ calls }) => calls),
    );
    expect(ofKind("model_call")).toHaveLength(turns.reduce((sum, { calls }) => sum + calls, 0));
    expect(ofKind("tool").length).toBeGreaterThan(0);
    expect(ofKind("turn")[0]).toMatchObject({
      turnIndex: 1,
      text: expect.any(String) as string,
      repair: false,
    });
  });

  test("costs in turns, and in calls, what the session costs", async () => {
    const { session, entries } = await read("limit=500");
    for (const kind of ["turn", "model_call"] as const) {
      const costs = entries.flatMap((entry) =>
        entry.kind === kind && "costUsd" in entry ? (entry.costUsd ?? 0) : [],
      );
      expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(session.costUsd ?? -1, 6);
    }
  });

  test("says how full the context of its calls was", async () => {
    const { entries, recordsRemoved } = await read("limit=500");
    const shares = entries.flatMap((entry) => (entry.kind === "model_call" ? [entry.contextShare] : []));
    expect(shares.length).toBeGreaterThan(0);
    for (const share of shares) {
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThan(1);
    }
    expect(recordsRemoved).toBe(false);
  });

  test("says when retention has removed records of it", async () => {
    const id = RUNS["codex-ok"]?.sessions[0]?.sessionId ?? "";
    const sealed = { organization: ours.id, sessions: [agentSessionId(id)], sealedAt: 1 };
    const database = openDatabaseOf(localStores(appliance.directory), "write");
    await inTransaction(database, "full", (transaction) => sealSessions(transaction, sealed));
    await database.destroy();
    const { recordsRemoved } = await ask<TimelineAnswer>(`/v1/sessions/${id}/timeline?limit=1`);
    expect(recordsRemoved).toBe(true);
  });

  test("gives every entry once, page by page", async () => {
    const whole = await read("limit=500");
    const paged: unknown[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: TimelineAnswer = await read(`limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`);
      paged.push(...page.entries);
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(whole.entries);
  });

  test("shows at once where a person says that a sub-session begins", async () => {
    await read("limit=500");
    const split = (action: string) =>
      appliance.send(
        "/scoring/sub-sessions/boundaries",
        { session_id: sessionId, turn_index: 2, action },
        ours.admin,
      );
    const boundaries = async () =>
      (await read("limit=500")).entries.filter(({ kind }) => kind === "boundary").length;
    expect((await split("split")).status).toBe(200);
    expect(await boundaries()).toBe(2);
    expect((await split("join")).status).toBe(200);
    expect(await boundaries()).toBe(1);
  });

  test("shows the errors of a session that was held back", async () => {
    const held = RUNS["codex-r429"]?.sessions[0];
    const answer = (await (
      await appliance.get(`/v1/sessions/${held?.sessionId}/timeline?limit=500`, ours.key)
    ).json()) as TimelineAnswer;
    const failed = held?.turns.reduce((sum, turn) => sum + turn.failedCalls, 0) ?? 0;
    expect(failed).toBeGreaterThan(0);
    expect(answer.entries.filter(({ kind }) => kind === "error")).toHaveLength(failed);
  });
});

describe("tasks without a repair", () => {
  interface RepairsPoint {
    tasks: number;
    withoutRepair: number;
    share: number | null;
  }
  const read = (query: string) => ask<{ points: RepairsPoint[] }>(`/scoring/repairs?${query}`);

  test("have a point for every week, with no share where there was no task", async () => {
    const { points } = await read("bucket=week");
    expect(points).toHaveLength(6);
    expect(points[0]).toMatchObject({ tasks: 0, withoutRepair: 0, share: null });
    const tasks = points.reduce((sum, point) => sum + point.tasks, 0);
    expect(tasks).toBeWithin(1, SUB_SESSIONS.filter((one) => one.scoreable).length + 1);
    for (const { tasks: all, withoutRepair, share } of points)
      expect(share).toBe(all === 0 ? null : withoutRepair / all);
  });

  test("add up to those of the whole window", async () => {
    const { points } = await read("bucket=week");
    const [whole] = (await read("bucket=all")).points;
    expect(points.reduce((sum, point) => sum + point.withoutRepair, 0)).toBe(whole?.withoutRepair ?? -1);
  });

  test("are refused in a bucket that there is not", async () => {
    expect(await statusOf("/scoring/repairs?bucket=month")).toBe(400);
  });
});

describe("the inputs of Skill", () => {
  interface InputPoint {
    start: string;
    subSessions: number;
    inputs: Record<string, { value: number | null; interval: [number, number] | null; subSessions: number }>;
  }
  const read = (query: string) => ask<{ points: InputPoint[] }>(`/scoring/skill-inputs?${query}`);
  const valuesOf = (inputs: InputPoint["inputs"]) =>
    Object.fromEntries(Object.entries(inputs).map(([name, { value }]) => [name, value]));

  test("equal the scores, each within its interval", async () => {
    const { scores } = await ask<{
      scores: { developer: { id: string }; skillInputs: Record<string, number | null> | null }[];
    }>("/scoring/scores");
    const scored = scores.filter(({ skillInputs }) => skillInputs !== null);
    expect(scored.length).toBeGreaterThan(0);
    for (const { developer, skillInputs } of scored) {
      const { points } = await read(`developer=${developer.id}`);
      expect(points.map(({ inputs }) => valuesOf(inputs))).toEqual([skillInputs ?? {}]);
      for (const { value, interval, subSessions } of Object.values(points[0]?.inputs ?? {})) {
        expect([interval === null, subSessions < 3]).toEqual([value === null, value === null]);
        const [low, high] = interval ?? [0, 100];
        expect(value ?? low).toBeWithin(low, high + 1e-9);
      }
    }
  });

  test("have a point for every week, those without work among them", async () => {
    const { points } = await read("bucket=week");
    expect(points).toHaveLength(6);
    expect(points[0]).toMatchObject({ subSessions: 0, inputs: { sse: { value: null, interval: null } } });
    expect(points.reduce((sum, point) => sum + point.subSessions, 0)).toBe(
      SUB_SESSIONS.filter((one) => one.scoreable).length,
    );
  });

  test("are refused in a bucket that there is not", async () => {
    expect(await statusOf("/scoring/skill-inputs?bucket=month")).toBe(400);
    expect(await statusOf("/scoring/skill-inputs?bucket=day&from=0001-01-01T00:00:00Z")).toBe(400);
  });
});

test("what a sub-session brings to Efficiency follows from its axes and outcome, and to Speed from human time", async () => {
  const { metrics } = await ask<{ metrics: MetricRow[] }>("/scoring/metrics?limit=500");
  const { subSessions } = await ask<{ subSessions: SubSessionAnswer[] }>("/scoring/sub-sessions?limit=500");
  for (const { subSessionId, outcome, speed, efficiency } of metrics) {
    const { tokens, turns, humanTime } =
      subSessions.find(({ id }) => id === subSessionId)?.breakdown ?? NO_BREAKDOWN;
    const [t, n] = [tokens.axis, turns.axis];
    expect(speed === null).toBe(humanTime.axis === null);
    if (t === null || n === null) continue;
    const r = 0.6 * t + 0.4 * n;
    // weak evidence is half way to usual, and -0.05 is what is usual of sums before anything is learned
    const shrunk = outcome === "unknown" ? (r - 0.1) / 2 : r;
    expect(efficiency).toBeCloseTo(100 / (1 + Math.exp(-2.5 * (shrunk + 0.05))), 6);
  }
  expect(metrics.some(({ efficiency }) => efficiency !== null)).toBe(true);
});

const NO_AXIS = { actual: null, earned: null, axis: null };
const NO_BREAKDOWN = { tokens: NO_AXIS, turns: NO_AXIS, humanTime: NO_AXIS };

interface TogetherPoint {
  start: string;
  subSessions: number;
  scores: Record<string, { value: number | null; interval: [number, number] | null }>;
}

describe("trends", () => {
  test("have a point for every bucket, null where there was no work", async () => {
    const { score, bucket, points } = await ask<{
      score: string;
      bucket: string;
      points: {
        start: string;
        value: number | null;
        interval: unknown;
        subSessions: number;
        scoringVersion: string;
      }[];
    }>("/scoring/trends/speed");
    expect([score, bucket, points.length]).toEqual(["speed", "day", 30]);
    expect(points[0]).toEqual({
      start: "2026-11-01T00:00:00.000Z",
      value: null,
      interval: null,
      subSessions: 0,
      scoringVersion: SCORING_VERSION,
    });
    const starts = points.map(({ start }) => start);
    expect(starts).toEqual(starts.toSorted());
    expect(points.reduce((sum, one) => sum + one.subSessions, 0)).toBe(
      SUB_SESSIONS.filter((one) => one.scoreable).length,
    );
    expect((await ask<{ points: unknown[] }>("/scoring/trends/speed?bucket=week")).points).toHaveLength(6);
  });

  test.each(["all", "day", "week"])("by %s together are those of each score", async (bucket) => {
    for (const query of [`bucket=${bucket}`, `bucket=${bucket}&developer=${KNOWN}`]) {
      const together = await ask<{ bucket: string; points: TogetherPoint[] }>(`/scoring/trends?${query}`);
      expect(together.bucket).toBe(bucket);
      const counted = together.points.reduce((sum, { subSessions }) => sum + subSessions, 0);
      expect(counted).toBeGreaterThan(0);
      for (const name of ["speed", "skill", "efficiency"]) {
        const alone = await ask<{ points: unknown[] }>(`/scoring/trends/${name}?${query}`);
        const same = together.points.map(({ start, subSessions, scores }) => ({
          start,
          subSessions,
          scoringVersion: SCORING_VERSION,
          ...scores[name],
        }));
        expect(same).toEqual(alone.points as never);
      }
    }
  });

  test("by auto are those by day or by week, and say which", async () => {
    for (const path of ["/scoring/trends", "/scoring/team/trend"]) {
      const fitting = await ask<{ bucket: string; points: unknown[] }>(`${path}?bucket=auto`);
      expect(["day", "week"]).toContain(fitting.bucket);
      expect(fitting).toEqual(await ask(`${path}?bucket=${fitting.bucket}`));
    }
  });

  test.each(["speed", "skill", "efficiency"] as const)(
    "of %s are the scores of the same days",
    async (name) => {
      const { scores } = await ask<{
        scores: {
          developer: { id: string };
          periodStart: string;
          subSessions: number;
          speed: number | null;
          skill: number | null;
          efficiency: number | null;
          interval: Record<string, unknown> | null;
        }[];
      }>("/scoring/scores?period=day");
      expect(scores.length).toBeGreaterThan(3);
      for (const row of scores) {
        const { points } = await ask<{ points: { start: string; subSessions: number }[] }>(
          `/scoring/trends/${name}?developer=${row.developer.id}`,
        );
        const point = points.find(({ start }) => start === row.periodStart);
        expect(point).toEqual({
          start: row.periodStart,
          value: row[name],
          interval: row.interval?.[name] ?? null,
          subSessions: row.subSessions,
          scoringVersion: SCORING_VERSION,
        } as never);
      }
    },
  );
});

describe("latency", () => {
  interface Hour {
    hour: string;
    model: string | null;
    calls: number;
    errors: number;
    p50Ms: number | null;
    p95Ms: number | null;
    p99Ms: number | null;
    meanMs: number | null;
  }

  test("counts each call once, failed ones as errors, helpers' not", async () => {
    const { hours } = await ask<{ hours: Hour[] }>("/scoring/latency/hourly");
    const failed = TURNS.reduce((sum, turn) => sum + turn.failedCalls, 0);
    const others = TURNS.reduce((sum, turn) => sum + turn.calls + turn.unknownCalls, 0);
    expect(hours.reduce((sum, one) => sum + one.errors, 0)).toBe(failed);
    expect(hours.reduce((sum, one) => sum + one.calls, 0)).toBe(failed + others);
    for (const { p50Ms, p95Ms, p99Ms, meanMs } of hours) {
      if (p50Ms === null || p95Ms === null || p99Ms === null) continue;
      expect([p50Ms, p95Ms, p99Ms]).toEqual([p50Ms, p95Ms, p99Ms].toSorted((one, other) => one - other));
      expect(meanMs).toBeLessThanOrEqual(p99Ms * 1.0001 + p95Ms);
    }
  });

  test("of one model leaves the others out, and the window cuts hours", async () => {
    const { hours } = await ask<{ hours: Hour[] }>("/scoring/latency/hourly");
    const { model, hour } = hours[0] ?? { model: null, hour: "" };
    const own = await ask<{ hours: Hour[] }>(`/scoring/latency/hourly?model=${model}`);
    expect(own.hours).toEqual(hours.filter((one) => one.model === model));
    const early = await appliance.get(
      `/scoring/latency/hourly?from=2000-01-01T00:00:00Z&to=${hour}`,
      ours.key,
    );
    expect(await early.json()).toEqual({ hours: [] });
  });
});

describe("the slowest turns", () => {
  test("come slowest first, no more than asked for, with what they were", async () => {
    const { turns, total } = await ask<{
      turns: { sessionId: string; turnIndex: number; durationMs: number; calls: number; promptId: string }[];
      total: number;
    }>("/scoring/turns/slowest?limit=100");
    expect(total).toBe(TURNS.length);
    expect(turns).toHaveLength(TURNS.length);
    const durations = turns.map(({ durationMs }) => durationMs);
    expect(durations).toEqual(durations.toSorted((one, other) => other - one));
    for (const { sessionId, turnIndex, calls, promptId } of turns) {
      const session = SESSIONS.find((one) => one.sessionId === sessionId);
      expect(calls).toBe(session?.turns[turnIndex - 1]?.calls ?? -1);
      expect(promptId).toBeString();
    }
    expect((await ask<{ turns: unknown[] }>("/scoring/turns/slowest?limit=2")).turns).toEqual(
      turns.slice(0, 2),
    );
    expect((await ask<{ turns: unknown[] }>(`/scoring/turns/slowest?developer=${KNOWN}`)).turns).toHaveLength(
      3,
    );
  });
});

/** Returns the rows of all pages, one after the other. */
async function pagesOf(
  path: string,
  rows: string,
  asked: { limit: number; key?: string },
): Promise<unknown[]> {
  const paged: unknown[] = [];
  let total: unknown;
  for (let cursor: string | null = ""; cursor !== null;) {
    const place = `limit=${asked.limit}${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const page: Answer = await ask(path + place, asked.key);
    paged.push(...(page[rows] as unknown[]));
    expect(page["total"]).toBe((total ??= page["total"]));
    cursor = page["nextCursor"] as string | null;
  }
  return paged;
}

describe("quality retention", () => {
  test("lists the sessions that kept least first, and none without edits that count", async () => {
    const at = Date.parse("2026-11-20T10:00:00Z");
    const team = await appliance.addOrganization();
    await appliance.send("/v1/logs", editing("keeps", at), team.key);
    for (const session of ["refuses", "refuses too"])
      await appliance.send("/v1/logs", refusing(session, at), team.key);
    await appliance.send("/v1/logs", refusing("refuses later", at + HOUR), team.key);
    await appliance.send("/v1/logs", logsBody("claude-code", [prompt("asks", at)]), team.key);
    await appliance.settled();
    const { sessions, total } = await ask<{ sessions: Answer[]; total: number }>(
      "/scoring/sessions/quality-retention",
      team.key,
    );
    expect(total).toBe(4);
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([
      "refuses later",
      ...sessions.slice(1, 3).map(({ sessionId }) => sessionId),
      "keeps",
    ]);
    expect(
      await pagesOf("/scoring/sessions/quality-retention?", "sessions", { limit: 1, key: team.key }),
    ).toEqual(sessions);
    expect([sessions[0], sessions[3]]).toMatchObject([
      { sessionId: "refuses later", qr: 0, edits: 1, retained: 0, tier: "decisions" },
      { sessionId: "keeps", qr: 100, edits: 1, retained: 1, tier: "commit" },
    ]);
  });
});

describe("coverage", () => {
  test("is an admin's to see", async () => {
    expect((await fetch(`${appliance.url}/v1/admin/coverage`)).status).toBe(401);
    expect(await statusOf("/v1/admin/coverage")).toBe(403);
    expect(await statusOf("/v1/admin/coverage", bound)).toBe(403);
    expect(await ask("/v1/admin/coverage", theirs.admin)).toMatchObject({ agents: [] });
  });

  test("reports for each agent and version the share of sessions that show a fact", async () => {
    const { agents } = await ask<{
      agents: { agent: string; version: string | null; sessions: number; facts: Record<string, number> }[];
    }>("/v1/admin/coverage", ours.admin);
    expect(agents.reduce((sum, one) => sum + one.sessions, 0)).toBe(SESSIONS.length);
    const codex = agents.find((one) => one.agent === "codex");
    expect(codex).toMatchObject({ version: "0.169.0", sessions: 6, facts: { prompts: 1, cost: 0 } });
    // a refused call shows only in its spans
    expect(codex).toMatchObject({
      untold: [
        { fact: "cost", without: null },
        { fact: "rejections", without: "traces" },
        { fact: "compaction", without: "traces" },
      ],
    });
    // one of six was captured with its text withheld
    expect(codex?.facts["promptText"]).toBeCloseTo(5 / 6, 6);
    const own = await ask<{ agents: { agent: string; sessions: number }[] }>(
      `/v1/admin/coverage?developer=${KNOWN}`,
      ours.admin,
    );
    expect(own.agents).toMatchObject([{ agent: "other", sessions: 1 }]);
  });
});

interface Log {
  at: number;
  attributes: Record<string, string | number>;
}

function prompt(session: string, at: number): Log {
  return {
    at,
    attributes: { "event.name": "user_prompt", "session.id": session, prompt: "Rename the parser" },
  };
}

function call(session: string, at: number): Log {
  return {
    at,
    attributes: { "event.name": "api_request", "session.id": session, input_tokens: 9, output_tokens: 9 },
  };
}

/** An edit that is committed. */
function editing(session: string, at: number): object {
  const result = { "event.name": "tool_result", "session.id": session, success: "true" };
  const edit = {
    ...result,
    tool_name: "Edit",
    tool_use_id: "1",
    tool_input: '{"file_path":"/app/parser.ts"}',
  };
  const commit = {
    ...result,
    tool_name: "Bash",
    tool_use_id: "2",
    tool_parameters: '{"full_command":"git commit -m x"}',
  };
  return logsBody("claude-code", [
    prompt(session, at),
    call(session, at + 2_000),
    { at: at + 3_000, attributes: edit },
    { at: at + 4_000, attributes: commit },
  ]);
}

/** An edit that a person refuses. */
function refusing(session: string, at: number): object {
  const decision = { decision: "reject", source: "user_reject", tool_name: "Edit", tool_use_id: "1" };
  return logsBody("claude-code", [
    prompt(session, at),
    call(session, at + 2_000),
    { at: at + 3_000, attributes: { "event.name": "tool_decision", "session.id": session, ...decision } },
  ]);
}
