/** Throttling, asked of a real appliance that was sent captured sessions and two developers' outage. */
import { afterAll, describe, expect, test } from "bun:test";
import type { ThrottleAnswer } from "../../src/insights/throttle/throttle-answer.ts";
import { FROM_HISTORY } from "../../src/normaliser/records/from-history.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../src/vocabulary/units.ts";
import { MODEL, ThrottledWork, USUAL } from "../insights/throttle/throttled-work.ts";
import { readRun, sendAsCaptured } from "./captured-runs.ts";
import { joinTestAppliance } from "./running.ts";
import { countOpenDays } from "../open-days.ts";

const PATH = "/v1/intelligence/throttle";
const [ONE, OTHER] = ["one@example.test", "other@example.test"];
const TODAY = Math.floor(systemClock() / DAY) * DAY;
const MORNING = TODAY - 2 * DAY + 9 * HOUR;
const CAPTURED = ["codex-r429", "codex-slow", "codex-tool", "gemini-r429", "gemini-tool", "qwen-r429"];

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());
const ours = await appliance.addOrganization();
const theirs = await appliance.addOrganization();
const captured = await appliance.addOrganization();

const outage = (work: ThrottledWork) => {
  for (let call = 0; call < 6; call += 1) work.call(8 * USUAL);
  return work.usualCalls(5);
};
const [first, second] = [
  outage(new ThrottledWork("first", ONE, MORNING).usualCalls(45)),
  outage(new ThrottledWork("second", OTHER, MORNING + MINUTE).usualCalls(45)),
];
const overloaded = new ThrottledWork("overloaded", ONE, MORNING + 2 * HOUR)
  .prompt("Add a cart to the shop, and keep it over a reload")
  .error(529)
  .pause(12)
  .prompt("Rename the label of the button")
  .call(USUAL);
const limited = new ThrottledWork("limited", OTHER, MORNING + 3 * HOUR);
for (let tries = 0; tries < 3; tries += 1)
  limited.prompt("Explain why the build of the shop fails").error(429).pause(1);
limited.pause(6).prompt("Explain the other build").call(USUAL);
const unpaid = new ThrottledWork("unpaid", ONE, MORNING + 4 * HOUR);
for (const status of [400, 401, 402, 500])
  unpaid.prompt(`Try this with ${status}`).error(status).pause(12).prompt(`Go on with ${status}`).call(USUAL);
for (const work of [first, second, overloaded, limited, unpaid])
  expect((await appliance.send("/v1/logs", work.body(), ours.key)).status).toBe(200);
for (const name of CAPTURED)
  for (const request of await readRun(name)) await sendAsCaptured(appliance, request, captured.key);
const imported = await appliance.addOrganization();
expect((await appliance.send("/v1/logs", asImported(overloaded.body()), imported.key)).status).toBe(200);
await appliance.settled();
const bound = (await ours.addKey({ developer: ONE })).key;

/** The same records as an agent's files would give them. */
function asImported(body: ReturnType<ThrottledWork["body"]>) {
  const mark = { key: FROM_HISTORY.name, value: { stringValue: FROM_HISTORY.value } };
  const resourceLogs = (body.resourceLogs ?? []).map((group) => ({
    ...group,
    resource: { ...group.resource, attributes: [...(group.resource?.attributes ?? []), mark] },
  }));
  return { ...body, resourceLogs };
}

type Answer = ThrottleAnswer & { nextCursor: string | null };

