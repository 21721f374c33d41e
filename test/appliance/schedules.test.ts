/** Schedules of a real appliance: kept by admins, refused where they make no sense, shown to whom they concern. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ScheduleAnswer } from "../../src/insights/schedules/schedule.ts";
import { joinTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";

const PATH = "/v1/reports/schedules";
const WEEKLY = { name: "Weekly", cron: "0 8 * * 1", timezone: "Europe/Berlin", window: "week" };

let appliance: TestAppliance;
let team: TestOrganization;
let stranger: TestOrganization;
let ada: string;
let grace: string;

beforeAll(async () => {
  appliance = await joinTestAppliance();
  [team, stranger] = [await appliance.addOrganization(), await appliance.addOrganization()];
  ada = (await team.addKey({ developer: "ada@example.com" })).key;
  grace = (await team.addKey({ developer: "grace@example.com" })).key;
});
afterAll(() => appliance.stop());

function ask(method: string, path: string, { key = team.admin, body }: { key?: string; body?: object } = {}) {
  return fetch(appliance.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function make(changes: object = {}): Promise<ScheduleAnswer> {
  const response = await ask("POST", PATH, { body: { ...WEEKLY, ...changes } });
  expect(response.status).toBe(201);
  return (await response.json()) as ScheduleAnswer;
}

async function listed(key: string): Promise<string[]> {
  const { schedules } = (await (await appliance.get(PATH, key)).json()) as { schedules: ScheduleAnswer[] };
  return schedules.map(({ name }) => name);
}

describe("a schedule", () => {
  test.each([
    ["cron", { cron: "0 25 * * *" }],
    ["cron", { cron: "every monday" }],
    ["cron", { cron: "0 0 30 2 *" }],
    ["timezone", { timezone: "Europe/Atlantis" }],
    ["timezone", { timezone: "+01:00" }],
    ["developer", { developer: "nobody@example.com" }],
    ["window", { window: "year" }],
    ["name", { name: " " }],
    ["narrative", { narrative: "yes" }],
    ["destinations.0.kind", { destinations: [{ kind: "pigeon", channel: "C1" }] }],
    ["cron", { cron: "* * * * *" }],
    ["destinations.0.channel", { destinations: [{ kind: "slack", channel: "" }] }],
    ["destinations.0.channel", { destinations: [{ kind: "slack", channel: "#general" }] }],
    ["destinations.0.channel", { destinations: [{ kind: "slack", channel: "C0123456789\n<!channel>" }] }],
    ["destinations.0.channel", { destinations: [{ kind: "slack", channel: "C0123456789\n" }] }],
  ])("with a wrong %s is refused: %j", async (path, changes) => {
    const before = await listed(team.admin);
    const response = await ask("POST", PATH, { body: { ...WEEKLY, ...changes } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ path }] });
    expect(await listed(team.admin)).toEqual(before);
  });

  test("is made with its next run", async () => {
    const made = await make({ name: "First", cron: " 0  8 * * 1", timezone: "europe/berlin" });
    expect(made).toMatchObject({
      name: "First",
      cron: "0 8 * * 1",
      timezone: "Europe/Berlin",
      window: "week",
      developer: null,
      narrative: true,
      destinations: [],
      enabled: true,
      lastRun: null,
    });
    const next = new Date(made.nextRunAt ?? "");
    expect(next.getTime()).toBeGreaterThan(Date.now());
    const shown = next.toLocaleString("en-GB", {
      timeZone: "Europe/Berlin",
      weekday: "short",
      timeStyle: undefined,
      hour: "2-digit",
      minute: "2-digit",
    });
    expect(shown).toContain("Mon");
    expect(shown).toContain("08:00");
    expect(await (await appliance.get(`${PATH}/${made.id}`, team.admin)).json()).toEqual(made);
  });

  test("is paused, and goes on from the time at which it is resumed", async () => {
    const { id } = await make({ name: "Paused" });
    const paused = (await (
      await ask("PATCH", `${PATH}/${id}`, { body: { enabled: false } })
    ).json()) as ScheduleAnswer;
    expect([paused.enabled, paused.nextRunAt, paused.name]).toEqual([false, null, "Paused"]);
    const renamed = (await (
      await ask("PATCH", `${PATH}/${id}`, { body: { name: "Resting" } })
    ).json()) as ScheduleAnswer;
    expect([renamed.enabled, renamed.name]).toEqual([false, "Resting"]);
    const resumed = (await (
      await ask("PATCH", `${PATH}/${id}`, { body: { enabled: true } })
    ).json()) as ScheduleAnswer;
    expect(Date.parse(resumed.nextRunAt ?? "")).toBeGreaterThan(Date.now());
  });

  test("keeps what a change leaves out, and changes nothing when the change is wrong", async () => {
    const made = await make({ name: "Kept", developer: "ada@example.com", narrative: false });
    const wrong = await ask("PATCH", `${PATH}/${made.id}`, { body: { name: "New", cron: "nonsense" } });
    expect(wrong.status).toBe(400);
    expect(await (await appliance.get(`${PATH}/${made.id}`, team.admin)).json()).toEqual(made);
    const changed = await ask("PATCH", `${PATH}/${made.id}`, { body: { timezone: "UTC", developer: null } });
    expect(await changed.json()).toMatchObject({
      name: "Kept",
      cron: made.cron,
      timezone: "UTC",
      developer: null,
      narrative: false,
    });
    const worded = await ask("PATCH", `${PATH}/${made.id}`, { body: { narrative: true } });
    expect(await worded.json()).toMatchObject({ name: "Kept", narrative: true });
  });

  test("is deleted once", async () => {
    const { id } = await make({ name: "Gone" });
    expect((await ask("DELETE", `${PATH}/${id}`)).status).toBe(200);
    expect((await ask("DELETE", `${PATH}/${id}`)).status).toBe(404);
    expect((await ask("PATCH", `${PATH}/${id}`, { body: {} })).status).toBe(404);
    expect((await ask("POST", `${PATH}/${id}/run`)).status).toBe(404);
    expect(await listed(team.admin)).not.toContain("Gone");
  });

  test("is found by whom it is about", async () => {
    await make({ name: "About Grace", developer: "grace@example.com" });
    const about = (who: string) => appliance.get(`${PATH}?developer=${who}`, team.admin);
    const { schedules } = (await (await about("grace@example.com")).json()) as {
      schedules: ScheduleAnswer[];
    };
    expect(schedules.map(({ name }) => name)).toEqual(["About Grace"]);
    expect(await (await about("nobody@example.com")).json()).toMatchObject({ schedules: [], total: 0 });
  });

  test("comes in pages", async () => {
    const first = await ask("GET", `${PATH}?limit=1`);
    const { schedules, total, nextCursor } = (await first.json()) as {
      schedules: ScheduleAnswer[];
      total: number;
      nextCursor: string;
    };
    expect([schedules.length, total > 1]).toEqual([1, true]);
    const second = (await (await ask("GET", `${PATH}?limit=1&cursor=${nextCursor}`)).json()) as {
      schedules: ScheduleAnswer[];
    };
    expect(second.schedules[0]?.id).not.toBe(schedules[0]?.id);
  });
});

describe("whoever asks", () => {
  test("as another organization finds none of them", async () => {
    const { id } = await make({ name: "Ours" });
    expect(await listed(stranger.admin)).toEqual([]);
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "/runs"],
      ["POST", "/run"],
      ["DELETE", ""],
    ] as const)
      expect((await ask(method, `${PATH}/${id}${path}`, { key: stranger.admin })).status).toBe(404);
    expect(
      (await ask("PATCH", `${PATH}/${id}`, { key: stranger.admin, body: { name: "Theirs" } })).status,
    ).toBe(404);
    const foreign = await ask("POST", PATH, {
      key: stranger.admin,
      body: { ...WEEKLY, developer: "ada@example.com" },
    });
    expect(foreign.status).toBe(400);
    expect(await listed(team.admin)).toContain("Ours");
  });

  test("as a bound member sees those about themselves, and may change none", async () => {
    const { id } = await make({ name: "About Ada", developer: "ada@example.com" });
    expect(await listed(ada)).toEqual(["About Ada"]);
    expect(await listed(grace)).toEqual(["About Grace"]);
    expect((await ask("GET", `${PATH}/${id}`, { key: grace })).status).toBe(404);
    expect((await ask("GET", `${PATH}/${id}/runs`, { key: grace })).status).toBe(404);
    expect((await ask("GET", `${PATH}/${id}/runs`, { key: ada })).status).toBe(200);
    for (const key of [ada, team.key]) {
      expect((await ask("POST", `${PATH}/${id}/run`, { key })).status).toBe(403);
      expect((await ask("POST", PATH, { key, body: WEEKLY })).status).toBe(403);
    }
  });

  test("without a key is turned away", async () => {
    expect((await fetch(appliance.url + PATH)).status).toBe(401);
    expect((await fetch(`${appliance.url}/v1/reports/firings?cron=@daily&timezone=UTC`)).status).toBe(401);
  });
});

describe("the next firings", () => {
  test("follow what somebody types", async () => {
    const query = new URLSearchParams({ cron: "0 0 29 2 *", timezone: "utc" });
    const response = await appliance.get(`/v1/reports/firings?${query.toString()}`, ada);
    expect(await response.json()).toEqual({
      firings: ["2028-02-29T00:00:00.000Z", "2032-02-29T00:00:00.000Z", "2036-02-29T00:00:00.000Z"],
      problem: null,
    });
  });

  test("are none for what is no expression, or no zone", async () => {
    for (const [path, cron, timezone] of [
      ["cron", "0 0 32 * *", "UTC"],
      ["timezone", "0 0 3 * *", "Mars"],
      ["cron", "*/15 * * * *", "UTC"],
    ]) {
      const query = new URLSearchParams({ cron: cron ?? "", timezone: timezone ?? "" });
      const response = await appliance.get(`/v1/reports/firings?${query.toString()}`, ada);
      expect(await response.json()).toMatchObject({ firings: [], problem: { path } });
    }
  });
});
