/** How scores are among people, asked of a real appliance by everybody who may ask, and by those who may not. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { batched } from "../../src/demo/batched.ts";
import { generateSessions, toRequests } from "../../src/demo/generate.ts";
import { DEVELOPERS, type Habits } from "../../src/demo/work/habits.ts";
import type { ScoreRow } from "../../src/scores/answer.ts";
import type { Team, TeamPoint } from "../../src/scores/team/team-answer.ts";
import type { SubSessionsPage } from "../../src/metrics/sub-sessions/sub-session-answer.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import type { Chapters, Report, ReportJob } from "../../src/insights/reports/report.ts";
import type { TrendsPoint } from "../../src/scores/trends/trend-answer.ts";
import { scoring } from "../cli/in-process.ts";
import { promptLog } from "./requests.ts";
import { eventually, startTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";

/** A Monday at midnight: two weeks of work are before it. */
const NOW = Date.parse("2026-11-16T00:00:00Z");
const WEEK = `from=${instant(NOW - 7 * DAY)}&to=${instant(NOW)}`;
const WEEKS = `from=${instant(NOW - 14 * DAY)}&to=${instant(NOW)}`;
const NAMED = /@|"name"|"email"|Okafor|Conti/;

let appliance: TestAppliance;
/** Six people, and one key that several may share. */
let large: TestOrganization;
let ada: string;
/** Four. */
let small: TestOrganization;
let stranger: TestOrganization;

beforeAll(async () => {
  appliance = await startTestAppliance({ engineClockAheadMs: NOW + 2 * DAY - systemClock() });
  [large, small, stranger] = [
    await appliance.addOrganization(),
    await appliance.addOrganization(),
    await appliance.addOrganization(),
  ];
  const keys: string[] = [];
  for (const person of DEVELOPERS.slice(0, 6)) keys.push(await sendWork(large, person));
  ada = keys[0] ?? "";
  for (const person of DEVELOPERS.slice(0, 4)) await sendWork(small, person);
  const shared = promptLog({ session: "shared", at: instant(NOW - DAY) });
  await appliance.send("/v1/logs", shared, large.key);
  await appliance.settled();
  for (const { id } of [large, small]) await appliance.learned(id);
});
afterAll(() => appliance.stop());

function instant(at: number): string {
  return new Date(at).toISOString();
}

/** Returns the person's own key. */
async function sendWork(organization: TestOrganization, person: Habits): Promise<string> {
  const { key } = await organization.addKey({ developer: person.email });
  const sessions = generateSessions({
    seed: "team",
    from: NOW - 14 * DAY,
    to: NOW,
    developers: [person],
  });
  for (const { path, body } of sessions.flatMap((session) => batched(toRequests(session)))) {
    const response = await appliance.send(path, body, key);
    expect(response.status).toBe(200);
    await response.text();
  }
  return key;
}

