/** Two labels on everything that labels filter: answered as by an organization that has only these sessions. */
import { afterAll, describe, expect, test } from "bun:test";
import { batched } from "../../src/demo/batched.ts";
import { generateSessions, toRequests } from "../../src/demo/generate.ts";
import type { DemoRequest } from "../../src/demo/work/session.ts";
import { sendAll } from "../../src/demo/send.ts";
import type { Report } from "../../src/insights/reports/report.ts";
import type { UsageAnswer } from "../../src/insights/usage/usage-answer.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { eventuallyAnswered } from "../eventually.ts";
import { joinTestAppliance } from "./running.ts";

const FROM = Date.UTC(2026, 10, 9);
const WINDOW = "from=2026-11-09T00:00:00Z&to=2026-11-14T00:00:00Z";
const LABELS = ["team.id:platform", "vcs.repository.name:web-shop"];
const FILTER = LABELS.map((label) => `&label=${encodeURIComponent(label)}`).join("");

/** Every repository has sessions of both teams, so that neither label by itself is enough. */
const settled = joinTestAppliance().then(async (appliance) => {
  const [all, wanted] = [await appliance.addOrganization(), await appliance.addOrganization()];
  const made = { seed: "labels", from: FROM, to: FROM + 5 * DAY, presence: 0.7 };
  const deliveries = generateSessions(made).flatMap((session, place) => {
    const team = place % 3 === 0 ? "payments" : "platform";
    const { repository } = session.person;
    const requests = labelled(batched(toRequests(session)), { team, repository });
    const isWanted = team === "platform" && repository === "web-shop";
    return (isWanted ? [all, wanted] : [all]).map(({ key }) => ({ key, requests }));
  });
  await sendAll(appliance.url, deliveries, () => undefined);
  await appliance.settled();
  // what is compared with baselines changes when they are learned
  await appliance.learned(all.id);
  return { appliance, all, wanted };
});
afterAll(async () => (await settled).appliance.stop());

function labelled(
  requests: readonly DemoRequest[],
  { team, repository }: { team: string; repository: string },
): DemoRequest[] {
  const attributes = [
    { key: "team.id", value: { stringValue: team } },
    { key: "vcs.repository.name", value: { stringValue: repository } },
  ];
  return requests.map((request) => {
    const body = structuredClone(request.body) as Record<string, { resource: { attributes: object[] } }[]>;
    for (const resources of Object.values(body))
      for (const { resource } of resources) resource.attributes.push(...attributes);
    return { ...request, body };
  });
}

/** All numbers under these names, wherever they are. */
function numbersIn(answer: unknown, names: readonly string[]): number[] {
  if (Array.isArray(answer)) return answer.flatMap((part) => numbersIn(part, names));
  if (typeof answer !== "object" || answer === null) return [];
  return Object.entries(answer).flatMap(([name, value]) =>
    names.includes(name) && typeof value === "number" ? [value] : numbersIn(value, names),
  );
}

async function askBoth(path: string): Promise<Record<"filtered" | "expected" | "whole", unknown>> {
  const { appliance, all, wanted } = await settled;
  const ask = async (asked: string, key: string): Promise<unknown> => {
    const answer = await appliance.get(asked, key);
    expect([asked, answer.status]).toEqual([asked, 200]);
    return answer.json();
  };
  const asked = `${path}${path.includes("?") ? "&" : "?"}${WINDOW}`;
  return {
    filtered: await ask(`${asked}${FILTER}`, all.admin),
    expected: await ask(asked, wanted.admin),
    whole: await ask(asked, all.admin),
  };
}

