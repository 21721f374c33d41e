/** Who worked on which day, for whom, and that it stays the same whatever becomes of the records. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rebuild } from "../../src/appliance/rebuild/rebuild.ts";
import type { PresencePage } from "../../src/insights/presence/presence-answer.ts";
import { MINUTE } from "../../src/vocabulary/units.ts";
import { scoring } from "../cli/in-process.ts";
import { quietly } from "./at-rest.ts";
import { listedWork } from "./listed-work.ts";
import { promptLog } from "./requests.ts";
import { eventually, startTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";
import { localStores } from "../../src/stores.ts";

type Answer = Omit<PresencePage, "next"> & { nextCursor: string | null };

const folder = mkdtempSync(join(tmpdir(), "presence-"));
const directory = join(folder, "data");
/** From Thursday to Thursday. */
const WINDOW = "from=2026-11-12T00:00:00Z&to=2026-11-19T12:00:00Z";

let appliance: TestAppliance;
let organization: TestOrganization;
let foreign: TestOrganization;
let ada = "";

/** When a purge is begun, whoever reads an old file has ended, and what was under way has arrived. */
const start = () => startTestAppliance({ directory, engineClockAheadMs: MINUTE });

beforeAll(async () => {
  appliance = await start();
  organization = await appliance.addOrganization();
  foreign = await appliance.addOrganization();
  ada = (await organization.addKey({ developer: "ada@example.test" })).key;
  await organization.addKey({ developer: "never@example.test" });
  await sendWork();
  await appliance.settled();
});

afterAll(async () => {
  await appliance.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Ada works until Wednesday, Grace until the Friday before, Joan hides her text on Wednesday. */
async function sendWork(): Promise<void> {
  const works = [
    { name: "ada", model: "claude-sonnet-4-5", from: "2026-11-17T09:00:00Z" },
    { name: "grace", model: "claude-sonnet-4-5", from: "2026-11-13T09:00:00Z" },
  ];
  for (const { path, body } of works.flatMap(listedWork)) await appliance.send(path, body, organization.key);
  const prompts = [
    { session: "later", at: "2026-11-18T10:00:00Z", name: "ada", text: "Add a test" },
    { session: "hidden", at: "2026-11-18T11:00:00Z", name: "joan", text: "[REDACTED]" },
  ];
  for (const { name, ...prompt } of prompts) {
    const attributes = { "user.email": `${name}@example.test` };
    await appliance.send("/v1/logs", promptLog({ ...prompt, attributes }), organization.key);
  }
}

async function ask<Found = Answer>(query: string, key = organization.admin, path = ""): Promise<Found> {
  const answer = await appliance.get(`/v1/presence${path}?${WINDOW}&${query}`, key);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Found;
}

/** Each person in a line, and the calls of each agent. */
async function everything(): Promise<unknown> {
  const { people, summary } = await ask("");
  const calls = await ask<{ hours: object[] }>("", organization.admin, "/calls");
  return { people: people.map(lineOf), summary, calls: calls.hours };
}

function lineOf({ developer, days, quietSince }: Answer["people"][number]): string {
  const worked = days.map(({ day, turns, promptText }) => `${day} ${turns}${promptText ? "" : " no text"}`);
  return `${developer.name}: ${worked.join(", ")}${quietSince === null ? "" : `; quiet since ${quietSince}`}`;
}

const ALL = {
  people: [
    "ada@example.test: 2026-11-17 3, 2026-11-18 1",
    "grace@example.test: 2026-11-13 3; quiet since 2026-11-16",
    "joan@example.test: 2026-11-18 1 no text",
    "never@example.test: ",
  ],
  summary: { people: 4, quiet: 1, absent: 1, withoutText: 1 },
  calls: [
    { hour: "2026-11-13T09:00:00.000Z", agent: "claude-code", calls: 4 },
    { hour: "2026-11-17T09:00:00.000Z", agent: "claude-code", calls: 4 },
  ],
};

describe("presence", () => {
  test("of another organization is nobody's", async () => {
    expect((await ask("", foreign.admin)).people).toEqual([]);
    expect(await ask<object>("", foreign.admin, "/calls")).toEqual({ hours: [] });
  });

  test("of a bound member key is its own developer's only", async () => {
    const { people, summary } = await ask("", ada);
    expect(people.map(({ developer }) => developer.email)).toEqual(["ada@example.test"]);
    expect(summary).toMatchObject({ people: 1, quiet: 0, absent: 0 });
    expect((await ask("developer=grace@example.test", ada)).people).toEqual([]);
    const { hours } = await ask<{ hours: object[] }>("", ada, "/calls");
    expect(hours).toEqual(ALL.calls.slice(1));
  });

  test("refuses hours of very many days", async () => {
    const answer = await appliance.get("/v1/presence/calls?from=2020-01-01T00:00:00Z", organization.admin);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ path: "from" }] });
  });

  test("names each person's days, who went quiet, and who sends no text", async () => {
    expect(await everything()).toEqual(ALL);
  });

  test("is filtered and comes in pages by name", async () => {
    expect((await ask("state=quiet")).people.map(({ developer }) => developer.name)).toEqual([
      "grace@example.test",
    ]);
    const first = await ask("limit=3");
    expect(first).toMatchObject({ total: 4, summary: { people: 4 } });
    const second = await ask(`limit=3&cursor=${first.nextCursor}`);
    expect(second.people.map(({ developer }) => developer.name)).toEqual(["never@example.test"]);
    expect(second.nextCursor).toBeNull();
  });

  test("stays the same when everything is delivered again", async () => {
    await sendWork();
    await appliance.settled();
    expect(await everything()).toEqual(ALL);
  });

  test("stays the same after a rebuild", async () => {
    await appliance.stop();
    await rebuild(localStores(directory), quietly);
    appliance = await start();
    await appliance.settled();
    expect(await everything()).toEqual(ALL);
  });

  test("loses only a person who is purged", async () => {
    const whom = ["--org", organization.id, "--developer", "grace@example.test"];
    const purged = await scoring(["purge", "--data-dir", directory, ...whom]);
    expect(purged).toMatchObject({ code: 0 });
    await eventually(async () => (await ask("")).people.length === 3);
    const people = ALL.people.filter((line) => !line.startsWith("grace"));
    const summary = { people: 3, quiet: 0, absent: 1, withoutText: 1 };
    expect(await everything()).toEqual({ people, summary, calls: ALL.calls.slice(1) });
  });
});
