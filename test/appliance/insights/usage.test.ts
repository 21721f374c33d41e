/** `GET /scoring/usage` of a real appliance, held against the records in its object files. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { batched } from "../../../src/demo/batched.ts";
import { generateSessions, toRequests } from "../../../src/demo/generate.ts";
import { DEVELOPERS } from "../../../src/demo/work/habits.ts";
import type { BudgetsAnswer } from "../../../src/insights/governance/limits/limits.ts";
import type { UsageAnswer, UsageSums } from "../../../src/insights/usage/usage-answer.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { isoTime } from "../../../src/vocabulary/times.ts";
import { DAY, HOUR } from "../../../src/vocabulary/units.ts";
import { countOpenDays } from "../../open-days.ts";
import { localStores, openDatabaseOf } from "../../../src/stores.ts";
import { keepNextUsage } from "../../../src/spend/usage/keep-usage-days.ts";
import { startTestAppliance } from "../running.ts";
import { sumStoredRecords } from "./stored-records.ts";

const now = systemClock();
const FROM = now - 20 * DAY;
const EMAILS = DEVELOPERS.slice(0, 6).map(({ email }) => email);

const settled = startTestAppliance().then(async (appliance) => {
  const organization = await appliance.addOrganization();
  const developers = DEVELOPERS.slice(0, 6);
  const sessions = generateSessions({ seed: "usage", from: FROM, to: now - DAY, developers, presence: 0.5 });
  const keys = new Map<string, string>();
  for (const email of EMAILS)
    keys.set(email, (await organization.addKey({ name: email, developer: email })).key);
  for (const session of sessions)
    for (const { path, body } of batched(toRequests(session)))
      expect((await appliance.send(path, body, keys.get(session.person.email) ?? "")).status).toBe(200);
  await appliance.settled();
  return { appliance, organization, keys, sessions };
});
afterAll(async () => (await settled).appliance.stop());

async function ask(query: string, key?: string): Promise<UsageAnswer & { nextCursor: string | null }> {
  const { appliance, organization } = await settled;
  const window = `from=${isoTime(FROM - 30 * DAY)}&to=${isoTime(now + HOUR)}`;
  const answer = await appliance.get(`/scoring/usage?${window}&${query}`, key ?? organization.key);
  expect(answer.status).toBe(200);
  return (await answer.json()) as UsageAnswer & { nextCursor: string | null };
}

async function storedSums() {
  const { appliance, organization } = await settled;
  return sumStoredRecords(join(appliance.directory, "objects"), organization.id);
}

interface Sums {
  calls: number;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  reasoning: number;
  costMicroUsd: number;
}

function addSums(calls: readonly Sums[]): Sums {
  const sum = (name: keyof Sums): number => calls.reduce((total, call) => total + call[name], 0);
  return {
    calls: sum("calls"),
    input: sum("input"),
    output: sum("output"),
    cacheRead: sum("cacheRead"),
    cacheWrite: sum("cacheWrite"),
    reasoning: sum("reasoning"),
    costMicroUsd: sum("costMicroUsd"),
  };
}

function sumsOf(sums: UsageSums | undefined): Sums | undefined {
  if (sums === undefined) return undefined;
  const { input, output, cacheRead, cacheWrite, reasoning } = sums.tokens;
  return {
    calls: (sums.modelCalls ?? 0) - (sums.failedModelCalls ?? 0),
    input: input ?? 0,
    output: output ?? 0,
    cacheRead: cacheRead ?? 0,
    cacheWrite: cacheWrite ?? 0,
    reasoning: reasoning ?? 0,
    costMicroUsd: Math.round((sums.costUsd ?? 0) * 1e6),
  };
}

/** In the order of the sums. */
const AGENTS = ["claude-code", "codex", "gemini", "qwen"];
const CUTS = ["day", "model", "agent", "developer"] as const;

