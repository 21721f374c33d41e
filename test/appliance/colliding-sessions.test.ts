/** Sessions of one id: whoever sends under a colleague's, on purpose or by chance, gets a separate session. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rebuild } from "../../src/appliance/rebuild/rebuild.ts";
import { rescore } from "../../src/appliance/rebuild/rescore.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { mergePeople } from "../../src/insights/people/same-person.ts";
import type { MetricRow } from "../../src/metrics/answer.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { scoring } from "../cli/in-process.ts";
import { joinAll, quietly, readFrom, writingTo } from "./at-rest.ts";
import { canonicalDump } from "./canonical-dump.ts";
import { readRun, sendAsCaptured } from "./captured-runs.ts";
import { unzipped } from "../unzipped.ts";
import { promptLog } from "./requests.ts";
import { startTestAppliance, type TestAppliance, type TestKey, type TestOrganization } from "./running.ts";
import { localStores } from "../../src/stores.ts";

const folder = mkdtempSync(join(tmpdir(), "colliding-"));
const served = join(folder, "served");
/** A day on, sessions change no more only because time passes. */
const engineClockAheadMs = 2 * DAY;
const parts = { ...quietly, clock: () => systemClock() + engineClockAheadMs };

let appliance: TestAppliance;
let organization: TestOrganization;
let ann: TestKey;
let bob: TestKey;
/** Bound to nobody. */
let teams: TestKey[];

beforeAll(async () => {
  appliance = await startTestAppliance({ directory: served, engineClockAheadMs });
  organization = await appliance.addOrganization();
  ann = await organization.addKey({ developer: "ann@example.com" });
  bob = await organization.addKey({ developer: "bob@example.com" });
  teams = [await organization.addKey({ name: "team one" }), await organization.addKey({ name: "team two" })];
  const hour = Math.floor(systemClock() / 3_600_000) - 5;
  const at = (minute: number) => new Date((hour * 60 + minute) * 60_000).toISOString();
  const say = async ({ key }: TestKey, session: string, [minute, text]: [number, string]) => {
    const response = await appliance.send("/v1/logs", promptLog({ session, at: at(minute), text }), key);
    expect(response.status).toBe(200);
  };
  for (const minute of [10, 20, 30]) await say(bob, "bobs", [minute, `Bob asks at ${minute}`]);
  await appliance.settled();
  await say(ann, "bobs", [1, "Ann was here before"]);
  for (const [index, key] of [ann, bob, ...teams].entries())
    for (const minute of [40, 50]) await say(key, "build-1", [minute + index, `Build ${index} at ${minute}`]);
  await appliance.settled();
});

