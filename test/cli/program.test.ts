import { describe, expect, test } from "bun:test";
import { issueKey } from "../../src/identity/keys/issue.ts";
import { selectOrganizations } from "../../src/identity/organizations/table.ts";
import type { ScoreRow, ScoresQuery } from "../../src/scores/answer.ts";
import { readTeam } from "../../src/scores/team/read-team.ts";
import { NOW } from "../identity/identity-database.ts";
import { dataDirectory } from "./command-line.ts";
import { type Around, run as runInProcess } from "./in-process.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";

const { directory } = await dataDirectory();

function run(args: string[], parts: Around) {
  return runInProcess([...args, "--data-dir", directory], parts);
}

describe("serve", () => {
  test("fails with the words of what could not start", async () => {
    const parts = { startAppliance: () => Promise.reject(new Error("listening on 1.2.3.4:1: not here")) };
    expect(await run(["serve"], parts)).toEqual({
      code: 1,
      out: "",
      err: "scoring serve: listening on 1.2.3.4:1: not here\n",
    });
  });
});

const LEARNING: ScoreRow = {
  developer: { id: "a", name: "Ada", email: null, source: "bound" },
  periodStart: "2026-11-01T00:00:00.000Z",
  periodEnd: "2026-11-21T12:00:00.000Z",
  state: "learning",
  speed: null,
  skill: null,
  efficiency: null,
  interval: null,
  change: null,
  skillInputs: null,
  coverage: null,
  breakdown: null,
  subSessions: 1,
  counted: 1,
  provisional: 1,
  turns: 4,
  missing: {
    scoreableSubSessions: 2,
    reasons: [{ input: "pes", reason: "not_judged", remedy: "configure a judge model" }],
  },
  scoringVersion: "2026.12",
};

const SCORED: ScoreRow = {
  ...LEARNING,
  developer: { id: "b", name: "laptop", email: null, source: "key" },
  state: "scored",
  speed: 51.5,
  efficiency: 48.2,
  interval: { speed: [44.5, 58.5], skill: null, efficiency: null },
  subSessions: 12,
  counted: 12,
};

describe("names that came from outside", () => {
  test("cannot steer the terminal that lists them", async () => {
    const hostile = (await dataDirectory()).directory;
    const database = openDatabaseOf(localStores(hostile), "write");
    const organizationId = (await selectOrganizations(database))[0]?.id ?? "";
    const name = "laptop\u001B[2J\u009B31m\nfake row";
    await issueKey(database, { organizationId, name, role: "member", developerId: null }, NOW);
    await database.destroy();
    const { out } = await runInProcess(["keys", "list", "--data-dir", hostile], { columns: 200 });
    expect(out).toContain(String.raw`laptop\u001b[2J\u009b31m\u000afake row`);
    expect(out).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/); // oxlint-disable-line no-control-regex
    const listed = await runInProcess(["keys", "list", "--json", "--data-dir", hostile]);
    expect(JSON.parse(listed.out).keys.map((key: { name: string }) => key.name)).toContain(name);
  });
});

describe("scores", () => {
  const pages = async ({ after }: { after: unknown }) =>
    after === null
      ? { scores: [LEARNING], total: 2, next: { periodStart: 1, developerId: "a" } }
      : { scores: [SCORED], total: 2, next: null };

  test("reads every page of the window", async () => {
    const asked: ScoresQuery[] = [];
    const { code, out, err } = await run(["scores", "--json", "--from", "2026-11-01"], {
      listScores: async (_, query) => {
        asked.push(query);
        return pages(query);
      },
    });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(out)).toMatchObject({ period: "all", total: 2, nextCursor: null });
    expect(asked[0]).toMatchObject({ from: Date.parse("2026-11-01"), to: NOW, developer: null });
  });

  test("are a table with intervals, dashes for what is unknown, and what would change it", async () => {
    const { out } = await run(["scores"], { listScores: (_, query) => pages(query) });
    expect(out.split("\n")).toEqual([
      "DEVELOPER     SPEED  SKILL  EFFICIENCY  SUB-SESSIONS  TURNS",
      "Ada               -      -           -             1      4  learning",
      "laptop (key)  52 ±7      -          48            12      4",
      "",
      "Missing:",
      "  pes: configure a judge model",
      "",
      "In Speed and Efficiency 50 is the shipped baseline, until 30 tasks here have closed to learn your own.",
      "",
    ]);
  });

  test("end with the mean of the people, where there are two or more", async () => {
    const unknown = { people: 0, subSessions: null, value: null, interval: null };
    const known = { people: 2, subSessions: 13, value: 50.4, interval: [46.4, 54.4] as [number, number] };
    const { out } = await run(["scores"], {
      listScores: (_, query) => pages(query),
      readTeam: async (database, query) => ({
        ...(await readTeam(database, query)),
        means: { speed: unknown, skill: unknown, efficiency: known },
      }),
    });
    expect(out.split("\n")[3]).toBe("Everyone, mean      -      -       50 ±4            13");
  });

  test("name the other organization that has some", async () => {
    const both = (await dataDirectory()).directory;
    await runInProcess(["orgs", "create", "sample data", "--data-dir", both]);
    const listed = JSON.parse((await runInProcess(["orgs", "list", "--json", "--data-dir", both])).out);
    const sample = listed.organizations.find(({ name }: { name: string }) => name === "sample data").id;
    const parts = {
      listScores: async (_: unknown, { scope }: ScoresQuery) => ({
        scores: scope.organizationId === sample ? [SCORED] : [],
        total: 0,
        next: null,
      }),
    };
    const { code, out } = await runInProcess(["scores", "--data-dir", both], parts);
    expect({ code, out }).toEqual({
      code: 0,
      out:
        "The organization default has no scores in this window.\n" +
        "The organization sample data has some: scoring scores --org 'sample data'\n",
    });
  });

  test("say of a developer whom nobody knows that it is so, and name no other organization", async () => {
    const both = (await dataDirectory()).directory;
    await runInProcess(["orgs", "create", "sample", "--data-dir", both]);
    const parts = {
      listScores: async (_: unknown, { developer }: ScoresQuery) => ({
        scores: developer === null ? [SCORED] : [],
        total: 0,
        next: null,
      }),
    };
    const outOf = async (who: string) =>
      (await runInProcess(["scores", "--developer", who, "--data-dir", both], parts)).out;
    expect(await outOf("nobody@example.com")).toBe(
      "The organization default knows no developer nobody@example.com.\n",
    );
    await runInProcess(["keys", "create", "--developer", "grace@example.com", "--data-dir", both]);
    expect(await outOf("grace@example.com")).toBe("grace@example.com has no sub-session in this window.\n");
  });

  test("of a window in which nothing starts say how to begin", async () => {
    const { out } = await run(["scores"], { listScores: async () => ({ scores: [], total: 0, next: null }) });
    expect(out).toContain("scoring connect AGENT");
  });
});
