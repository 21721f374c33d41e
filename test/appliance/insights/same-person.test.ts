/** Who is who, said late: the rows come to be as if it had been known from the start. */
import { afterAll, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/open.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { mergePeople, personToBind } from "../../../src/insights/people/same-person.ts";
import type { ScoredPrompt } from "../../../src/rubric/lists/prompt-answer.ts";
import type { SubSessionAnswer } from "../../../src/metrics/sub-sessions/sub-session-answer.ts";
import type { ScoreRow } from "../../../src/scores/answer.ts";
import { MINUTE, SECOND } from "../../../src/vocabulary/units.ts";
import { joinTestAppliance, type TestOrganization } from "../running.ts";
import { logsBody } from "../../normaliser/captured.ts";
import { localStores, openDatabaseOf } from "../../../src/stores.ts";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());

const AT = Date.parse("2026-11-20T10:00:00Z");
const WINDOW = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";

/** Half an hour of prompts, each with work that takes four minutes; `person` as the records report. */
async function work(key: string, { session, at, person }: { session: string; at: number; person: object }) {
  const records = Array.from({ length: 6 }, (_, index) => {
    const asked = at + index * 5 * MINUTE;
    const own = { "session.id": session, ...person };
    const prompt = `Rename parser number ${index} in src/parser${index}.ts`;
    const call = { "event.name": "api_request", model: "m", input_tokens: 900, output_tokens: 90 };
    const edit = {
      "event.name": "tool_result",
      tool_name: "Edit",
      tool_use_id: `toolu_${session}_${index}`,
      success: "true",
      tool_input: JSON.stringify({
        file_path: `/repo/src/parser${index}.ts`,
        old_string: "a",
        new_string: "b",
      }),
    };
    return [
      { at: asked, attributes: { ...own, "event.name": "user_prompt", prompt } },
      { at: asked + 3 * MINUTE, attributes: { ...own, ...edit } },
      { at: asked + 4 * MINUTE, attributes: { ...own, ...call, duration_ms: 230 * SECOND } },
    ];
  });
  const response = await appliance.send("/v1/logs", logsBody("claude-code", records.flat()), key);
  expect(response.status).toBe(200);
}

async function changing<Value>(change: (transaction: Database) => Promise<Value>): Promise<Value> {
  const database = openDatabaseOf(localStores(appliance.directory), "write");
  try {
    return await inTransaction(database, "full", change);
  } finally {
    await database.destroy();
  }
}

/** What is said of the sub-sessions, but whose they are, and of the scores. */
async function told({ key }: TestOrganization) {
  await appliance.settled();
  const rows = (await appliance.metrics(key)).toSorted((one, other) =>
    one.sessionId < other.sessionId ? -1 : 1,
  );
  const answer = await appliance.get(`/scoring/scores?${WINDOW}`, key);
  const { scores } = (await answer.json()) as { scores: ScoreRow[] };
  const accounts = await appliance.get(`/scoring/sub-sessions?turns=true&limit=500&${WINDOW}`, key);
  const { subSessions } = (await accounts.json()) as { subSessions: SubSessionAnswer[] };
  const listed = await appliance.get(`/scoring/prompt-rubric/prompts?limit=500&${WINDOW}`, key);
  const { prompts } = (await listed.json()) as { prompts: ScoredPrompt[] };
  return {
    kinds: subSessions.map(({ sessionId, turnEntries = [] }) => [
      sessionId,
      ...turnEntries.map(({ kind, humanTime }) => [kind, humanTime?.gapSeconds]),
    ]),
    prompts: prompts.map(({ promptText }) => promptText),
    promptOwners: [...new Set(prompts.map(({ developer }) => developer.id))],
    rows: rows.map(({ developer: _developer, subSessionId: _id, ...row }) => row),
    owners: [...new Set(rows.map(({ developer }) => developer.id))],
    scores: scores.map(({ developer: _developer, ...row }) => row),
  };
}

const ANN = { "user.email": "ann@example.com" };
const ACCOUNT = { "user.account_uuid": "0f2c7a52-ann" };

/** Two sessions of one hour, ten minutes apart, by whom the records say; and one the day before. */
async function hourOf(first: object, second: object): Promise<TestOrganization> {
  const organization = await appliance.addOrganization();
  await work(organization.key, { session: "a", at: AT, person: first });
  await work(organization.key, { session: "b", at: AT + 35 * MINUTE, person: second });
  await work(organization.key, { session: "c", at: AT - 1_440 * MINUTE, person: second });
  return organization;
}

describe("people who cannot be merged", () => {
  test("are the same one, and one whom the organization does not have", async () => {
    const organizationId = (await hourOf(ANN, ANN)).id;
    await appliance.settled();
    const ann = { organizationId, from: "ann@example.com" };
    const merge = (into: string) => changing((transaction) => mergePeople(transaction, { ...ann, into }));
    expect(await merge("ann@example.com")).toEqual({ ok: false, problem: { kind: "same_developer" } });
    expect(await merge("nobody")).toEqual({ ok: false, problem: { kind: "unknown_developer" } });
  });
});

describe("a merge", () => {
  test("makes the rows and scores that one person would have had, flow over both's sessions too", async () => {
    const one = await told(await hourOf(ANN, ANN));
    const organization = await hourOf(ANN, ACCOUNT);
    const two = await told(organization);
    expect(two.owners).toHaveLength(2);
    expect(two.rows).not.toEqual(one.rows);
    await changing(async (transaction) => {
      const ids = { from: two.owners[1] ?? "", into: two.owners[0] ?? "" };
      expect(await mergePeople(transaction, { organizationId: organization.id, ...ids })).toMatchObject({
        ok: true,
      });
    });
    const merged = await told(organization);
    expect(merged.owners).toHaveLength(1);
    expect(merged.rows).toEqual(one.rows);
    // the second session goes on with what the first one opened, and its first prompt has a gap
    expect(merged.kinds).toEqual(one.kinds);
    expect(merged.kinds).not.toEqual(two.kinds);
    expect(merged.prompts).toEqual(one.prompts);
    expect(merged.promptOwners).toEqual(merged.owners);
    expect(merged.scores).toEqual(one.scores);
    expect(merged.scores).toMatchObject([{ state: "scored", subSessions: 3 }]);
  });
});

describe("a key that several may share", () => {
  test("has flow from the moment its developer is a person, for earlier sessions too", async () => {
    const organization = await hourOf({}, {});
    const shared = await told(organization);
    expect(shared.rows.map(({ fc }) => fc)).toEqual([null, null, null]);
    await changing((transaction) =>
      personToBind(transaction, { organizationId: organization.id, idOrEmail: shared.owners[0] ?? "" }),
    );
    const known = await told(organization);
    expect(known.owners).toEqual(shared.owners);
    expect(known.rows).toEqual((await told(await hourOf(ANN, ANN))).rows);
  });
});
