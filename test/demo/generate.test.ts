import { describe, expect, test } from "bun:test";
import { generateSessions, toRequests } from "../../src/demo/generate.ts";
import { troublesIn } from "../../src/demo/work/provider-trouble.ts";
import { DEVELOPERS } from "../../src/demo/work/habits.ts";
import { DAY } from "../../src/vocabulary/units.ts";

const TO = Date.UTC(2026, 10, 20, 12);
const WINDOW = { from: TO - 14 * DAY, to: TO };
const sessions = generateSessions({ seed: "one", ...WINDOW });
const NINE_WEEKS = { from: TO - 63 * DAY, to: TO };
const troubled = generateSessions({ seed: "one", ...NINE_WEEKS, troubles: troublesIn(NINE_WEEKS) });

/** Weeks since Monday, 1970-01-05. */
function weekOf(at: number): number {
  return Math.floor((at - 4 * DAY) / (7 * DAY));
}

describe("the made-up weeks", () => {
  test("come out the same for the same seed, to the last byte sent", () => {
    const again = generateSessions({ seed: "one", ...WINDOW });
    expect(Bun.hash(JSON.stringify(again.flatMap(toRequests)))).toBe(
      Bun.hash(JSON.stringify(sessions.flatMap(toRequests))),
    );
  });

  test("come out different for another seed", () => {
    const other = generateSessions({ seed: "two", ...WINDOW });
    expect(other.map(({ id }) => id)).not.toEqual(sessions.map(({ id }) => id));
  });

  test("do not change what happened before when the window goes on", () => {
    const shorter = generateSessions({ seed: "one", from: WINDOW.from, to: TO - 7 * DAY });
    const ids = new Set(sessions.map(({ id }) => id));
    const steady = shorter.filter(({ person }) => person.email !== "hana.sato@example.com");
    expect(steady.filter(({ id }) => !ids.has(id))).toEqual([]);
  });

  test("are inside the window, on working days, in order", () => {
    for (const { startedAt, endedAt, steps } of sessions) {
      expect(startedAt).toBeGreaterThanOrEqual(WINDOW.from);
      expect(endedAt).toBeLessThan(WINDOW.to);
      expect([0, 6]).not.toContain(new Date(startedAt).getUTCDay());
      const times = steps.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
    }
  });

  test("hold the work of eight developers with four agents, each session once", () => {
    expect(new Set(sessions.map(({ person }) => person.email)).size).toBe(DEVELOPERS.length);
    expect(new Set(sessions.map(({ agent }) => agent)).size).toBe(4);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(sessions.length);
  });

  test("have something of everything: failures, giving up, refusals, compactions, resets", () => {
    const steps = troubled.flatMap((session) => session.steps);
    expect(steps.filter((step) => step.kind === "failed_call" && !step.final)).not.toEqual([]);
    expect(steps.filter((step) => step.kind === "failed_call" && step.final)).not.toEqual([]);
    expect(steps.filter((step) => step.kind === "tool" && step.approval === "refused")).not.toEqual([]);
    expect(steps.filter((step) => step.kind === "compaction")).not.toEqual([]);
    expect(steps.filter((step) => step.kind === "reset")).not.toEqual([]);
  });

  test("stay below thirty thousand records", () => {
    const records = sessions
      .flatMap(toRequests)
      .map(({ body }) => JSON.stringify(body).split('"timeUnixNano"').length);
    expect(records.reduce((sum, count) => sum + count - 1, 0)).toBeLessThan(30_000);
  });

  test("have one week of trouble, in which providers refuse, and send nothing empty then", () => {
    const refusals = troubled.flatMap(({ steps }) =>
      steps.flatMap((step) =>
        step.kind === "failed_call" ? [{ week: weekOf(step.at), status: step.status }] : [],
      ),
    );
    const ofWeek = (week: number) => refusals.filter((refusal) => refusal.week === week);
    const bad = weekOf(TO) - 2;
    expect(ofWeek(bad).filter(({ status }) => status === 429).length).toBeGreaterThan(10);
    expect(ofWeek(bad).filter(({ status }) => status === 529).length).toBeGreaterThan(10);
    for (const week of [bad - 1, bad + 1]) expect(ofWeek(week).length).toBeLessThan(ofWeek(bad).length / 3);
    const bodies = troubled.flatMap(toRequests).map(({ body }) => JSON.stringify(body));
    expect(bodies.filter((body) => !/imeUnixNano/.test(body))).toEqual([]);
  });

  test("work in two teams, each in another repository", () => {
    const folders = Map.groupBy(sessions, ({ folder }) => folder);
    const people = [...folders].map(([folder, own]) => [
      folder,
      new Set(own.map(({ person }) => person.email)).size,
    ]);
    expect(new Map(people as [string, number][])).toEqual(
      new Map([
        ["/home/dev/orders-api", 4],
        ["/home/dev/web-shop", 4],
      ]),
    );
  });

  test("keep only the newcomer's two newest sessions", () => {
    expect(sessions.filter(({ person }) => person.name === "Hana Sato")).toHaveLength(2);
  });
});
