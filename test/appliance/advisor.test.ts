/** Coaching cards of a real appliance: who gets them, who reads them, and what votes do. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { MetricRow } from "../../src/metrics/answer.ts";
import type { Card, CardsPage } from "../../src/insights/advisor/card.ts";
import { SKILL_WEIGHTS } from "../../src/scores/skill-inputs.ts";
import { SKILL_INPUTS } from "../../src/metrics/metrics.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { DAY, HOUR, MINUTE } from "../../src/vocabulary/units.ts";
import { CORRECTIONS, pieceOfWork, REQUEST } from "../insights/advisor/pieces.ts";
import { wholeSchema } from "../whole-schema.ts";
import { readRun, sendAsCaptured } from "./captured-runs.ts";
import { eventually, startTestAppliance, type TestOrganization } from "./running.ts";
import { fetchAgain } from "../fetch-again.ts";

/** What has no record for a day is closed, and that was within the last one. */
const AT = Date.parse("2026-11-10T03:00:00Z");
const NOW = AT + 30 * HOUR;
const EVER = "from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z";
const SECRET = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";

const appliance = await startTestAppliance({ engineClockAheadMs: NOW - systemClock() });
afterAll(() => appliance.stop());

let organization: TestOrganization;
let foreign: TestOrganization;
let ada = "";
let bob = "";

beforeAll(async () => {
  organization = await appliance.addOrganization();
  foreign = await appliance.addOrganization();
  ada = (await organization.addKey({ developer: "ada@example.com" })).key;
  bob = (await organization.addKey({ developer: "bob@example.com" })).key;
  await send(ada, { session: "of ada", at: AT });
  await send(bob, {
    session: "of bob",
    at: AT,
    prompts: [REQUEST, `${CORRECTIONS[0]} ${SECRET} ${"x".repeat(200)}`],
  });
  await advised();
});

async function send(key: string, piece: Parameters<typeof pieceOfWork>[0]): Promise<void> {
  const response = await appliance.send("/v1/logs", pieceOfWork(piece), key);
  expect(response.status).toBe(200);
}

/** Returns when everything that was sent is measured, and every closing was looked at. */
async function advised(): Promise<void> {
  await appliance.settled();
  const database = wholeSchema(appliance.database);
  await eventually(
    async () => (await database.selectFrom("closings").select("session").execute()).length === 0,
  );
}

async function cards(key: string, query = ""): Promise<Card[]> {
  const response = await appliance.get(`/v1/advisor/cards?${EVER}&${query}`, key);
  expect(response.status).toBe(200);
  return ((await response.json()) as CardsPage).cards;
}

async function cardOf(session: string, key = organization.admin): Promise<Card> {
  const [card] = await cards(key, `session_id=${encodeURIComponent(session)}`);
  if (card === undefined) throw new Error(`${session} has no card`);
  return card;
}

