/** Labels of sessions: where they come from, who sees what of them, and what they filter. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Report } from "../../src/insights/reports/report.ts";
import type { LabelsAnswer } from "../../src/sessions/labels/labels-answer.ts";
import { eventually, eventuallyAnswered } from "../eventually.ts";
import { promptLog } from "./requests.ts";
import { joinTestAppliance, type TestOrganization } from "./running.ts";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());

let organization: TestOrganization;
let ada = "";

/** Six people of one team, of whom two also work elsewhere. */
const WORK = [
  { session: "shop", person: "ada", labels: { "team.id": "platform", "vcs.repository.name": "web-shop" } },
  { session: "again", person: "ada", labels: { "team.id": "platform", "vcs.repository.name": "search" } },
  { session: "second", person: "grace", labels: { "team.id": "Platform ", squad: "unlisted" } },
  { session: "third", person: "joan", labels: { "team.id": "platform" } },
  { session: "fourth", person: "hedy", labels: { "team.id": "platform" } },
  { session: "fifth", person: "mary", labels: { "team.id": "platform" } },
  { session: "sixth", person: "jean", labels: { "team.id": "platform" } },
  { session: "seventh", person: "jean", labels: { "team.id": "payments" } },
  { session: "without", person: "jean", labels: {} },
] as const;

beforeAll(async () => {
  organization = await appliance.addOrganization();
  ada = (await organization.addKey({ developer: "ada@example.test" })).key;
  for (const { session, person, labels } of WORK) {
    const prompt = {
      session,
      at: "2026-11-18T10:00:00Z",
      attributes: { "user.email": `${person}@example.test` },
    };
    await appliance.send("/v1/logs", labelled(promptLog(prompt), labels), organization.key);
  }
  const hooked = {
    session_id: "hooked",
    prompt_text: "Fix it",
    cwd: "/srv/billing",
    timestamp: "2026-11-18T11:00:00Z",
  };
  await appliance.send("/v1/prompts", hooked, organization.key);
  await appliance.settled();
});

/** Puts labels on the resource of a body. */
function labelled(body: object, labels: Readonly<Record<string, string>>): object {
  const { resourceLogs } = body as { resourceLogs: { resource: { attributes: object[] } }[] };
  for (const { resource } of resourceLogs)
    for (const [key, stringValue] of Object.entries(labels))
      resource.attributes.push({ key, value: { stringValue } });
  return body;
}

async function ask<Answer>(path: string, key = organization.admin): Promise<Answer> {
  const answer = await appliance.get(path, key);
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as Answer;
}

/** Each label's values in lines. */
async function values(key?: string): Promise<Record<string, string[]>> {
  const { labels } = await ask<LabelsAnswer>("/v1/labels", key);
  return Object.fromEntries(
    labels.map(({ name, values: all }) => [
      name,
      all.map(({ value, people, sessions, ownSessions }) => `${value} ${people} ${sessions} ${ownSessions}`),
    ]),
  );
}

describe("labels", () => {
  test("are read from the listed attributes, and from the folder where no repository is named", async () => {
    expect(await values()).toEqual({
      "team.id": ["platform 5 6 null", "payments 1 1 null", "Platform 1 1 null"],
      "vcs.repository.name": ["billing 1 1 null", "search 1 1 null", "web-shop 1 1 null"],
    });
  });

  test("show a bound key of small groups how many people they are, and its own sessions", async () => {
    expect(await values(ada)).toEqual({
      "team.id": ["platform 5 6 2", "payments 1 null 0", "Platform 1 null 0"],
      "vcs.repository.name": ["billing 1 null 0", "search 1 null 1", "web-shop 1 null 1"],
    });
  });

  test("are shown with each session, under the names that an admin gave, in CSV too", async () => {
    const labelsOf = async (key?: string) => {
      const { sessions } = await ask<{ sessions: { sessionId: string; labels: string[] }[] }>(
        `/v1/sessions?${WINDOW}`,
        key,
      );
      return Object.fromEntries(sessions.map(({ sessionId, labels }) => [sessionId, labels]));
    };
    await rename("platform", "Core");
    expect(await labelsOf(ada)).toEqual({
      shop: ["team.id:Core", "vcs.repository.name:web-shop"],
      again: ["team.id:Core", "vcs.repository.name:search"],
    });
    await rename("platform", "platform");
    expect(await labelsOf()).toMatchObject({ third: ["team.id:platform"], without: [] });
    const { session } = await ask<{ session: { labels: string[] } }>("/v1/sessions/third/timeline");
    expect(session.labels).toEqual(["team.id:platform"]);
    const headers = { authorization: `Bearer ${ada}`, accept: "text/csv" };
    const csv = await (await fetch(`${appliance.url}/v1/sessions?${WINDOW}`, { headers })).text();
    expect(csv).toContain('"[""team.id:platform"",""vcs.repository.name:search""]"');
  });

  test("of another organization are not listed", async () => {
    const foreign = await appliance.addOrganization();
    expect(await values(foreign.admin)).toEqual({});
  });

  test("are renamed and merged by an admin, and separated again", async () => {
    expect((await rename("Platform", "platform", organization.key)).status).toBe(403);
    expect((await rename("", "platform")).status).toBe(400);
    expect((await rename("Platform", "platform")).status).toBe(200);
    expect((await values())["team.id"]).toEqual(["platform 6 7 null", "payments 1 1 null"]);
    await rename("platform", "Core");
    expect((await values())["team.id"]).toEqual(["Core 6 7 null", "payments 1 1 null"]);
    await rename("Platform", "Platform");
    await rename("platform", "platform");
    expect((await values())["team.id"]).toEqual([
      "platform 5 6 null",
      "payments 1 1 null",
      "Platform 1 1 null",
    ]);
  });
});

