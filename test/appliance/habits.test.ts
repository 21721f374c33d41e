/** Habits of a real appliance: who reads whose, what is noted as seen, and what a purge takes. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { HabitsAnswer } from "../../src/insights/advisor/habits/habits-answer.ts";
import type { Card, CardsPage } from "../../src/insights/advisor/card.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { DAY, HOUR } from "../../src/vocabulary/units.ts";
import { CORRECTIONS, pieceOfWork, REQUEST } from "../insights/advisor/pieces.ts";
import { wholeSchema } from "../whole-schema.ts";
import { eventually, startTestAppliance, type TestOrganization } from "./running.ts";
import { fetchAgain } from "../fetch-again.ts";

const AT = Date.parse("2026-11-10T03:00:00Z");
const NOW = AT + 30 * HOUR;
const EVER = "from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z";
const PEOPLE = ["ada", "bob", "cid", "dan", "eve"] as const;

const appliance = await startTestAppliance({ engineClockAheadMs: NOW - systemClock() });
afterAll(() => appliance.stop());

let organization: TestOrganization;
let foreign: TestOrganization;
const keys = new Map<string, string>();

beforeAll(async () => {
  organization = await appliance.addOrganization();
  foreign = await appliance.addOrganization();
  for (const name of PEOPLE) {
    const { key } = await organization.addKey({ developer: `${name}@example.com` });
    keys.set(name, key);
    await sendWork(name, key);
  }
  await advised();
});

/** Four tasks, one a day; the others' agents are corrected in one, Ada's in three. */
async function sendWork(name: string, key: string): Promise<void> {
  for (const day of [0, 1, 2, 3]) {
    const corrected = day < (name === "ada" ? 3 : 1);
    const prompts = [REQUEST, ...(corrected ? CORRECTIONS : ["Show the filter above the table"])];
    const piece = pieceOfWork({ session: `${name} ${day}`, at: AT - day * DAY, prompts });
    expect((await appliance.send("/v1/logs", piece, key)).status).toBe(200);
  }
}

async function advised(): Promise<void> {
  await appliance.settled();
  const database = wholeSchema(appliance.database);
  await eventually(
    async () => (await database.selectFrom("closings").select("session").execute()).length === 0,
  );
}

const keyOf = (name: (typeof PEOPLE)[number]): string => keys.get(name) ?? "";

async function habits(key: string, query = ""): Promise<HabitsAnswer> {
  const response = await appliance.get(`/v1/advisor/habits?${EVER}&${query}`, key);
  expect(response.status).toBe(200);
  return (await response.json()) as HabitsAnswer;
}

async function habitsOf(name: (typeof PEOPLE)[number], key = keyOf(name)) {
  const { developers } = await habits(key, `developer=${name}@example.com`);
  const [found] = developers;
  if (found === undefined) throw new Error(`${name} has no habits`);
  return found;
}