describe("two labels", () => {
  test.each([
    ["scores", "/scoring/scores?period=day", ["subSessions"]],
    ["the team", "/scoring/team", ["developers", "subSessions"]],
    ["the team's trend", "/scoring/team/trend", ["people", "subSessions"]],
    ["trends", "/scoring/trends?bucket=day", ["subSessions"]],
    ["metrics", "/scoring/metrics?limit=1", ["total"]],
    ["sub-sessions", "/scoring/sub-sessions?limit=1", ["total"]],
    ["sub-sessions by outcome", "/scoring/sub-sessions/rollup", ["subSessions", "turns"]],
    ["sessions", "/v1/sessions?limit=1", ["total"]],
    ["prompts", "/scoring/prompt-rubric/prompts?limit=1", ["total"]],
    [
      "prompts over time",
      "/scoring/prompt-rubric/efficiency-rubric-trend",
      ["pending", "short_circuited", "scored"],
    ],
    ["spend", "/scoring/spend", ["costUsd", "calls", "unpricedCalls"]],
    ["usage", "/scoring/usage?by=model", ["costUsd", "input", "output", "sessions", "people"]],
    ["slow and refused calls", "/v1/intelligence/throttle?limit=1", ["calls"]],
    ["latency", "/scoring/latency/hourly", ["calls"]],
    ["model choice", "/v1/intelligence/rightsizing", ["calls", "subSessions"]],
    ["the window's statistics", "/v1/insights/session-stats?limit=1", ["total"]],
  ] as const)("leave of %s what these sessions are", async (_name, path, names) => {
    const { filtered, expected, whole } = await askBoth(path);
    // people have other ids there, so rows are in another order
    const close = (answer: unknown) =>
      numbersIn(answer, names)
        .map((number) => Number(number.toFixed(6)))
        .toSorted((left, right) => left - right);
    expect(close(expected).some((number) => number > 0)).toBe(true);
    expect(close(filtered)).toEqual(close(expected));
    expect(close(whole)).not.toEqual(close(expected));
  });

  test("leave the days of usage in their order", async () => {
    const { filtered } = await askBoth("/scoring/usage?by=day&bucket=day");
    const starts = (filtered as UsageAnswer).buckets.map(({ from }) => from);
    expect(starts.length).toBeGreaterThan(1);
    expect(starts).toEqual(starts.toSorted());
  });

  test("make a report and a schedule's report about these sessions", async () => {
    const { appliance, all, wanted } = await settled;
    const send = async (path: string, body: object, key: string) =>
      (await appliance.send(path, body, key)).json();
    const read = (id: string, key: string) =>
      eventuallyAnswered(async () => {
        const made = await appliance.get(`/v1/insights/report/${id}`, key);
        return made.status === 200 ? ((await made.json()) as Report) : null;
      });
    const wish = { from: "2026-11-09T00:00:00Z", to: "2026-11-14T00:00:00Z" };
    const asked = [
      [all.admin, { ...wish, labels: LABELS }],
      [wanted.admin, wish],
      [all.admin, wish],
    ] as const;
    const sessions: unknown[] = [];
    for (const [key, body] of asked) {
      const { id } = (await send("/v1/insights/report/generate", body, key)) as { id: string };
      sessions.push((await read(id, key)).chapters.overview);
    }
    const [filtered, expected, whole] = sessions.map((chapter) => numbersIn(chapter, ["sessions", "turns"]));
    expect([filtered, expected?.length === 0]).toEqual([expected, false]);
    expect(whole).not.toEqual(expected);

    const schedule = { name: "Shop", cron: "0 8 * * 1", timezone: "UTC", window: "week", labels: LABELS };
    const { id, labels } = (await send("/v1/reports/schedules", schedule, all.admin)) as {
      id: string;
      labels: string[];
    };
    expect(labels.toSorted()).toEqual(LABELS);
    await send(`/v1/reports/schedules/${id}/run`, {}, all.admin);
    const reportId = await eventuallyAnswered(async () => {
      const answer = await appliance.get(`/v1/reports/schedules/${id}/runs`, all.admin);
      const { runs } = (await answer.json()) as {
        runs: { reportId: string | null; endedAt: string | null }[];
      };
      return runs[0]?.endedAt == null ? null : runs[0].reportId;
    });
    expect((await read(reportId, all.admin)).labels.toSorted()).toEqual(LABELS);
  });

  test("are listed with their people and sessions", async () => {
    const { appliance, all, wanted } = await settled;
    const values = async (key: string) => {
      const { labels } = (await (await appliance.get("/v1/labels", key)).json()) as {
        labels: { name: string; values: { value: string; people: number; sessions: number }[] }[];
      };
      return labels;
    };
    const { total } = (await (
      await appliance.get(`/v1/sessions?${WINDOW}&limit=1`, wanted.admin)
    ).json()) as {
      total: number;
    };
    const people = expect.any(Number);
    expect(await values(wanted.admin)).toMatchObject([
      { name: "team.id", values: [{ value: "platform", people, sessions: total }] },
      { name: "vcs.repository.name", values: [{ value: "web-shop", people, sessions: total }] },
    ]);
    expect((await values(all.admin)).map(({ name, values: each }) => [name, each.length])).toEqual([
      ["team.id", 2],
      ["vcs.repository.name", 2],
    ]);
  });

  test.each(["/v1/advisor/habits", "/v1/presence"])(
    "change nothing on %s, which is of all work",
    async (path) => {
      const { filtered, whole } = await askBoth(path);
      expect(filtered).toEqual(whole);
    },
  );
});