const WINDOW = "from=2026-11-18T00:00:00Z&to=2026-11-19T00:00:00Z";
const PAYMENTS = "&label=team.id:payments";

describe("a filter of labels", () => {
  const sessionsOf = async (filter: string, key?: string): Promise<string[]> => {
    const { sessions } = await ask<{ sessions: { sessionId: string }[] }>(
      `/v1/sessions?${WINDOW}${filter}`,
      key,
    );
    return sessions.map(({ sessionId }) => sessionId).toSorted();
  };

  test("keeps sessions with one of the values of each name", async () => {
    expect(await sessionsOf(PAYMENTS)).toEqual(["seventh"]);
    expect(await sessionsOf(`${PAYMENTS}&label=team.id:Platform`)).toEqual(["second", "seventh"]);
    const both = "&label=team.id:platform&label=vcs.repository.name:search";
    expect(await sessionsOf(both)).toEqual(["again"]);
    expect(await sessionsOf("&label=team.id:nobody")).toEqual([]);
  });

  test("means everything that is shown as the value", async () => {
    await rename("Platform", "payments");
    expect(await sessionsOf(PAYMENTS)).toEqual(["second", "seventh"]);
    expect(await sessionsOf("&label=team.id:Platform")).toEqual([]);
    await rename("Platform", "Platform");
  });

  test("shows a bound key only its own sessions", async () => {
    expect(await sessionsOf("&label=team.id:platform", ada)).toEqual(["again", "shop"]);
    expect(await sessionsOf(PAYMENTS, ada)).toEqual([]);
  });

  test("belongs to a cursor", async () => {
    const first = await ask<{ nextCursor: string }>(`/v1/sessions?${WINDOW}&limit=1&label=team.id:platform`);
    const other = `/v1/sessions?${WINDOW}&limit=1${PAYMENTS}&cursor=${first.nextCursor}`;
    expect((await appliance.get(other, organization.admin)).status).toBe(400);
  });

  test.each([
    ["/scoring/metrics", "metrics"],
    ["/scoring/sub-sessions", "subSessions"],
    ["/scoring/sub-sessions/by-session", "sessions"],
    ["/scoring/scores", "scores"],
    ["/scoring/prompt-rubric/prompts", "prompts"],
    ["/v1/insights/session-stats", "sessions"],
  ])("leaves one row on %s", async (path, rows) => {
    const counted = async (filter: string) =>
      (await ask<Record<string, unknown[]>>(`${path}?${WINDOW}${filter}`))[rows]?.length;
    expect(await counted("")).toBeGreaterThan(1);
    expect(await counted(PAYMENTS)).toBe(1);
  });

  test("reads days that are kept from their rows", async () => {
    const usage = async (filter: string) =>
      (await ask<{ total: { sessions: number; people: number } }>(`/scoring/usage?${WINDOW}${filter}`)).total;
    expect(await usage("")).toMatchObject({ sessions: 10 });
    expect(await usage(PAYMENTS)).toMatchObject({ sessions: 1, people: 1 });
  });

  test("divides usage by the values of a label, with what has none", async () => {
    const rows = async (by: string, filter = "") => {
      const asked = `/scoring/usage?${WINDOW}&by=${by}${filter}`;
      const answer = await ask<{ rows: { name: string | null; sums: { sessions: number } }[] }>(asked);
      return Object.fromEntries(answer.rows.map(({ name, sums }) => [name, sums.sessions]));
    };
    expect(await rows("label:team.id")).toEqual({ platform: 6, payments: 1, Platform: 1, null: 2 });
    expect(await rows("label:vcs.repository.name", "&label=team.id:platform")).toEqual({
      "web-shop": 1,
      search: 1,
      null: 4,
    });
    expect(await rows("label:nothing")).toEqual({ null: 10 });
    expect((await appliance.get("/scoring/usage?by=label", organization.admin)).status).toBe(400);
  });

  test("counts a team of its own", async () => {
    const people = async (filter: string) =>
      (await ask<{ developers: number }>(`/scoring/team?${WINDOW}${filter}`)).developers;
    expect(await people("&label=team.id:platform")).toBe(5);
    expect(await people(PAYMENTS)).toBe(1);
  });

  test.each(["/scoring/team", "/scoring/team/trend"])(
    "is refused to a bound key on %s: groups could be compared",
    async (path) => {
      const refused = await appliance.get(`${path}?${WINDOW}&label=team.id:platform`, ada);
      expect([refused.status, await refused.text()]).toEqual([
        403,
        expect.stringContaining("Leave out label"),
      ]);
      await ask(`${path}?${WINDOW}`, ada);
      await ask(`${path}?${WINDOW}&label=team.id:platform`, organization.key);
    },
  );

  test.each([
    "/scoring/team/trend",
    "/scoring/trends",
    "/scoring/trends/speed",
    "/scoring/skill-inputs",
    "/scoring/repairs",
    "/scoring/sub-sessions/rollup",
    "/scoring/spend",
    "/scoring/latency/hourly",
    "/scoring/turns/slowest",
    "/scoring/sessions/quality-retention",
    "/scoring/prompt-rubric/averages",
    "/scoring/prompt-rubric/efficiency-rubric-trend",
    "/scoring/prompt-rubric/missing-checks",
    "/v1/intelligence/rightsizing",
    "/v1/intelligence/throttle",
    "/v1/intelligence/prompt-chains",
    "/v1/advisor/cards",
    "/v1/insights/summary",
    "/v1/insights/highlights",
  ])("is taken by %s, and refused where it is none", async (path) => {
    await ask(`${path}?${WINDOW}${PAYMENTS}`);
    const refused = await appliance.get(`${path}?${WINDOW}&label=payments`, organization.admin);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("team.id:platform");
  });

  test("is kept with a report, which is about these sessions", async () => {
    const report = await reportOf(["team.id:payments"], organization.admin);
    expect(report.labels).toEqual(["team.id:payments"]);
    expect(report.chapters.overview).toMatchObject({ sessions: 1 });
    expect(report.chapters.scores?.team.developers).toBe(1);
  });

  test("filters a bound key's report to its own sessions, and leaves the team in it whole", async () => {
    const report = await reportOf(["vcs.repository.name:search"], ada);
    expect(report.chapters.overview).toMatchObject({ sessions: 1 });
    expect(report.chapters.scores?.team.developers).toBe(6);
  });
});