afterAll(async () => {
  await appliance.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Log {
  body: unknown;
  attributes: { prompt: string };
  sessionId: string;
  developer: { email: string | null; source: string };
}

async function logsOf({ key }: { key: string }, query = ""): Promise<Log[]> {
  const path = `/v1/telemetry/logs?from=2000-01-01T00:00:00Z&limit=500&${query}`;
  return ((await (await appliance.get(path, key)).json()) as { logs: Log[] }).logs;
}

async function promptsOf(key: { key: string }, query = ""): Promise<string[]> {
  return (await logsOf(key, query)).map(({ attributes }) => attributes.prompt).toSorted();
}

function turnsBy(rows: readonly MetricRow[]): Record<string, number> {
  const byDeveloper = Map.groupBy(rows, ({ developer }) => developer.name);
  return Object.fromEntries([...byDeveloper].map(([name, own]) => [name, turnsOf(own)]));
}

function turnsOf(rows: readonly MetricRow[]): number {
  return rows.reduce((sum, { turns }) => sum + turns, 0);
}

describe("a bound key that sends an earlier record under a colleague's session id", () => {
  test("reads nothing of the colleague's records", async () => {
    expect(await promptsOf(ann, "session_id=bobs")).toEqual(["Ann was here before"]);
    expect((await promptsOf(ann)).filter((text) => text.startsWith("Bob"))).toEqual([]);
  });

  test("exports nothing of the colleague's, nor of other keys that send the same id", async () => {
    const answer = await appliance.get("/v1/me/export", ann.key);
    const text = [...(await unzipped(await answer.bytes())).values()].join("\n");
    const asked = ["Ann was here before", "Build 0 at 40", "Bob asks", "Build 1", "Build 2", "Build 3"];
    expect(asked.filter((words) => text.includes(words))).toEqual(["Ann was here before", "Build 0 at 40"]);
  });

  test("takes nothing from the colleague, who reads every record and none of the other's", async () => {
    const asked = ["Bob asks at 10", "Bob asks at 20", "Bob asks at 30"];
    expect(await promptsOf(bob, "session_id=bobs")).toEqual(asked);
    const rows = await appliance.metrics(bob.key, "session_id=bobs");
    expect(turnsOf(rows)).toBe(3);
    expect(rows.every(({ sessionId }) => sessionId === "bobs")).toBe(true);
  });

  test("gets a separate session; whoever reads everything sees both", async () => {
    expect(turnsBy(await appliance.metrics(organization.admin, "session_id=bobs"))).toEqual({
      "ann@example.com": 1,
      "bob@example.com": 3,
    });
    const logs = await logsOf({ key: organization.admin }, "session_id=bobs");
    expect(logs.map(({ developer }) => developer.email).toSorted()).toEqual([
      "ann@example.com",
      ...Array.from({ length: 3 }, () => "bob@example.com"),
    ]);
  });
});

describe("an id that several send", () => {
  test("is a session of each developer and of each key that is bound to nobody", async () => {
    const rows = await appliance.metrics(organization.admin, "session_id=build-1");
    expect(turnsBy(rows)).toEqual({
      "ann@example.com": 2,
      "bob@example.com": 2,
      "team one": 2,
      "team two": 2,
    });
    expect(new Set(rows.map(({ subSessionId }) => subSessionId)).size).toBe(rows.length);
    expect(await promptsOf(bob, "session_id=build-1")).toEqual(["Build 1 at 40", "Build 1 at 50"]);
  });

  test("is one session for all keys of one developer, so that a new key goes on with it", async () => {
    const old = await organization.addKey({ developer: "eve@example.com" });
    await appliance.send(
      "/v1/logs",
      promptLog({ session: "resumed", text: "Begin with the parser" }),
      old.key,
    );
    await appliance.settled();
    const renewed = await organization.addKey({ developer: "eve@example.com" });
    await appliance.send(
      "/v1/logs",
      promptLog({ session: "resumed", text: "Fix the other bug" }),
      renewed.key,
    );
    await appliance.settled();
    const rows = await appliance.metrics(renewed.key);
    expect([rows.length, turnsOf(rows)]).toEqual([1, 2]);
    expect(await promptsOf(old)).toEqual(["Begin with the parser", "Fix the other bug"]);
  });
});

describe("a captured session that a colleague sends again", () => {
  test.each(["codex-tool", "gemini-tool", "opencode-ok", "qwen-tool"])(
    "%s gives the first the same rows as before, and the second the same again",
    async (name) => {
      const team = await appliance.addOrganization();
      const [first, second] = [
        await team.addKey({ developer: "first@example.com" }),
        await team.addKey({ developer: "second@example.com" }),
      ];
      const rowsOf = async ({ key }: TestKey) => {
        await appliance.settled();
        return (await appliance.metrics(key)).map(
          ({ subSessionId: _id, developer: _developer, ...row }) => row,
        );
      };
      for (const request of await readRun(name)) await sendAsCaptured(appliance, request, first.key);
      const alone = await rowsOf(first);
      expect(alone.length).toBeGreaterThan(0);
      for (const request of await readRun(name)) await sendAsCaptured(appliance, request, second.key);
      expect(await rowsOf(second)).toEqual(alone);
      expect(await rowsOf(first)).toEqual(alone);
    },
  );
});

describe("a word on a boundary of such a session", () => {
  const say = ({ key }: { key: string }, more: object) =>
    fetch(`${appliance.url}/scoring/sub-sessions/boundaries`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ session_id: "build-1", turn_index: 2, action: "split", ...more }),
    });
  const overridden = async ({ key }: { key: string }) => {
    const path = "/scoring/sub-sessions?session_id=build-1&from=2000-01-01T00:00:00Z";
    const { subSessions } = (await (await appliance.get(path, key)).json()) as {
      subSessions: { id: string; boundary: { overridden: boolean } }[];
    };
    return subSessions.filter(({ boundary }) => boundary.overridden).map(({ id }) => id);
  };

  test("is refused to an admin who does not say which, and changes nothing", async () => {
    const refused = await say({ key: organization.admin }, {});
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("sub_session_id");
    const document = await appliance.get("/v1/openapi.json", organization.admin);
    const { paths } = (await document.json()) as { paths: Record<string, { post?: { responses: object } }> };
    expect(paths["/scoring/sub-sessions/boundaries"]?.post?.responses).toHaveProperty("409");
    expect(await overridden({ key: organization.admin })).toEqual([]);
  });

  test("cannot be said of a colleague's by naming its sub-session", async () => {
    const [row] = await appliance.metrics(bob.key, "session_id=build-1");
    expect((await say(ann, { sub_session_id: row?.subSessionId })).status).toBe(404);
    expect(await overridden({ key: organization.admin })).toEqual([]);
  });

  test("means the caller's own, and answers with that one only", async () => {
    const said = await say(bob, {});
    expect(said.status).toBe(200);
    const { subSessions } = (await said.json()) as { subSessions: { id: string; sessionId: string }[] };
    expect(subSessions.map(({ sessionId }) => sessionId)).toEqual(["build-1", "build-1"]);
    expect(await overridden(bob)).toHaveLength(1);
    expect(await overridden(ann)).toEqual([]);
  });

  test("means the one of the sub-session that an admin names", async () => {
    const [row] = await appliance.metrics(ann.key, "session_id=build-1");
    expect((await say({ key: organization.admin }, { sub_session_id: row?.subSessionId })).status).toBe(200);
    expect(await overridden(ann)).toHaveLength(1);
    expect(await overridden({ key: organization.admin })).toHaveLength(2);
  });
});

