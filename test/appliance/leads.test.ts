/** Leads: what nobody may show them first, then usage and scores as an admin reads them with the labels as filter. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { batched } from "../../src/demo/batched.ts";
import { generateSessions, toRequests } from "../../src/demo/generate.ts";
import { sendAll } from "../../src/demo/send.ts";
import { NEEDS } from "../../src/http/access/needs.ts";
import type { DeveloperAnswer } from "../../src/identity/developers/answer.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import {
  joinTestAppliance,
  startTestAppliance,
  type TestAppliance,
  type TestOrganization,
} from "./running.ts";
import { addSignedIn, type SignedIn } from "./signed-in-account.ts";

const FROM = Date.UTC(2026, 10, 9);
const WINDOW = "from=2026-11-09T00:00:00Z&to=2026-11-14T00:00:00Z";
const LABEL = "team.id:platform";

let appliance: TestAppliance;
let ours: TestOrganization;
let lead: SignedIn;
/** Who has sessions of the label, and who has none. */
let inside: DeveloperAnswer[];
let outside: DeveloperAnswer[];

beforeAll(async () => {
  appliance = await joinTestAppliance();
  ours = await appliance.addOrganization();
  const sessions = generateSessions({ seed: "leads", from: FROM, to: FROM + 5 * DAY, presence: 0.7 });
  const emails = [...new Set(sessions.map(({ person }) => person.email))];
  const teamOf = teams(emails);
  const keys = new Map<string, string>();
  for (const developer of emails) keys.set(developer, (await ours.addKey({ developer })).key);
  const deliveries = sessions.map((session) => ({
    key: keys.get(session.person.email) ?? "",
    requests: labelled(batched(toRequests(session)), teamOf(session.person.email)),
  }));
  await sendAll(appliance.url, deliveries, () => undefined);
  await appliance.settled();
  await appliance.learned(ours.id);
  lead = await addSignedIn(appliance, ours, { email: "lead@example.com", role: "lead", labels: [LABEL] });
  const everybody = await developersOf(await appliance.get("/v1/developers?limit=500", ours.admin));
  const known = everybody.filter(({ email }) => email !== null && emails.includes(email));
  inside = known.filter(({ email }) => teamOf(email ?? "") === "platform");
  outside = known.filter((developer) => !inside.includes(developer));
});
afterAll(() => appliance.stop());

/** Every other person is in the lead's team. */
function teams(emails: readonly string[]) {
  return (email: string): string => (emails.indexOf(email) % 2 === 0 ? "platform" : "payments");
}

function labelled(requests: ReturnType<typeof batched>, team: string): ReturnType<typeof batched> {
  return requests.map((request) => {
    const body = structuredClone(request.body) as Record<string, { resource: { attributes: object[] } }[]>;
    for (const resources of Object.values(body))
      for (const { resource } of resources)
        resource.attributes.push({ key: "team.id", value: { stringValue: team } });
    return { ...request, body };
  });
}

async function developersOf(response: Response): Promise<DeveloperAnswer[]> {
  return ((await response.json()) as { developers: DeveloperAnswer[] }).developers;
}

const addressOf = (path: string): string => `${path.replace("{score}", "speed")}?${WINDOW}`;
const reading = Object.entries(NEEDS)
  .filter(([name]) => name.startsWith("GET ") && !name.includes("{id}") && !name.includes("{session_id}"))
  .map(([name, need]) => [name.slice("GET ".length), need] as const);
const led = reading.filter(([, need]) => need === "read_usage" || need === "read_groups");
const own = reading.filter(([, need]) => need === "read" || need === "read_text");

test("there are people on both sides", () => {
  expect([inside.length, outside.length]).toEqual([4, 4]);
});

describe("a lead", () => {
  test.each(reading)("hears nothing of people without the label from %s", async (path) => {
    if (path === "/metrics" || path === "/v1/advisor/stream") return;
    const text = await (await lead.ask(addressOf(path))).text();
    for (const { id, email } of outside)
      expect([text.includes(id), text.includes(email ?? id)]).toEqual([false, false]);
  });

  test.each(own.filter(([path]) => path !== "/v1/advisor/stream"))(
    "hears nobody's prompts, records and tasks from %s",
    async (path) => {
      const text = await (await lead.ask(`${addressOf(path)}&q=the`)).text();
      for (const { id, email } of inside)
        expect([text.includes(id), text.includes(email ?? id)]).toEqual([false, false]);
    },
  );

  test.each(led.filter(([path]) => path !== "/v1/developers"))(
    "reads %s as an admin does with the label",
    async (path) => {
      const ask = async (response: Promise<Response>) => {
        const answer = (await (await response).json()) as Record<string, unknown>;
        // a cursor is sealed for who asks
        return { ...answer, nextCursor: typeof answer["nextCursor"] };
      };
      const expected = await ask(appliance.get(`${addressOf(path)}&label=${LABEL}`, ours.admin));
      expect(await ask(lead.ask(addressOf(path)))).toEqual(expected);
      expect(await ask(lead.ask(`${addressOf(path)}&label=${LABEL}`))).toEqual(expected);
    },
  );

  test("finds the people with the label, and nobody else", async () => {
    const found = await developersOf(await lead.ask("/v1/developers?limit=500"));
    expect(found.map(({ id }) => id).toSorted()).toEqual(inside.map(({ id }) => id).toSorted());
  });

  test("gets for another label nothing", async () => {
    const usage = await (await lead.ask(`${addressOf("/scoring/scores")}&label=team.id:payments`)).json();
    expect(usage).toMatchObject({ scores: [], total: 0 });
  });

  test.each(["/scoring/scores", "/scoring/usage", "/scoring/trends"])(
    "cannot find out from %s that somebody without the label exists",
    async (path) => {
      const answers = [outside[0]?.id, outside[0]?.email, "nobody@example.com"].map(async (developer) =>
        (await lead.ask(`${addressOf(path)}&developer=${encodeURIComponent(developer ?? "")}`)).text(),
      );
      const [byId, byEmail, unknown] = await Promise.all(answers);
      expect(byId).toBe(String(unknown));
      expect(byEmail).toBe(String(unknown));
    },
  );

  test("changes nothing of the organization", async () => {
    const headers = { "content-type": "application/json" };
    for (const [name, need] of Object.entries(NEEDS)) {
      if (need !== "admin" && need !== "read_everybody") continue;
      const [method = "", path = ""] = name.split(" ");
      const asked = { method, headers, ...(method === "GET" ? {} : { body: "{}" }) };
      const response = await lead.ask(path.replaceAll(/\{\w+\}/g, "unknown"), asked);
      expect([name, response.status]).toEqual([name, 403]);
    }
  });
});

test("where leads see only groups, they read a team's scores and no person's", async () => {
  const groups = await startTestAppliance({ settings: { leadSees: "groups" } });
  try {
    const here = await groups.addOrganization();
    const someone = await addSignedIn(groups, here, {
      email: "l@example.com",
      role: "lead",
      labels: [LABEL],
    });
    const team = await someone.ask(addressOf("/scoring/team"));
    expect([team.status, await team.json()]).toMatchObject([200, { developers: 0 }]);
    const narrower = await someone.ask(`${addressOf("/scoring/team")}&label=team.id:platform`);
    expect(narrower.status).toBe(403);
    const scores = await (await someone.ask(addressOf("/scoring/scores"))).json();
    expect(scores).toMatchObject({ scores: [], total: 0 });
  } finally {
    await groups.stop();
  }
});