async function post(path: string, body: unknown, key: string | null): Promise<number> {
  const headers = {
    "content-type": "application/json",
    ...(key !== null && { authorization: `Bearer ${key}` }),
  };
  const sent = await fetchAgain(appliance.url + path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return sent.status;
}

async function cardOf(name: string, key: string): Promise<Card | undefined> {
  const response = await appliance.get(`/v1/advisor/cards?${EVER}`, key);
  const { cards } = (await response.json()) as CardsPage;
  return cards.find(({ sessionId }) => sessionId.startsWith(name));
}

describe("who reads habits", () => {
  test("nobody without a key", async () => {
    expect((await fetch(`${appliance.url}/v1/advisor/habits`)).status).toBe(401);
    expect(await post("/v1/advisor/seen", { habit: "correct_first" }, null)).toBe(401);
    expect(await post("/v1/advisor/tried", { habit: "correct_first" }, null)).toBe(401);
  });

  test("to another organization there are none", async () => {
    expect(await habits(foreign.admin)).toMatchObject({ people: 0, developers: [], team: null });
    expect(await habits(foreign.admin, "developer=ada@example.com")).toMatchObject({ developers: [] });
  });

  test("a person's key reads only its own, and nothing of the team", async () => {
    const own = await habits(keyOf("bob"));
    expect(own.developers.map(({ developer }) => developer.email)).toEqual(["bob@example.com"]);
    expect(own.team).toBeNull();
    expect(await habits(keyOf("bob"), "developer=ada@example.com")).toMatchObject({ developers: [] });
  });

  test("an admin reads everybody's, and what habits are worth to five people", async () => {
    const { people, developers, team } = await habits(organization.admin);
    expect(people).toBe(5);
    expect(developers.map(({ developer }) => developer.email)).toEqual(
      PEOPLE.map((name) => `${name}@example.com`),
    );
    expect(developers.every((each) => each.habits.length <= 1)).toBe(true);
    expect(team?.people).toBe(5);
    expect(team?.habits.every(({ people: having }) => having >= 5)).toBe(true);
  });

  test("windows that end before they begin are refused", async () => {
    const turned = "from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z";
    expect((await appliance.get(`/v1/advisor/habits?${turned}`, organization.admin)).status).toBe(400);
  });
});

describe("a developer's habits", () => {
  test("name the input that costs most against the median of the organization", async () => {
    const { inputs, weakest, chosen, habits: found } = await habitsOf("ada");
    const cost = Object.entries(inputs).toSorted(
      ([, left], [, right]) => (right.points ?? 0) - (left.points ?? 0),
    );
    expect(weakest).toBe(cost[0]?.[0] as typeof weakest);
    expect(inputs[weakest ?? "sse"].reference?.of).toBe("organization");
    expect(chosen).toBe(found[0]?.habit ?? null);
    expect(found[0]?.input).toBe(weakest ?? "sse");
  });

  test("quote two own tasks that show them", async () => {
    const { habits: found } = await habitsOf("ada");
    const repairs = found.find(({ input }) => input === "ie");
    expect(repairs?.tasks).toBe(3);
    expect(repairs?.examples).toHaveLength(2);
    for (const { sessionId, quote, turnIndexes } of repairs?.examples ?? []) {
      expect(sessionId).toMatch(/^ada \d$/);
      expect(turnIndexes.length).toBeGreaterThan(0);
      expect(CORRECTIONS).toContain(quote ?? "");
    }
  });

  test("are the same for an admin", async () => {
    expect(await habitsOf("ada", organization.admin)).toEqual(await habitsOf("ada"));
  });
});

describe("what is seen", () => {
  test.each([{}, { habit: "none" }, { habit: "correct_first", card: "c" }, { card: "" }])(
    "is refused as %j",
    async (body) => {
      expect(await post("/v1/advisor/seen", body, keyOf("ada"))).toBe(400);
    },
  );

  test("is not noted for a key of nobody in person", async () => {
    expect(await post("/v1/advisor/seen", { habit: "correct_first" }, organization.admin)).toBe(400);
    expect(await post("/v1/advisor/tried", { habit: "correct_first" }, organization.admin)).toBe(400);
  });

  test("is a person's own, and stays as first noted", async () => {
    const { chosen } = await habitsOf("cid");
    const body = { habit: chosen };
    const habit = async (name: "cid" | "dan") =>
      (await habitsOf(name)).habits.find((each) => each.habit === chosen);
    expect(await post("/v1/advisor/seen", body, keyOf("cid"))).toBe(200);
    const first = await habit("cid");
    expect(first).toMatchObject({ triedAt: null, since: { tasks: 0, outOf: 0 }, effect: null });
    expect(await post("/v1/advisor/tried", body, keyOf("cid"))).toBe(200);
    const tried = await habit("cid");
    expect(tried?.firstSeenAt).toBe(first?.firstSeenAt ?? "");
    expect(tried?.triedAt).not.toBeNull();
    expect((await habit("dan"))?.firstSeenAt ?? null).toBeNull();
  });

  test("is a card of their own, and no other's", async () => {
    const card = await cardOf("eve", keyOf("eve"));
    expect(card?.seenAt).toBeNull();
    const body = { card: card?.id };
    expect(await post("/v1/advisor/seen", body, keyOf("bob"))).toBe(404);
    expect(await post("/v1/advisor/seen", body, foreign.admin)).toBe(400);
    expect(await post("/v1/advisor/seen", body, keyOf("eve"))).toBe(200);
    expect((await cardOf("eve", organization.admin))?.seenAt).not.toBeNull();
  });

  test("goes with a purge of the person", async () => {
    const { developer } = await habitsOf("dan");
    expect(await post("/v1/advisor/seen", { habit: "one_sitting" }, keyOf("dan"))).toBe(200);
    const rows = () =>
      wholeSchema(appliance.database)
        .selectFrom("seen_advice")
        .select("advice")
        .where("developer", "=", developer.id)
        .execute();
    expect(await rows()).toHaveLength(1);
    expect(
      await post(`/v1/admin/developers/${developer.id}/purge`, { dry_run: false }, organization.admin),
    ).toBe(202);
    await eventually(async () => (await rows()).length === 0);
  });
});
