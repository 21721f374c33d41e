/** What people say of how their sub-sessions ended: shown with what was measured, in no score, gone with a purge. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { batched } from "../../src/demo/batched.ts";
import { generateSessions, toRequests } from "../../src/demo/generate.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { eventually, joinTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";
import { tuesdayAndWednesday } from "./working-days.ts";

interface SubSession {
  id: string;
  outcome: string;
  said: { outcome: string; note: string | null; saidAt: string } | null;
}

const SINCE = "from=2000-01-01T00:00:00Z";
const WHOLE = `${SINCE}&to=2100-01-01T00:00:00Z`;

let appliance: TestAppliance;
let organization: TestOrganization;
let foreign: TestOrganization;
let own = { key: "", id: "" };
let other = "";

beforeAll(async () => {
  appliance = await joinTestAppliance();
  organization = await appliance.addOrganization();
  foreign = await appliance.addOrganization();
  own = await organization.addKey({ developer: "own@example.com" });
  other = (await organization.addKey({ developer: "other@example.com" })).key;
  const sessions = generateSessions({ seed: "said", ...tuesdayAndWednesday(systemClock()) });
  for (const session of sessions.filter(({ agent }) => agent === "claude-code").slice(0, 6))
    for (const { path, body } of batched(toRequests(session))) await appliance.send(path, body, own.key);
  await appliance.settled();
});
afterAll(() => appliance.stop());

async function say(key: string | undefined, id: string, word: unknown): Promise<Response> {
  return fetch(`${appliance.url}/scoring/sub-sessions/${id}/outcome`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(word),
  });
}

async function read<Answer>(path: string, key = organization.admin): Promise<Answer> {
  return (await (await appliance.get(path, key)).json()) as Answer;
}

async function subSessions(): Promise<SubSession[]> {
  return (await read<{ subSessions: SubSession[] }>(`/scoring/sub-sessions?${SINCE}&limit=500`)).subSessions;
}

async function measuredAs(outcome: string): Promise<SubSession> {
  const found = (await subSessions()).find((row) => row.outcome === outcome && row.said === null);
  if (found === undefined) throw new Error(`no sub-session was ${outcome}`);
  return found;
}

async function agreement(key = organization.admin): Promise<Record<string, number>> {
  const path = `/v1/admin/coverage?${SINCE}`;
  return (await read<{ outcomes: Record<string, number> }>(path, key)).outcomes;
}

describe("who may say it", () => {
  test("not without a key, and not with a key that is bound to nobody", async () => {
    const { id } = await measuredAs("reached");
    expect((await say(undefined, id, { outcome: "partly" })).status).toBe(401);
    expect((await say(organization.key, id, { outcome: "partly" })).status).toBe(403);
    expect((await measuredAs("reached")).id).toBe(id);
  });

  test("to others the sub-session is not there", async () => {
    const { id } = await measuredAs("reached");
    for (const key of [other, foreign.admin])
      expect((await say(key, id, { outcome: "partly" })).status).toBe(404);
    expect((await say(organization.admin, "none", { outcome: "partly" })).status).toBe(404);
    expect((await measuredAs("reached")).said).toBeNull();
  });
});

test.each([{}, { outcome: "partial" }, { outcome: "" }, { outcome: "reached", why: "" }, { outcome: 1 }])(
  "%j is refused",
  async (word) => {
    const { id } = await measuredAs("reached");
    expect((await say(own.key, id, word)).status).toBe(400);
  },
);

describe("a person's word", () => {
  test("is shown with what was measured, and changes no score", async () => {
    const { id } = await measuredAs("reached");
    const scores = await read(`/scoring/scores?${WHOLE}`);
    const note = "Half of it; the key sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789 is gone";
    const answer = await say(own.key, id, { outcome: "partly", note });
    expect(answer.status).toBe(200);
    const { said } = (await answer.json()) as SubSession;
    expect(said?.note).not.toContain("sk-ant");
    const row = (await subSessions()).find((found) => found.id === id);
    expect(row).toMatchObject({ outcome: "reached", said });
    expect(said?.outcome).toBe("partly");
    expect(await read(`/scoring/scores?${WHOLE}`)).toEqual(scores);
  });

  test("can be changed, and taken back", async () => {
    const { id } = await measuredAs("reached");
    const saidOf = async () => (await subSessions()).find((row) => row.id === id)?.said ?? null;
    await say(own.key, id, { outcome: "abandoned", note: "No" });
    await say(organization.admin, id, { outcome: "reached" });
    expect(await saidOf()).toMatchObject({ outcome: "reached", note: null });
    expect(((await (await say(own.key, id, { outcome: null })).json()) as SubSession).said).toBeNull();
    expect(await saidOf()).toBeNull();
  });

  test("counts on Coverage, where people agree and where they do not", async () => {
    const before = await agreement();
    const { id } = await measuredAs("reached");
    await say(own.key, id, { outcome: "reached" });
    const after = await agreement();
    expect(after).toEqual({
      ...before,
      said: (before["said"] ?? 0) + 1,
      confirmed: (before["confirmed"] ?? 0) + 1,
      saidReached: (before["saidReached"] ?? 0) + 1,
    });
    expect(after["disagreed"]).toBe(1);
    expect(after["subSessions"]).toBeGreaterThan(1);
    expect(await agreement(foreign.admin)).toMatchObject({ subSessions: 0, said: 0 });
  });

  test("is gone with the person", async () => {
    expect((await agreement())["said"]).toBeGreaterThan(0);
    const { developers } = await read<{ developers: { id: string; email: string | null }[] }>(
      "/v1/admin/developers",
    );
    const person = developers.find(({ email }) => email === "own@example.com");
    const purge = await fetch(`${appliance.url}/v1/admin/developers/${person?.id ?? ""}/purge`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${organization.admin}` },
      body: JSON.stringify({ dry_run: false }),
    });
    expect(purge.status).toBeLessThan(300);
    await eventually(async () => (await agreement())["subSessions"] === 0);
    expect((await agreement())["said"]).toBe(0);
  });
});
