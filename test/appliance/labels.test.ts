/** Labels of sessions: where they come from, who sees what of them, and what they filter. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { LabelsAnswer } from "../../src/sessions/labels/labels-answer.ts";
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

function rename(value: string, shown_as: string, key = organization.admin): Promise<Response> {
  return fetch(`${appliance.url}/v1/labels`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "team.id", value, shown_as }),
  });
}
