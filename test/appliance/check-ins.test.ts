/** The weekly check-in of a real appliance: answered, answered again, and shown to the person whose it is. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { CheckInWeek, Pending } from "../../src/insights/satisfaction/check-in.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import {
  joinTestAppliance,
  startTestAppliance,
  type TestAppliance,
  type TestOrganization,
} from "./running.ts";

const PATH = "/v1/satisfaction";
const PEOPLE = ["ada", "ben", "chi", "dov", "eva"];

let appliance: TestAppliance;
let team: TestOrganization;
let stranger: TestOrganization;
const keys = new Map<string, string>();

beforeAll(async () => {
  appliance = await joinTestAppliance();
  [team, stranger] = [await appliance.addOrganization(), await appliance.addOrganization()];
  for (const name of PEOPLE) keys.set(name, (await team.addKey({ developer: emailOf(name) })).key);
});
afterAll(() => appliance.stop());

const emailOf = (name: string): string => `${name}@example.com`;
const keyOf = (name: string): string => keys.get(name) ?? "";

async function read<Answer>(path: string, key: string): Promise<Answer> {
  const response = await appliance.get(path, key);
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

async function answer(body: object, key: string): Promise<{ status: number; body: Pending }> {
  const response = await appliance.send(PATH, body, key);
  return { status: response.status, body: (await response.json()) as Pending };
}

async function thisWeek(key: string): Promise<CheckInWeek | undefined> {
  return (await read<{ weeks: CheckInWeek[] }>(PATH, key)).weeks.at(-1);
}

describe("a developer's own key", () => {
  test("is asked once a week, and its second answer takes the place of the first", async () => {
    const before = await read<Pending>(`${PATH}/pending`, keyOf("ada"));
    expect(before).toMatchObject({ pending: true, answered: null });
    await answer({ score: 2 }, keyOf("ada"));
    const second = await answer({ score: 4, comment: "Better since Tuesday" }, keyOf("ada"));
    expect(second).toMatchObject({ status: 200, body: { pending: false, answered: { score: 4 } } });
    expect(await read<Pending>(`${PATH}/pending`, keyOf("ada"))).toEqual(second.body);
    expect((await thisWeek(keyOf("ada")))?.mine).toMatchObject({ score: 4, comment: "Better since Tuesday" });
  });

  test("may name itself where it asks, and nobody else", async () => {
    const asked = await appliance.get(`${PATH}/pending?developer=${emailOf("ada")}`, keyOf("ada"));
    expect(await asked.json()).toMatchObject({ pending: false, answered: { score: 4 } });
    for (const developer of [emailOf("ben"), "nobody@example.com"])
      expect((await appliance.get(`${PATH}/pending?developer=${developer}`, keyOf("ada"))).status).toBe(400);
  });

  test("answers for whom it is bound to: a body names nobody, not even that person", async () => {
    for (const developer of [emailOf("ben"), emailOf("ada")])
      expect((await answer({ score: 1, developer }, keyOf("ada"))).status).toBe(400);
    expect(await read<Pending>(`${PATH}/pending`, keyOf("ben"))).toMatchObject({ pending: true });
    expect((await thisWeek(keyOf("ada")))?.mine).toMatchObject({ score: 4 });
  });

  test("and every other of that person, an admin's too, reads and replaces the same answer", async () => {
    const second = await team.addKey({ developer: emailOf("dov"), role: "admin" });
    await answer({ score: 1 }, keyOf("dov"));
    expect((await thisWeek(second.key))?.mine).toMatchObject({ score: 1 });
    await answer({ score: 5 }, second.key);
    expect((await thisWeek(keyOf("dov")))?.mine).toMatchObject({ score: 5 });
  });

  test("keeps no secret that somebody wrote into a comment", async () => {
    const comment = `my key is ${keyOf("eva")}`;
    await answer({ score: 3, comment }, keyOf("eva"));
    const kept = (await thisWeek(keyOf("eva")))?.mine?.comment;
    expect(kept).toStartWith("my key is [redacted");
  });
});

describe("everybody's mean", () => {
  test("is shown to nobody while the week lasts, and the answers never", async () => {
    for (const name of PEOPLE) await answer({ score: 5, comment: "words of mine" }, keyOf(name));
    for (const key of [team.admin, team.key]) {
      const { weeks } = await read<{ weeks: CheckInWeek[] }>(PATH, key);
      expect(weeks.at(-1)).toMatchObject({ team: null, mine: null });
      expect(JSON.stringify(weeks)).not.toContain("words of mine");
    }
  });

  test("is shown to every key once the week is over, to the nearest half", async () => {
    const lastWeek = await startTestAppliance({ engineClockAheadMs: -7 * DAY });
    try {
      const [own, other] = [await lastWeek.addOrganization(), await lastWeek.addOrganization()];
      for (const [place, name] of PEOPLE.entries()) {
        const { key } = await own.addKey({ developer: emailOf(name) });
        const sent = await lastWeek.send(PATH, { score: place === 0 ? 2 : 5, comment: "mine alone" }, key);
        expect(sent.status).toBe(200);
      }
      for (const key of [own.admin, own.key]) {
        const answered = await (await lastWeek.get(PATH, key)).text();
        expect(answered).toContain('"team":{"people":5,"mean":4.5}');
        expect(answered).not.toContain("mine alone");
      }
      expect(await (await lastWeek.get(PATH, other.admin)).text()).not.toContain('"mean"');
    } finally {
      await lastWeek.stop();
    }
  });
});

describe("a key that is bound to nobody", () => {
  test("answers for nobody, asks about nobody, and hears what to do", async () => {
    for (const key of [team.admin, team.key, stranger.admin]) {
      const refused = await appliance.send(PATH, { score: 3 }, key);
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain("Use a key of your own");
      expect((await answer({ score: 3, developer: emailOf("dov") }, key)).status).toBe(400);
      for (const query of ["", `?developer=${emailOf("dov")}`])
        expect((await appliance.get(`${PATH}/pending${query}`, key)).status).toBe(400);
    }
    expect((await thisWeek(keyOf("dov")))?.mine).toMatchObject({ score: 5 });
    expect((await thisWeek(stranger.admin))?.team).toBeNull();
  });
});

test.each([
  [{}],
  [{ score: 0 }],
  [{ score: 6 }],
  [{ score: 2.5 }],
  [{ score: "3" }],
  [{ score: 3, mood: "x" }],
])("%j is refused", async (body) => {
  expect((await answer(body, keyOf("ada"))).status).toBe(400);
  expect((await appliance.send(PATH, body, "no key")).status).toBe(401);
});

test("a comment has an end, counted in characters", async () => {
  const answered = async (comment: string): Promise<number> =>
    (await answer({ score: 3, comment }, keyOf("ada"))).status;
  expect(await answered("a".repeat(1_001))).toBe(400);
  expect(await answered("🙂".repeat(1_001))).toBe(400);
  expect(await answered("🙂".repeat(1_000))).toBe(200);
});

test("weeks without an answer are there too, and a window that is too long is refused", async () => {
  const { weeks } = await read<{ weeks: CheckInWeek[] }>(
    `${PATH}?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z`,
    keyOf("ada"),
  );
  expect(weeks.map(({ week, mine, team: mean }) => [week, mine, mean])).toEqual(
    ["2026-W01", "2026-W02", "2026-W03", "2026-W04", "2026-W05"].map((week) => [week, null, null]),
  );
  expect((await appliance.get(`${PATH}?from=0001-01-01T00:00:00Z`, keyOf("ada"))).status).toBe(400);
});
