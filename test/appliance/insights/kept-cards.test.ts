/** Cards and votes while rows are computed anew: a rebuild, a correction, a merge, a late owner, a purge. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadPrices } from "../../../src/appliance/load-prices.ts";
import { rebuild } from "../../../src/appliance/rebuild/rebuild.ts";
import type { Card, CardsPage } from "../../../src/insights/advisor/card.ts";
import type { VoteRow } from "../../../src/insights/advisor/votes/votes-table.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { HOUR } from "../../../src/vocabulary/units.ts";
import { eventually, startTestAppliance, type TestAppliance, type TestOrganization } from "../running.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { pieceOfWork } from "../../insights/advisor/pieces.ts";
import { localStores } from "../../../src/stores.ts";

const AT = Date.parse("2026-11-10T03:00:00Z");
const NOW = AT + 30 * HOUR;
const EVER = "from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z";
const folder = mkdtempSync(join(tmpdir(), "cards-"));
const directory = join(folder, "data");

let appliance: TestAppliance;
let organization: TestOrganization;
/** An hour of each person, and one session that its agent names late. */
const PIECES = [
  { session: "of ada", at: AT, email: "ada@example.com" },
  { session: "of bob", at: AT, email: "bob@example.com" },
];

beforeAll(async () => {
  appliance = await start();
  organization = await appliance.addOrganization();
  for (const piece of PIECES) await appliance.send("/v1/logs", pieceOfWork(piece), organization.key);
  await advised();
});

afterAll(async () => {
  await appliance.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(): Promise<TestAppliance> {
  return startTestAppliance({ directory, engineClockAheadMs: NOW - systemClock() });
}

async function advised(): Promise<void> {
  await appliance.settled();
  const database = wholeSchema(appliance.database);
  await eventually(
    async () => (await database.selectFrom("closings").select("session").execute()).length === 0,
  );
}

async function cards(query = "", key = organization.admin): Promise<Card[]> {
  const answer = await appliance.get(`/v1/advisor/cards?${EVER}&${query}`, key);
  return ((await answer.json()) as CardsPage).cards;
}

async function change(method: string, path: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${organization.admin}` };
  const answer = await fetch(appliance.url + path, { method, headers, body: JSON.stringify(body) });
  expect(answer.ok).toBe(true);
}

function votes(): Promise<VoteRow[]> {
  return wholeSchema(appliance.database).selectFrom("card_votes").selectAll().execute();
}

async function idOf(email: string): Promise<string> {
  return (await cards(`developer=${email}`))[0]?.developer.id ?? "nobody";
}

describe("cards and votes", () => {
  test("outlast a rebuild, which brings no second card", async () => {
    const [first] = await cards();
    await change("POST", `/v1/advisor/cards/${first?.id}/feedback`, { vote: "up" });
    const before = await cards();
    expect(before).toHaveLength(2);
    await appliance.stop();
    const prices = loadPrices({ pricesFile: null });
    await rebuild(localStores(directory), { clock: () => NOW, prices, adopts: false, report: () => {} });
    appliance = await start();
    await advised();
    expect(await cards()).toEqual(before);
  });

  test("follow their prompt when the sub-session is another one", async () => {
    const [card] = await cards("session_id=of%20ada");
    const late = {
      session: "of ada",
      at: AT - HOUR,
      email: "ada@example.com",
      prompts: ["Look around in src/report"],
    };
    await appliance.send("/v1/logs", pieceOfWork(late), organization.key);
    await advised();
    const join = { session_id: "of ada", turn_index: 2, action: "join" };
    await change("POST", "/scoring/sub-sessions/boundaries", join);
    await advised();
    const [moved] = await cards("session_id=of%20ada");
    const [row] = await appliance.metrics(organization.admin, "session_id=of%20ada");
    expect(moved?.id).toBe(card?.id as string);
    expect(moved?.subSessionId).toBe(row?.subSessionId as string);
    expect(moved?.evidence.map(({ turnIndex }) => turnIndex)).toEqual(
      card?.evidence.map(({ turnIndex }) => turnIndex + 1) ?? [],
    );
  });

  test("belong to whoever a merge says the developer is", async () => {
    const bob = await idOf("bob@example.com");
    await change("POST", `/v1/admin/developers/${bob}/merge`, { into: "ada@example.com" });
    await advised();
    const ada = (await organization.addKey({ developer: "ada@example.com" })).key;
    const own = await cards("", ada);
    expect(own.map(({ sessionId }) => sessionId).toSorted()).toEqual(["of ada", "of bob"]);
    expect(new Set(own.map(({ developer }) => developer.email))).toEqual(new Set(["ada@example.com"]));
  });

  test("are of whom the session is said to be later", async () => {
    await appliance.send("/v1/logs", pieceOfWork({ session: "late", at: AT }), organization.key);
    await advised();
    expect((await cards("session_id=late")).map(({ developer }) => developer.source)).toEqual(["key"]);
    const named = {
      session: "late",
      at: AT + HOUR,
      email: "eve@example.com",
      prompts: ["Thanks, now rename it"],
    };
    await appliance.send("/v1/logs", pieceOfWork(named), organization.key);
    await advised();
    const eve = (await organization.addKey({ developer: "eve@example.com" })).key;
    expect((await cards("", eve)).map(({ sessionId }) => sessionId)).toContain("late");
    expect((await cards("developer=eve@example.com")).map(({ sessionId }) => sessionId)).toContain("late");
  });

  test("go with the person who is purged", async () => {
    expect(await votes()).toHaveLength(1);
    const ada = await idOf("ada@example.com");
    await change("POST", `/v1/admin/developers/${ada}/purge`, { dry_run: false });
    await eventually(async () => (await cards()).every(({ sessionId }) => sessionId === "late"));
    expect((await cards()).length).toBeGreaterThan(0);
    await eventually(async () => (await votes()).length === 0);
  });
});