describe("what is kept of them", () => {
  /** The rows when nothing happened to the directory. */
  let dump: Record<string, string[]> = {};

  beforeAll(async () => {
    await appliance.settled();
    dump = await canonicalDump(appliance.database);
    await appliance.stop();
  });

  /** What happens to a copy of the directory; each leaves it at rest. */
  const purgeOf = (email: string) => async (directory: string) => {
    const whose = ["--org", organization.id, "--developer", email];
    expect(await scoring(["purge", "--data-dir", directory, ...whose])).toMatchObject({ code: 0 });
  };
  const merge = (directory: string) =>
    writingTo(directory, async (database) => {
      const asked = { organizationId: organization.id, from: "ann@example.com", into: "bob@example.com" };
      const merged = await inTransaction(database, "full", (transaction) => mergePeople(transaction, asked));
      expect(merged.ok).toBe(true);
    });

  async function expectMadeAgain(directory: string, same: typeof dump): Promise<void> {
    await rebuild(localStores(directory), parts);
    expect(await readFrom(directory, canonicalDump)).toEqual(same);
    await rescore(localStores(directory), { from: 0, to: systemClock() }, parts);
    expect(await readFrom(directory, canonicalDump)).toEqual(same);
  }

  test("is made again the same, also when their objects were joined", async () => {
    const directory = join(folder, "joined");
    cpSync(served, directory, { recursive: true });
    await expectMadeAgain(directory, dump);
    await joinAll(directory);
    await expectMadeAgain(directory, dump);
  });

  test.each([
    [
      "the attacker was purged, and objects were joined",
      [joinAll, purgeOf("ann@example.com")],
      { ann: 0, bob: 5 },
    ],
    ["the colleague was purged", [purgeOf("bob@example.com")], { ann: 3, bob: 0 }],
    ["the two were found to be one", [merge], { ann: 3, bob: 5 }],
    [
      "the one that they were found to be was purged",
      [merge, purgeOf("bob@example.com")],
      { ann: 0, bob: 0 },
    ],
  ] as const)("is right, and made again the same, when %s", async (name, steps, expected) => {
    const directory = join(folder, name);
    cpSync(served, directory, { recursive: true });
    for (const step of steps) await step(directory);
    appliance = await startTestAppliance({ directory, engineClockAheadMs });
    await appliance.settled();
    const left = await promptsOf({ key: organization.admin });
    const count = (mark: RegExp) => left.filter((text) => mark.test(text)).length;
    expect({ ann: count(/^Ann|^Build 0/), bob: count(/^Bob|^Build 1/) }).toEqual(expected);
    expect(count(/^Build [23]/)).toBe(4);
    if (steps.includes(merge as never) && expected.ann > 0)
      expect(await promptsOf(bob)).toEqual(await promptsOf(ann));
    const { "team one": one, "team two": two } = turnsBy(await appliance.metrics(organization.admin));
    expect([one, two]).toEqual([2, 2]);
    const rows = await canonicalDump(appliance.database);
    await appliance.stop();
    await expectMadeAgain(directory, rows);
  });
});
