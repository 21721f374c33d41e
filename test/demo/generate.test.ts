import { describe, expect, test } from "bun:test";
import { generateSessions, toRequests } from "../../src/demo/generate.ts";
import { TROUBLES } from "../../src/demo/work/provider-trouble.ts";
import { DEVELOPERS } from "../../src/demo/work/habits.ts";
import { DAY } from "../../src/vocabulary/units.ts";

const TO = Date.UTC(2026, 10, 20, 12);
const WINDOW = { from: TO - 14 * DAY, to: TO };
const sessions = generateSessions({ seed: "one", ...WINDOW });

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

  test("lie inside the window, on working days, in order", () => {
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
    const steps = sessions.flatMap((session) => session.steps);
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

  test("have the trouble of providers that is asked for, and send nothing empty then", () => {
    const troubled = generateSessions({ seed: "one", ...WINDOW, troubles: TROUBLES });
    const statusesOf = (weekday: number, agent: string) =>
      troubled
        .filter((session) => session.agent === agent && new Date(session.startedAt).getUTCDay() === weekday)
        .flatMap(({ steps }) => steps.flatMap((step) => (step.kind === "failed_call" ? [step.status] : [])));
    expect(statusesOf(4, "claude-code").filter((status) => status === 529).length).toBeGreaterThan(10);
    expect(statusesOf(1, "codex").filter((status) => status === 429).length).toBeGreaterThan(10);
    const bodies = troubled.flatMap(toRequests).map(({ body }) => JSON.stringify(body));
    expect(bodies.filter((body) => !/imeUnixNano/.test(body))).toEqual([]);
  });

  test("keep the newcomer's two newest sessions alone", () => {
    expect(sessions.filter(({ person }) => person.name === "Hana Sato")).toHaveLength(2);
  });
});