async function reportOf(labels: readonly string[], key: string): Promise<Report> {
  const wish = { from: "2026-11-18T00:00:00Z", to: "2026-11-19T00:00:00Z", labels };
  const asked = await appliance.send("/v1/insights/report/generate", wish, key);
  expect(asked.status).toBe(202);
  const { id } = (await asked.json()) as { id: string };
  return eventuallyAnswered(async () => {
    const made = await appliance.get(`/v1/insights/report/${id}`, key);
    return made.status === 200 ? ((await made.json()) as Report) : null;
  });
}

test("labels go with the person whose sessions had them", async () => {
  const { admin, key } = await appliance.addOrganization();
  const attributes = { "user.email": "gone@example.test" };
  const prompt = promptLog({ at: "2026-11-18T10:00:00Z", attributes });
  await appliance.send("/v1/logs", labelled(prompt, { "team.id": "leaving" }), key);
  await appliance.settled();
  expect(await values(admin)).toEqual({ "team.id": ["leaving 1 1 null"] });
  const { developers } = await ask<{ developers: { id: string }[] }>("/v1/admin/developers", admin);
  const purged = await fetch(`${appliance.url}/v1/admin/developers/${developers[0]?.id}/purge`, {
    method: "POST",
    headers: { authorization: `Bearer ${admin}`, "content-type": "application/json" },
    body: JSON.stringify({ dry_run: false }),
  });
  expect(purged.status).toBeLessThan(300);
  await eventually(async () => Object.keys(await values(admin)).length === 0);
});

test("a secret or an e-mail in the place of a label is none", async () => {
  const { admin, key } = await appliance.addOrganization();
  const labels = { "team.id": `ghp_${"a1B2".repeat(9)}`, department: "ada@example.test" };
  await appliance.send("/v1/logs", labelled(promptLog({ at: "2026-11-18T10:00:00Z" }), labels), key);
  await appliance.settled();
  expect(await values(admin)).toEqual({});
});

function rename(value: string, shown_as: string, key = organization.admin): Promise<Response> {
  return fetch(`${appliance.url}/v1/labels`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "team.id", value, shown_as }),
  });
}