async function ask<Answer>(path: string, key: string): Promise<Answer> {
  const response = await appliance.get(path, key);
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

const team = (key: string) => ask<Team>(`/scoring/team?${WEEK}`, key);
const trend = (key: string) =>
  ask<{ bucket: string; points: TeamPoint[] }>(`/scoring/team/trend?${WEEKS}`, key);

describe.each(["/scoring/team", "/scoring/team/trend"])("%s", (path) => {
  test("refuses a request without a key, and a time that is none", async () => {
    expect((await fetch(`${appliance.url}${path}`)).status).toBe(401);
    expect((await appliance.get(`${path}?to=tomorrow`, ada)).status).toBe(400);
  });

  test("names nobody, whoever asks", async () => {
    for (const key of [ada, large.key, large.admin]) {
      const text = await (await appliance.get(`${path}?${WEEK}`, key)).text();
      expect(text).not.toMatch(NAMED);
    }
  });

  test("shows the key of one developer what it shows an admin", async () => {
    expect(await ask<object>(`${path}?${WEEK}`, ada)).toEqual(await ask(`${path}?${WEEK}`, large.admin));
  });
});

describe("another organization", () => {
  test("has no people, and so no numbers", async () => {
    const found = await team(stranger.admin);
    expect([found.developers, found.scored, found.change.speed]).toEqual([0, 0, null]);
    expect(found.scores.skill).toEqual({ people: 0, median: null, middleHalf: null, tenths: null });
    expect((await trend(stranger.admin)).points.map(({ skill }) => skill.people)).toEqual([0, 0]);
  });
});

describe("a team of four", () => {
  test("is reported as numbers of people only", async () => {
    const found = await team(small.admin);
    expect(found.developers).toBe(4);
    for (const spread of Object.values(found.scores))
      expect(spread).toEqual({
        people: expect.any(Number) as number,
        median: null,
        middleHalf: null,
        tenths: null,
      });
    for (const histogram of Object.values(found.subSessions))
      expect(histogram).toEqual({ people: expect.any(Number) as number, subSessions: null, counts: null });
    const { points } = await trend(small.admin);
    expect(points.flatMap(({ efficiency }) => efficiency.median)).toEqual([null, null]);
  });

  test("is compared with itself for an admin, who reads all of them anyway, and for nobody's own key", async () => {
    const { key } = await small.addKey({ developer: "ada.okafor@example.com" });
    expect((await team(small.admin)).change.efficiency?.people).toBe(4);
    expect((await team(key)).change).toEqual({ speed: null, skill: null, efficiency: null });
  });
});

describe("a team of six", () => {
  test("counts people, and a key that several may share as nobody", async () => {
    const { scores } = await ask<{ scores: ScoreRow[] }>(`/scoring/scores?${WEEK}`, large.admin);
    expect(scores.map(({ developer }) => developer.source)).toContain("key");
    expect((await team(ada)).developers).toBe(6);
  });

  test("is as the scores of its people do", async () => {
    const { scores } = await ask<{ scores: ScoreRow[] }>(`/scoring/scores?${WEEK}`, large.admin);
    const values = scores
      .flatMap(({ efficiency }) => efficiency ?? [])
      .toSorted((left, right) => left - right);
    const { people, median, middleHalf, tenths } = (await team(ada)).scores.efficiency;
    expect(people).toBe(values.length);
    expect(median).toBeCloseTo(((values[2] ?? 0) + (values[3] ?? 0)) / 2, 9);
    const [first, second] = [tenths, middleHalf].map((pair) => pair ?? [NaN, NaN]);
    const order = [values[0], first?.[0], second?.[0], median, second?.[1], first?.[1], values.at(-1)];
    expect(order).toEqual(order.toSorted((left, right) => (left ?? 0) - (right ?? 0)));
  });

  test("changed by the difference of the means of the same people", async () => {
    const { change } = await team(ada);
    const { from, to, value, interval, people } = change.efficiency ?? NOTHING;
    expect(people).toBe(6);
    expect(value).toBeCloseTo(to - from, 9);
    expect(value).toBeWithin(...interval);
  });

  test("has every counted sub-session in the columns of Efficiency", async () => {
    const { scores } = await ask<{ scores: ScoreRow[] }>(`/scoring/scores?${WEEK}`, large.admin);
    const { subSessions, counts } = (await team(ada)).subSessions.efficiency;
    expect(counts?.reduce((sum, count) => sum + count, 0)).toBe(subSessions ?? 0);
    expect(subSessions).toBe(scores.reduce((sum, row) => sum + row.subSessions, 0));
  });

  test("has a point for each week, and the second is that week's", async () => {
    const { points } = await trend(ada);
    expect(points.map(({ start }) => start)).toEqual([instant(NOW - 14 * DAY), instant(NOW - 7 * DAY)]);
    const { scores } = await team(ada);
    expect(points[1]).toEqual({ start: instant(NOW - 7 * DAY), ...scores });
  });
});

describe("the score of everyone", () => {
  test("is one number on the overview, the team's page, in a report, in its trend and on the command line", async () => {
    // what is learned changes every score once
    await appliance.learned(large.id);
    const { means, change } = await team(large.admin);
    const { scores } = await ask<{ scores: ScoreRow[] }>(`/scoring/scores?${WEEK}`, large.admin);
    const values = scores.flatMap(({ developer, speed }) =>
      developer.source === "key" || speed === null ? [] : [speed],
    );
    expect(means.speed.people).toBe(values.length);
    expect(means.speed.value).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 9);

    const whole = await ask<{ points: TrendsPoint[] }>(`/scoring/trends?${WEEK}&bucket=all`, large.admin);
    const report = await makeReport(large.admin);
    const [from, to] = [instant(NOW - 7 * DAY), instant(NOW)];
    const command = ["scores", "--json", "--data-dir", appliance.directory, "--org", large.id];
    const { code, out } = await scoring([...command, "--from", from, "--to", to]);
    expect(code).toBe(0);
    const printed = JSON.parse(out) as { everyone: Team["means"] };
    for (const name of ["speed", "skill", "efficiency"] as const) {
      const { value, interval } = means[name];
      const { overview, scores: chapter } = report.chapters;
      expect(whole.points.map(({ scores: all }) => all[name])).toEqual([{ value, interval }]);
      expect(printed.everyone[name]).toEqual(means[name]);
      const moved = change[name];
      expect([overview.scores[name].value, overview.scores[name].change]).toEqual([
        value,
        moved === null ? null : { value: moved.value, interval: moved.interval },
      ]);
      expect([chapter.team.means[name], chapter.team.change[name]]).toEqual([means[name], moved]);
    }
  });

  test("is computed from exactly the tasks that a list of them has", async () => {
    const { means } = await team(large.admin);
    for (const name of ["speed", "skill", "efficiency"] as const) {
      const path = `/scoring/sub-sessions?${WEEK}&scoreable=true&limit=500`;
      const listed = await ask<SubSessionsPage>(`${path}&scored_in=${name}`, large.admin);
      expect(listed.total).toBe(means[name].subSessions ?? 0);
      expect(new Set(listed.subSessions.map(({ developer }) => developer.id)).size).toBe(means[name].people);
      expect(listed.subSessions.map(({ developer }) => developer.source)).not.toContain("key");
      const own = await ask<SubSessionsPage>(path, ada);
      expect(await ask<SubSessionsPage>(`${path}&scored_in=${name}`, ada)).toEqual(own);
    }
  });

  test("is nobody's business under five for the key of one developer, and is an admin's", async () => {
    const { key } = await small.addKey({ developer: "ada.okafor@example.com" });
    expect((await team(key)).means.efficiency).toEqual({
      people: 4,
      subSessions: null,
      value: null,
      interval: null,
    });
    expect((await team(small.admin)).means.efficiency.value).not.toBeNull();
  });
});

async function makeReport(key: string): Promise<Report & { chapters: Chapters }> {
  const path = "/v1/insights/report";
  const body = { from: instant(NOW - 7 * DAY), to: instant(NOW) };
  const { id } = (await (await appliance.send(`${path}/generate`, body, key)).json()) as ReportJob;
  await eventually(async () => (await ask<ReportJob>(`${path}/status/${id}`, key)).progress === 1);
  return ask(`${path}/${id}`, key);
}

const NOTHING = { from: NaN, to: NaN, value: NaN, interval: [0, 0] as [number, number], people: 0 };