async function ask(query = "", key = ours.key): Promise<Answer> {
  const response = await appliance.get(`${PATH}?${query}`, key);
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

/** Returns when every day that is over was computed and kept. */
async function daysAreKept(): Promise<void> {
  while ((await countOpenDays(appliance.database, "trouble_days", TODAY / DAY)) > 0) await Bun.sleep(20);
}

function eventsOf({ events }: ThrottleAnswer, detector: string) {
  return events.filter((event) => event.detector === detector);
}

describe("throttling", () => {
  test("is shown to nobody without a key, and of no impossible time", async () => {
    expect((await fetch(appliance.url + PATH)).status).toBe(401);
    expect((await appliance.get(`${PATH}?from=2026-11-21`, ours.key)).status).toBe(400);
    expect((await appliance.get(`${PATH}?to=2026-02-30T00:00:00Z`, ours.key)).status).toBe(400);
  });

  test.each([
    ["another organization", () => ask("", theirs.key)],
    ["a developer whom nobody knows", () => ask("developer=nobody@example.test")],
    ["somebody else's developer", () => ask(`developer=${OTHER}`, bound)],
    ["a time without work", () => ask("from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z")],
  ])("is nothing for %s", async (_, answer) => {
    const { summary, events, week, models, signals } = await answer();
    expect([summary.hoursLost, summary.episodes]).toEqual([0, 0]);
    expect([events, week, models, signals.agents]).toEqual([[], [], [], []]);
  });

  test("is asked for in pages of events, and each says what all of them cost", async () => {
    const { nextCursor, events, ...rest } = await ask();
    expect(nextCursor).toBeNull();
    const paged: ThrottleAnswer["events"] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await ask(`limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      expect(page).toMatchObject(rest);
      paged.push(...page.events);
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(events);
    const { nextCursor: second } = await ask("limit=2");
    const foreign = await appliance.get(`${PATH}?developer=${ONE}&cursor=${second}`, ours.key);
    expect(foreign.status).toBe(400);
  });

  test("finds slow calls that two developers saw at once at the provider", async () => {
    const [spike, ...others] = eventsOf(await ask(), "latency_spike");
    expect(others).toEqual([]);
    expect(spike).toMatchObject({ scope: "provider", model: MODEL, developers: 2, severity: "moderate" });
    expect(spike?.sessions.toSorted()).toEqual(["first", "second"]);
    expect(spike?.evidence).toMatchObject({ kind: "slow_calls", calls: 12 });
    expect(Number(spike?.lostMs)).toBeGreaterThan(12 * 6.5 * USUAL);
    expect(Number(spike?.lostMs)).toBeLessThan(12 * 7.5 * USUAL);
  });

  test("counts overload and limits as stalls, and what was asked wrongly or is not paid for never", async () => {
    const stalls = eventsOf(await ask(), "error_stall");
    expect(stalls.map(({ scope, sessions, evidence }) => [scope, sessions, evidence])).toEqual([
      ["organization", ["limited"], { kind: "error", cause: "terminal_error", statuses: [429], waits: 3 }],
      ["provider", ["overloaded"], { kind: "error", cause: "terminal_error", statuses: [529], waits: 1 }],
    ]);
    // the wait is shorter by the two minutes that are no loss
    for (const { lostMs } of stalls) expect(lostMs).toBeGreaterThan(4 * MINUTE);
  });

  test("finds prompts that were sent again and again", async () => {
    const [retries, ...others] = eventsOf(await ask(), "prompt_retry");
    expect(others).toEqual([]);
    expect(retries).toMatchObject({ sessions: ["limited"], evidence: { prompts: 2, after: ["error"] } });
  });

  test("loses no hour twice: the whole is less than what the detectors see", async () => {
    const { summary, week, models } = await ask();
    const seen = Object.values(summary.byDetector).reduce((sum, { hoursLost }) => sum + Number(hoursLost), 0);
    expect(summary.hoursLost).toBeGreaterThan(0);
    expect(summary.hoursLost).toBeLessThanOrEqual(seen);
    const inWeek = week.reduce((sum, { lostMs }) => sum + lostMs, 0);
    expect(inWeek / HOUR).toBeCloseTo(Number(summary.hoursLost), 6);
    expect(models).toMatchObject([{ model: MODEL, slowCalls: 12 }]);
    expect(week.filter(({ lostMs }) => lostMs === 0).length).toBeGreaterThan(0);
  });

  test("shows a bound key its own developer only, and the provider where others saw it too", async () => {
    const own = await ask("", bound);
    expect(own).toEqual(await ask(`developer=${ONE}`));
    expect(own.events.flatMap(({ sessions }) => sessions).toSorted()).toEqual(["first", "overloaded"]);
    expect(eventsOf(own, "latency_spike")).toMatchObject([{ scope: "provider", developers: 1 }]);
  });

  test("is not known of work that was imported, and says why", async () => {
    const { summary, events, signals } = await ask("", imported.key);
    expect(summary).toMatchObject({
      hoursLost: null,
      episodes: 0,
      missing: expect.stringMatching(/imported/),
    });
    expect(summary.byDetector.error_stall).toEqual({ hoursLost: null, episodes: 0 });
    expect([events, signals.calls]).toEqual([[], 0]);
    expect(signals.agents).toMatchObject([{ sessions: 1, imported: 1 }]);
    expect((await ask()).summary.missing).toBeNull();
    const entries = await appliance.get("/v1/sessions/overloaded/timeline", imported.key);
    expect(entries.status).toBe(200);
    expect(await entries.text()).not.toContain('"stall"');
  });

  test("says which of its inputs were there", async () => {
    const { signals } = await ask();
    expect(signals).toMatchObject({ calls: 126, timedCalls: 118, failedCalls: 8, statusCalls: 8 });
    expect(signals.agents).toEqual([
      { agent: "claude-code", sessions: 5, latency: 1, prompts: 1, promptText: 1, imported: 0 },
    ]);
  });

  test("is the same again once the day is kept", async () => {
    const before = await ask();
    await daysAreKept();
    expect(await ask()).toEqual(before);
  });

  test("counts what comes late for a day that was kept", async () => {
    await daysAreKept();
    const { signals } = await ask();
    const late = new ThrottledWork("late", OTHER, MORNING + 5 * HOUR).prompt("Rename the cart").call(USUAL);
    expect((await appliance.send("/v1/logs", late.body(), ours.key)).status).toBe(200);
    await appliance.settled();
    expect((await ask()).signals.calls).toBe(signals.calls + 1);
  });
});

describe("captured sessions", () => {
  const window = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";

  test("lose the time that they waited for limits, shown by model and hour", async () => {
    const answer = await ask(window, captured.key);
    const { summary, signals } = answer;
    const events = eventsOf(answer, "error_stall");
    expect(signals.statusCalls).toBeGreaterThan(0);
    expect(signals.agents.map(({ agent }) => agent).toSorted()).toEqual(["codex", "gemini", "qwen"]);
    expect(events.map(({ scope, model, evidence }) => [scope, model, evidence]).toSorted()).toEqual(
      ["fake-coder", "gemini-2.5-pro", "gpt-5.4"].map((model) => [
        "organization",
        model,
        { kind: "error", cause: "retry_wait", statuses: [429], waits: 6 },
      ]),
    );
    // from the first 429 to the call that worked: 66.8 s of Gemini CLI, 9.3 of Qwen Code, 9.7 of Codex, less six calls each
    const seconds = new Map(events.map(({ model, lostMs }) => [model, lostMs / SECOND]));
    expect(seconds.get("gemini-2.5-pro")).toBeWithin(66, 68);
    expect(seconds.get("fake-coder")).toBeWithin(8.5, 10);
    expect(seconds.get("gpt-5.4")).toBeWithin(8.5, 10);
    expect(summary.byDetector.error_stall.episodes).toBe(3);
    expect(summary.byDetector.error_stall.hoursLost).toBeWithin(0.022, 0.026);
  });
});

describe("a spending limit", () => {
  test("is no throttling: it is reported separately, and costs no hour", async () => {
    const organization = await appliance.addOrganization();
    const work = new ThrottledWork("unpaid", ONE, MORNING + HOUR).usualCalls(5);
    for (let tries = 0; tries < 3; tries += 1)
      work
        .prompt(`Add page ${tries} to the shop of the team`)
        .error(429, '{"type":"error","error":{"type":"enforced_spend_limit_reached"}}')
        .pause(15);
    work.prompt("Rename the label of the button").call(USUAL);
    expect((await appliance.send("/v1/logs", work.body(), organization.key)).status).toBe(200);
    await appliance.settled();
    const { summary, events, budgetStops } = await ask("", organization.key);
    expect([summary.hoursLost, events]).toEqual([0, []]);
    expect(budgetStops).toMatchObject([{ model: MODEL, calls: 3, sessions: ["unpaid"], developers: 1 }]);
    expect((await ask("", theirs.key)).budgetStops).toEqual([]);
    const someoneElse = (await organization.addKey({ developer: OTHER })).key;
    expect((await ask("", someoneElse)).budgetStops).toEqual([]);
  });
});