describe("usage", () => {
  test("equals the sums over the records in the object files, agent by agent", async () => {
    const { calls, work } = await storedSums();
    const { rows } = await ask("by=agent");
    const answered = AGENTS.map((agent) => {
      const sums = rows.find(({ name }) => name === agent)?.sums;
      // the others report no cost: the price table's is compared elsewhere
      const costMicroUsd = agent === "claude-code" ? Math.round((sums?.costUsd ?? 0) * 1e6) : 0;
      return { agent, ...sumsOf(sums), costMicroUsd };
    });
    for (const { calls: number } of answered) expect(number).toBeGreaterThan(50);
    expect(answered).toEqual(calls as typeof answered);
    expect(
      AGENTS.map((agent) => {
        const sums = rows.find(({ name }) => name === agent)?.sums;
        return { agent, sessions: sums?.sessions, toolCalls: sums?.toolCalls };
      }),
    ).toEqual(work as { agent: string; sessions: number; toolCalls: number }[]);
  });

  test("is the same however it is divided, and before and after its days are kept", async () => {
    const { appliance } = await settled;
    const before = await Promise.all(CUTS.map((by) => ask(`by=${by}&bucket=week`)));
    const database = openDatabaseOf(localStores(appliance.directory), "write");
    while ((await keepNextUsage(database, now)) > 0);
    await database.destroy();
    expect(await countOpenDays(appliance.database, "usage_days", Math.floor(now / DAY))).toBe(0);
    for (const [place, by] of CUTS.entries()) {
      const answer = await ask(`by=${by}&bucket=week`);
      expect(answer).toEqual(before[place] ?? answer);
      const rows = addSums(answer.rows.flatMap(({ sums }) => sumsOf(sums) ?? []));
      const buckets = addSums(answer.buckets.flatMap(({ sums }) => sumsOf(sums) ?? []));
      expect(rows).toEqual(sumsOf(answer.total) ?? rows);
      expect(buckets).toEqual(rows);
    }
  });

  test("counts sessions, turns and people as the lists of these do", async () => {
    const { sessions, appliance, organization } = await settled;
    const { total, rows } = await ask("by=developer");
    expect(total.people).toBe(EMAILS.length);
    expect(total.sessions).toBe(sessions.length);
    // by name: by cost it would be a ranking
    expect(rows.map(({ developer }) => developer?.email)).toEqual(EMAILS.toSorted());
    const first = await ask("by=developer&limit=3");
    expect(first.rows.map(({ developer }) => developer?.email ?? null)).toEqual([
      ...EMAILS.toSorted().slice(0, 3),
      null,
    ]);
    const second = await ask(`by=developer&limit=3&cursor=${first.nextCursor}`);
    expect(second.rows.map(({ developer }) => developer?.email)).toEqual(EMAILS.toSorted().slice(3));
    const subSessions = await appliance.metrics(organization.key);
    expect(total.subSessions).toBeGreaterThanOrEqual(subSessions.length);
    expect(rows.reduce((sum, { sums }) => sum + sums.subSessions, 0)).toBe(total.subSessions);
  });

  test("costs what `GET /scoring/spend` says", async () => {
    const { appliance, organization } = await settled;
    const { total, rows } = await ask("by=model");
    const window = `from=${isoTime(FROM - 30 * DAY)}&to=${isoTime(now + HOUR)}`;
    const spend = (await (await appliance.get(`/scoring/spend?${window}`, organization.key)).json()) as {
      costUsd: number;
      calls: number;
      models: { model: string }[];
    };
    expect(total.costUsd).toBeCloseTo(spend.costUsd, 9);
    expect((total.pricedCalls ?? 0) + (total.unpricedCalls ?? 0)).toBe(spend.calls);
    expect(rows.map(({ name }) => name ?? "").toSorted()).toEqual(
      spend.models.map(({ model }) => model).toSorted(),
    );
  });

  test("says why a number is missing", async () => {
    const { rows } = await ask("by=model");
    expect(rows[0]?.sums.turns).toBeNull();
    expect(rows[0]?.sums.missing["turns"]).toBe("not_split");
    const agents = await ask("by=agent");
    const claude = agents.rows.find(({ name }) => name === "claude-code")?.sums;
    expect(claude?.tokens.reasoning).toBeNull();
    expect(claude?.missing["tokens.reasoning"]).toBe("not_sent");
  });

  test("is their own to a bound key, and nothing to another organization", async () => {
    const { appliance, keys } = await settled;
    const [email = ""] = EMAILS;
    const own = await ask("by=developer", keys.get(email));
    expect(own.rows.map(({ developer }) => developer?.email)).toEqual([email]);
    expect(own.adoption).toMatchObject({ active: 1, quiet: [] });
    const others = await ask(`by=day&developer=${EMAILS[1]}`, keys.get(email));
    expect([others.total.subSessions, others.rows]).toEqual([0, []]);
    const stranger = await appliance.addOrganization();
    expect((await ask("by=developer", stranger.key)).total.people).toBe(0);
  });

  test("leads from a model or a tool to the sessions that used it", async () => {
    const { appliance, organization, sessions } = await settled;
    const window = `from=${isoTime(FROM)}&to=${isoTime(now)}&limit=500`;
    const listed = async (filter: string): Promise<string[]> => {
      const answer = await appliance.get(`/v1/sessions?${window}&${filter}`, organization.key);
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { sessions: { sessionId: string }[] }).sessions.map(
        ({ sessionId }) => sessionId,
      );
    };
    const [{ model } = { model: "" }] = sessions;
    const called = sessions.filter((session) => session.model === model).map(({ id }) => id);
    expect((await listed(`model=${model}`)).toSorted()).toEqual(called.toSorted());
    expect((await listed("tool=Bash")).length).toBeGreaterThan(0);
    expect(await listed("tool=bash")).toEqual([]);
    expect(await listed("mcp_server=Bash")).toEqual([]);
  });

  test("has pages of rows", async () => {
    const whole = await ask("by=tool");
    const first = await ask("by=tool&limit=2");
    expect(first.rowsInAll).toBe(whole.rows.length);
    expect(first.rows.map(({ name }) => name)).toEqual([
      ...whole.rows.slice(0, 2).map(({ name }) => name),
      "other",
    ]);
    const second = await ask(`by=tool&limit=2&cursor=${first.nextCursor}`);
    expect(second.rows[0]?.name).toBe(whole.rows[2]?.name ?? "");
  });

  test("knows who is new, and who has gone quiet", async () => {
    const { adoption, total } = await ask("by=day");
    expect(adoption).toMatchObject({ active: total.people, activeBefore: 0 });
    expect(adoption.newcomers).toHaveLength(total.people);
  });

  test("forecasts the month against the budget", async () => {
    const { appliance, organization } = await settled;
    const { forecast } = await ask("by=day");
    expect(forecast.limitUsd).toBeNull();
    expect(forecast.days).toBeGreaterThan(13);
    expect(forecast.lowUsd ?? 0).toBeGreaterThanOrEqual(forecast.spentUsd);
    expect(forecast.highUsd ?? 0).toBeGreaterThanOrEqual(forecast.expectedUsd ?? 0);
    const set = await fetch(`${appliance.url}/v1/governance/budgets`, {
      method: "PUT",
      headers: { authorization: `Bearer ${organization.admin}`, "content-type": "application/json" },
      body: JSON.stringify({ budgets: [{ limit_usd: 400 }] }),
    });
    expect(set.status).toBe(200);
    expect((await ask("by=day")).forecast.limitUsd).toBe(400);
  });

  test("forecasts a budget as the month of the same work", async () => {
    const { appliance, organization } = await settled;
    const { forecast } = await ask("by=day");
    const answer = await appliance.get("/v1/governance/budgets", organization.key);
    const { budgets } = (await answer.json()) as BudgetsAnswer;
    const [budget] = budgets;
    const micro = (usd: number | null | undefined): number => Math.round((usd ?? 0) * 1e6);
    for (const part of ["spentUsd", "expectedUsd", "lowUsd", "highUsd"] as const)
      expect(micro(budget?.[part])).toBe(micro(forecast[part]));
  });

  test("forecasts the same month whatever the window", async () => {
    const { appliance, organization } = await settled;
    const at = (days: number) => isoTime(now - days * DAY);
    const spent = async (window: string): Promise<[number, number]> => {
      const answer = await appliance.get(`/scoring/usage?${window}`, organization.key);
      const { forecast } = (await answer.json()) as UsageAnswer;
      return [Math.round(forecast.spentUsd * 1e6), forecast.days];
    };
    const whole = await spent(`from=${at(90)}&to=${isoTime(now + HOUR)}`);
    // not what was spent: on the first days of a month that is nothing
    expect(whole[1]).toBeGreaterThan(13);
    for (const [from, to] of [
      [9.3, 0],
      [12.5, 4.2],
      [3.2, 3.1],
      [400, 300],
      [70, 0.5],
    ] as const)
      expect(await spent(`from=${at(from)}&to=${at(to)}`)).toEqual(whole);
  });

  test("refuses what it does not know, with the place", async () => {
    const { appliance, organization } = await settled;
    for (const query of ["by=mood", "bucket=hour", "limit=0"]) {
      const answer = await appliance.get(`/scoring/usage?${query}`, organization.key);
      expect(answer.status).toBe(400);
    }
    expect((await fetch(`${appliance.url}/scoring/usage`)).status).toBe(401);
  });
});
