/** Captured sessions, sent by HTTP as they were captured, end in the rows of test/golden/sessions-2026.12.json. */
import { afterAll, describe, expect, test } from "bun:test";
import { idOfName } from "../../src/database/held-id.ts";
import { selectAlias } from "../../src/identity/developers/table.ts";
import type { MetricRow } from "../../src/metrics/answer.ts";
import type { SubSessionAnswer } from "../../src/metrics/sub-sessions/sub-session-answer.ts";
import type { TurnEntry } from "../../src/metrics/sub-sessions/turn-entry-answer.ts";
import type { Agent } from "../../src/normaliser/dialects/agents.ts";
import golden from "../golden/sessions-2026.12.json" with { type: "json" };
import { expectRows } from "../golden/cases.ts";
import { type Captured, readRun, sendAsCaptured } from "./captured-runs.ts";
import { joinTestAppliance, type TestOrganization } from "./running.ts";
import { wholeSchema } from "../whole-schema.ts";
import { agentSessionId } from "../../src/vocabulary/held-name.ts";

type Value = string | number | boolean | null;
type Row = Record<string, Value | Record<string, Value>>;
interface GoldenSession {
  sessionId: string;
  agent: Agent;
  developer: { kind: string; value: string };
  turns: Row[];
  subSessions: Row[];
}

const RUNS = golden.runs as unknown as Record<string, { sessions: GoldenSession[] }>;
const NAMES = Object.keys(RUNS);
const REQUESTS = new Map(await Promise.all(NAMES.map(async (name) => [name, await readRun(name)] as const)));

const appliance = await joinTestAppliance("later");
afterAll(() => appliance.stop());

/** What is sent for a run; the last one in another order too, in batches that several requests share. */
const WAYS: Record<string, (requests: readonly Captured[]) => Captured[]> = {
  "as captured": (requests) => [...requests],
  "in another order, each in a batch of its own": (requests) => shuffled(requests),
  "each request twice, and once more in other bytes": (requests) =>
    shuffled(requests).flatMap((request) => [request, request, inOtherBytes(request)]),
};

describe.each(Object.keys(WAYS))("captured sessions, sent %s,", (way) => {
  const organizations = new Map<string, TestOrganization>();

  async function send(requests: readonly Captured[], key: string): Promise<void> {
    for (const request of WAYS[way]?.(requests) ?? []) {
      expect(await sendAsCaptured(appliance, request, key)).toEqual({ status: 200, rejected: "0" });
      if (way.endsWith("a batch of its own")) await appliance.written();
    }
  }

  test("are accepted whole", async () => {
    for (const name of NAMES) organizations.set(name, await appliance.addOrganization());
    await Promise.all(
      [...REQUESTS].map(([name, requests]) => send(requests, organizations.get(name)?.key ?? "")),
    );
    await appliance.settled();
  });

  test.each(NAMES)("give the golden rows: %s", async (name) => {
    const organization = organizations.get(name);
    if (organization === undefined) throw new Error("nothing was sent");
    const metrics = await appliance.metrics(organization.key);
    const sessions = RUNS[name]?.sessions ?? [];
    expect(new Set(metrics.map(({ sessionId }) => sessionId))).toEqual(
      new Set(sessions.map(({ sessionId }) => sessionId)),
    );
    for (const session of sessions) {
      const { sessionId, developer } = session;
      const answered = await subSessionsOf(organization, sessionId);
      expectRows(await turnRows(organization.id, sessionId, answered), session.turns);
      expectRows(await subSessionRows(metrics, sessionId, answered), session.subSessions);
      const own = metrics.filter((row) => row.sessionId === sessionId);
      const identity =
        developer.kind === "key" ? { kind: "key", value: await keyIdOf(organization) } : developer;
      const developerId = await selectAlias(appliance.database, organization.id, identity);
      for (const { agent, state, provisional, developer: theirs } of own) {
        expect({ agent, state, provisional }).toEqual({
          agent: session.agent,
          state: "closed",
          provisional: false,
        });
        expect(theirs).toMatchObject({ id: developerId });
      }
    }
  });
});

/** The last become the first, then every second one: another order, the same at every run. */
function shuffled<Value>(values: readonly Value[]): Value[] {
  const reversed = values.toReversed();
  return [
    ...reversed.filter((_, index) => index % 2 === 1),
    ...reversed.filter((_, index) => index % 2 === 0),
  ];
}

/** The same records, as an exporter sends them that batches anew: no byte-identical body, so no known hash. */
function inOtherBytes(request: Captured): Captured {
  return { ...request, bodyText: JSON.stringify(JSON.parse(request.bodyText), null, 1) };
}