function post(path: string, body: unknown, key: string | null): Promise<Response> {
  const headers = {
    "content-type": "application/json",
    ...(key !== null && { authorization: `Bearer ${key}` }),
  };
  return fetchAgain(appliance.url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function vote(card: Card, vote: unknown, key: string): Promise<Card> {
  const response = await post(`/v1/advisor/cards/${card.id}/feedback`, { vote }, key);
  expect(response.status).toBe(200);
  return (await response.json()) as Card;
}

async function run(
  session: string,
  key: string,
): Promise<{ status: number; cards: Card[]; reason: string | null }> {
  const response = await post("/v1/advisor/run", { session_id: session }, key);
  const { cards = [], reason = null } = (await response.json()) as { cards?: Card[]; reason?: string | null };
  return { status: response.status, cards, reason };
}

describe("who reads and votes", () => {
  test("nobody without a key", async () => {
    const { id } = await cardOf("of ada");
    expect((await fetch(`${appliance.url}/v1/advisor/cards`)).status).toBe(401);
    expect((await fetch(`${appliance.url}/v1/advisor/cards/${id}`)).status).toBe(401);
    expect((await post(`/v1/advisor/cards/${id}/feedback`, { vote: "up" }, null)).status).toBe(401);
    expect((await post("/v1/advisor/run", { session_id: "of ada" }, null)).status).toBe(401);
  });

  test.each(["another organization", "another developer"])("to %s the cards are not there", async (who) => {
    const key = who === "another developer" ? bob : foreign.admin;
    const { id } = await cardOf("of ada");
    expect((await cards(key)).filter((card) => card.id === id)).toEqual([]);
    expect(await cards(key, "session_id=of%20ada")).toEqual([]);
    expect(await cards(key, "developer=ada@example.com")).toEqual([]);
    expect((await appliance.get(`/v1/advisor/cards/${id}`, key)).status).toBe(404);
    expect((await post(`/v1/advisor/cards/${id}/feedback`, { vote: "down" }, key)).status).toBe(404);
    expect((await run("of ada", key)).status).toBe(404);
    expect((await cardOf("of ada")).feedback).toEqual({ up: 0, down: 0, mine: null });
  });

  test("the developer and an admin read the same card", async () => {
    const [own] = await cards(ada);
    expect(await cardOf("of ada")).toEqual(own as Card);
    const alone = await appliance.get(`/v1/advisor/cards/${own?.id}`, ada);
    expect((await alone.json()) as Card).toEqual(own as Card);
  });
});

describe("what is refused", () => {
  test.each([
    {},
    { vote: "sideways" },
    { vote: 1 },
    { vote: "up", why: "" },
    { vote: "up", comment: "x".repeat(1_001) },
  ])("a vote of %j", async (body) => {
    const { id } = await cardOf("of ada");
    expect((await post(`/v1/advisor/cards/${id}/feedback`, body, ada)).status).toBe(400);
    expect((await cardOf("of ada")).feedback).toEqual({ up: 0, down: 0, mine: null });
  });

  test.each([{}, { session_id: "" }, { session_id: 7 }, { session_id: "of ada", all: true }])(
    "a run of %j",
    async (body) => {
      expect((await post("/v1/advisor/run", body, ada)).status).toBe(400);
    },
  );

  test("an unknown card and an unknown session are not there", async () => {
    expect((await appliance.get("/v1/advisor/cards/none", organization.admin)).status).toBe(404);
    expect((await post("/v1/advisor/cards/none/feedback", { vote: "up" }, organization.admin)).status).toBe(
      404,
    );
    expect((await run("none", organization.admin)).status).toBe(404);
  });
});

describe("a card", () => {
  test("names the input that costs most points, and quotes the prompts that show it", async () => {
    const card = await cardOf("of ada");
    const [row] = await appliance.metrics(organization.admin, "session_id=of%20ada");
    expect(card.input).toBe(weakestOf(row as MetricRow) as Card["input"]);
    expect(card).toMatchObject({ kind: "weakest_input", input: "ie", subSessionId: row?.subSessionId });
    expect(card.evidence).toEqual([
      { turnIndex: 2, quote: CORRECTIONS[0] as string },
      { turnIndex: 3, quote: CORRECTIONS[1] as string },
    ]);
    expect(card.developer.email).toBe("ada@example.com");
  });

  test("comes when something new begins in the session, about what was before", async () => {
    const person = { session: "two purposes", email: "next@example.com" };
    await send(organization.key, { ...person, at: NOW - 10 * HOUR });
    await advised();
    expect(await cards(organization.admin, "session_id=two%20purposes")).toEqual([]);
    await send(organization.key, { ...person, at: NOW - 20 * MINUTE, prompts: ["Write docs/release.md"] });
    await advised();
    const rows = await appliance.metrics(organization.admin, "session_id=two%20purposes");
    const { subSessionId } = await cardOf("two purposes");
    expect(rows.map((row) => [row.state, row.subSessionId === subSessionId])).toEqual([
      ["open", false],
      ["closed", true],
    ]);
  });

  test("quotes at most 160 characters, without secrets", async () => {
    const { evidence } = await cardOf("of bob");
    const quotes = evidence.map(({ quote }) => quote ?? "");
    expect(Math.max(...quotes.map((quote) => [...quote].length))).toBe(160);
    expect(JSON.stringify(evidence)).not.toContain(SECRET);
  });

  test("quotes nothing where the text is withheld", async () => {
    const withheld = { session: "withheld", at: AT, email: "mute@example.com", withholds: true };
    await send(organization.key, { ...withheld, inputTokens: 400_000 });
    await advised();
    const { evidence } = await cardOf("withheld");
    expect(evidence.map(({ quote }) => quote)).toEqual(evidence.map(() => null));
    expect(evidence).not.toEqual([]);
  });

  test("is about what one session shows where several people may share the key", async () => {
    await send(organization.key, { session: "of the key", at: AT });
    await advised();
    const card = await cardOf("of the key");
    expect(card.developer.source).toBe("key");
    expect(card).not.toHaveProperty("effect");
  });
});

function weakestOf(row: MetricRow): string | undefined {
  const cost = (input: (typeof SKILL_INPUTS)[number]) => SKILL_WEIGHTS[input] * (50 - (row[input] ?? 50));
  return SKILL_INPUTS.toSorted((one, other) => cost(other) - cost(one))[0];
}

describe("no card", () => {
  test("of work that still goes on, nor of work that closed over a day ago", async () => {
    await send(organization.key, { session: "open", at: NOW - 20 * MINUTE, email: "one@example.com" });
    await send(organization.key, { session: "old", at: NOW - 3 * DAY, email: "one@example.com" });
    await advised();
    expect(await cards(organization.admin, "developer=one@example.com")).toEqual([]);
    expect(await run("open", organization.admin)).toEqual({
      status: 200,
      cards: [],
      reason: "not_closed",
    });
  });

  test("of work that ended because the model failed", async () => {
    const captured = await readRun("codex-fail2");
    for (const request of captured) await sendAsCaptured(appliance, request, foreign.key);
    await advised();
    const rows = await appliance.metrics(foreign.admin);
    expect(rows).not.toEqual([]);
    for (const { sessionId } of rows)
      expect(await run(sessionId, foreign.admin)).toEqual({
        status: 200,
        cards: [],
        reason: expect.any(String),
      });
  });
});

describe("a run", () => {
  test("makes the card of work that closed long ago, once", async () => {
    const first = await run("old", organization.admin);
    expect(first.cards.map(({ sessionId }) => sessionId)).toEqual(["old"]);
    expect(await run("old", organization.admin)).toEqual(first);
  });
});

describe("a day", () => {
  test("brings a developer the same advice once", async () => {
    for (const index of [1, 2, 3, 4, 5])
      await send(organization.key, {
        session: `many ${index}`,
        at: AT + index * HOUR,
        email: "many@example.com",
      });
    await advised();
    expect(await cards(organization.admin, "developer=many@example.com")).toHaveLength(1);
    for (const index of [1, 2, 3, 4, 5]) await run(`many ${index}`, organization.admin);
    expect(await cards(organization.admin, "developer=many@example.com")).toHaveLength(1);
    const reasons = [1, 2, 3, 4, 5].map(
      async (index) => (await run(`many ${index}`, organization.admin)).reason,
    );
    expect((await Promise.all(reasons)).filter((reason) => reason === "said_that_day")).toHaveLength(4);
  });
});

describe("votes", () => {
  test("the last of each voter counts, and can be taken back", async () => {
    const card = await cardOf("of ada");
    expect((await vote(card, "down", ada)).feedback).toEqual({ up: 0, down: 1, mine: "down" });
    expect((await vote(card, "up", ada)).feedback).toEqual({ up: 1, down: 0, mine: "up" });
    expect((await cardOf("of ada")).feedback).toEqual({ up: 1, down: 0, mine: null });
    expect((await vote(card, null, ada)).feedback).toEqual({ up: 0, down: 0, mine: null });
  });

  test("are a developer's with whichever of their keys, and a key's own where it is bound to nobody", async () => {
    const card = await cardOf("of ada");
    const second = (await organization.addKey({ developer: "ada@example.com" })).key;
    await vote(card, "up", ada);
    expect((await vote(card, "up", second)).feedback).toEqual({ up: 1, down: 0, mine: "up" });
    expect((await vote(card, "up", organization.admin)).feedback).toEqual({ up: 2, down: 0, mine: "up" });
    expect((await vote(card, null, organization.admin)).feedback).toEqual({ up: 1, down: 0, mine: null });
    await vote(card, null, ada);
  });

  test("keep a comment without secrets", async () => {
    const card = await cardOf("of ada");
    const body = { vote: "up", comment: `The key is ${SECRET}.` };
    expect((await post(`/v1/advisor/cards/${card.id}/feedback`, body, ada)).status).toBe(200);
    const rows = await wholeSchema(appliance.database).selectFrom("card_votes").select("comment").execute();
    expect(JSON.stringify(rows)).toContain("The key is");
    expect(JSON.stringify(rows)).not.toContain(SECRET);
  });

  test("against a card change nothing of its input for that developer", async () => {
    const person = { email: "cross@example.com" };
    await send(organization.key, { session: "cross 1", at: AT, ...person });
    await advised();
    const card = await cardOf("cross 1");
    expect(card.input).toBe("ie");
    await vote(card, "down", organization.admin);
    await send(organization.key, { session: "cross 2", at: AT + HOUR, ...person });
    await advised();
    expect((await cards(organization.admin, "session_id=cross%202")).map(({ input }) => input)).not.toContain(
      "ie",
    );
    // whatever else it has to say rests too once it was voted against
    let [hour, asked] = [2, await run("cross 2", organization.admin)];
    while (asked.cards[0] !== undefined && hour < 9) {
      await vote(asked.cards[0], "down", organization.admin);
      await send(organization.key, { session: `cross ${++hour}`, at: AT + hour * HOUR, ...person });
      await advised();
      asked = await run(`cross ${hour}`, organization.admin);
    }
    expect(asked).toMatchObject({ cards: [], reason: "resting" });
    await send(organization.key, { session: "others 2", at: AT + HOUR, email: "other@example.com" });
    await advised();
    expect((await cardOf("others 2")).input).toBe("ie");
  });
});

describe("the effect", () => {
  test("shows once ten more sub-sessions have closed", async () => {
    const person = { email: "learns@example.com" };
    const before = [1, 2, 3].map((hour) => ({ session: `before ${hour}`, at: LONG_AGO + hour * HOUR }));
    const card = { session: "learns", at: LONG_AGO + 5 * HOUR };
    for (const piece of [...before, card]) await send(organization.key, { ...person, ...piece });
    await advised();
    await run("learns", organization.admin);
    const after = Array.from({ length: 10 }, (_, hour) => LONG_AGO + 2 * DAY + hour * HOUR);
    for (const at of after.slice(1)) await send(organization.key, { ...person, ...better(at) });
    await advised();
    expect(await cardOf("learns")).not.toHaveProperty("effect");
    await send(organization.key, { ...person, ...better(LONG_AGO + 2 * DAY) });
    await advised();
    const { effect } = await cardOf("learns");
    expect(effect?.before).toBeLessThan(50);
    expect(effect?.after).toBeGreaterThan(50);
    expect(effect?.interval?.[0]).toBeGreaterThan(0);
  });
});

const LONG_AGO = AT - 12 * DAY;

function better(at: number): Parameters<typeof pieceOfWork>[0] {
  const prompts = [
    "Sort the table in src/table.ts by date",
    "Also write the test for it in test/table.test.ts",
  ];
  return { session: `better ${at}`, at, prompts };
}