async function keyIdOf(organization: TestOrganization): Promise<string> {
  const row = await wholeSchema(appliance.database)
    .selectFrom("keys")
    .select("id")
    .where("organization_id", "=", organization.id)
    .where("name", "=", "key")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Of a session, with the accounts of their turns. */
async function subSessionsOf(
  { key }: TestOrganization,
  session: string,
): Promise<ReadonlyMap<string, SubSessionAnswer>> {
  const path = `/scoring/sub-sessions?turns=true&limit=500&session_id=${session}&from=2026-01-01T00:00:00Z`;
  const response = await appliance.get(path, key);
  const { subSessions } = (await response.json()) as { subSessions: SubSessionAnswer[] };
  return new Map(subSessions.map((each) => [each.id, each]));
}

async function turnRows(
  organization: string,
  session: string,
  answered: ReadonlyMap<string, SubSessionAnswer>,
): Promise<Row[]> {
  const entries = [...answered.values()].flatMap(({ turnEntries = [] }) => turnEntries);
  const accounts = new Map(entries.map((entry) => [entry.turnIndex, accountRow(entry)]));
  const rows = await wholeSchema(appliance.database)
    .selectFrom("turns")
    .selectAll()
    .where("organization", "=", organization)
    .where(idOfName(appliance.database, "session"), "=", agentSessionId(session))
    .orderBy("turn_index")
    .execute();
  return rows.map((row) => ({
    turnIndex: row.turn_index,
    promptChars: row.prompt_chars,
    trivial: row.trivial === null ? null : row.trivial === 1,
    repair: row.repair === 1,
    calls: row.calls,
    failedCalls: row.failed_calls,
    unknownCalls: row.unknown_calls,
    tools: row.tools,
    failedTools: row.failed_tools,
    inputUncached: row.input_uncached,
    cacheRead: row.cache_read,
    cacheCreation: row.cache_creation,
    output: row.output,
    linesAdded: row.lines_added,
    linesRemoved: row.lines_removed,
    ...accounts.get(row.turn_index),
  }));
}

function accountRow({ kind, unit, volume, undone, tokens, turns, humanTime }: TurnEntry): Row {
  return {
    kind,
    gap: humanTime?.gapSeconds ?? null,
    undone,
    unit,
    volume,
    ...amounts(tokens, "Tokens"),
    earnedTurns: turns?.earned ?? null,
    ...amounts(humanTime, "Seconds"),
  };
}

function amounts(axis: { actual: number; earned: number } | null, unit: "Tokens" | "Seconds"): Row {
  return { [`took${unit}`]: axis?.actual ?? null, [`earned${unit}`]: axis?.earned ?? null };
}

/** What the API answers of a session's sub-sessions, with what only the stored rows show. */
async function subSessionRows(
  metrics: readonly MetricRow[],
  session: string,
  subSessions: ReadonlyMap<string, SubSessionAnswer>,
): Promise<Row[]> {
  const stored = await wholeSchema(appliance.database)
    .selectFrom("sub_sessions")
    .selectAll()
    .where(idOfName(appliance.database, "session"), "=", agentSessionId(session))
    .orderBy("sub_session_index")
    .execute();
  const answered = new Map(metrics.map((row) => [row.subSessionId, row]));
  return stored.flatMap((row) => {
    const [answer, subSession] = [answered.get(row.id), subSessions.get(row.id)];
    if (answer === undefined || subSession === undefined) return [];
    const { outcome, scoreable, sse, ie, crr, fc, qr } = answer;
    const place = { firstTurn: row.first_turn, lastTurn: row.last_turn, size: row.size, bucket: row.bucket };
    const boundary = { boundaryKind: row.boundary_kind, boundaryP: row.boundary_p };
    const sums = sumsRow(subSession.breakdown);
    return [{ ...place, outcome, scoreable, ...boundary, ...sums, sse, ie, crr, fc, qr }];
  });
}

function sumsRow({ tokens, turns, humanTime, undone, changeTurns }: SubSessionAnswer["breakdown"]): Row {
  const sums = (of: "actual" | "earned") => ({
    tokens: tokens[of] ?? 0,
    turns: turns[of] ?? 0,
    humanSeconds: humanTime[of] ?? 0,
  });
  const humanSecondsUndone = undone.humanTimeEarned ?? 0;
  // the golden rows have the weight in means, which is at least 1
  const weight = Math.max(1, changeTurns);
  return { actual: sums("actual"), earned: { ...sums("earned"), humanSecondsUndone }, changeTurns: weight };
}
