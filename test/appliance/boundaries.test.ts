/** Where people say that a sub-session begins: kept for the prompt, and the session's rows made anew at once. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { sql } from "kysely";
import { openDatabase } from "../../src/database/open.ts";
import { generateSessions, toRequests } from "../../src/demo/generate.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { retrySetAside } from "../../src/normaliser/set-aside-table.ts";
import { idOfName } from "../../src/database/held-id.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { eventually, joinTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";
import { tuesdayAndWednesday } from "./working-days.ts";
import { wholeSchema } from "../whole-schema.ts";
import { agentSessionId } from "../../src/vocabulary/held-name.ts";

interface SubSession {
  id: string;
  sessionId: string;
  index: number;
  startedAt: string;
  turns: number;
  boundary: { kind: string; overridden: boolean };
}

let appliance: TestAppliance;
let organization: TestOrganization;
let foreign: TestOrganization;
let own = "";
let other = "";
/** The session with the most prompts, and its requests in the order in which the agent sent them. */
let session = "";
let requests: { path: string; body: unknown }[] = [];

beforeAll(async () => {
  appliance = await joinTestAppliance();
  organization = await appliance.addOrganization();
  foreign = await appliance.addOrganization();
  own = (await organization.addKey({ developer: "own@example.com" })).key;
  other = (await organization.addKey({ developer: "other@example.com" })).key;
  const sessions = generateSessions({ seed: "boundaries", ...tuesdayAndWednesday(systemClock()) });
  const claude = sessions.filter(({ agent }) => agent === "claude-code");
  const [longest] = claude.toSorted((one, two) => promptsOf(two) - promptsOf(one));
  if (longest === undefined) throw new Error("nobody worked");
  session = longest.id;
  requests = toRequests(longest);
  // its first prompt comes late
  for (const { path, body } of requests.slice(Math.ceil(requests.length / 2)))
    await appliance.send(path, body, own);
  await appliance.settled();
});
afterAll(() => appliance.stop());

function promptsOf({ steps }: { steps: readonly { kind: string }[] }): number {
  return steps.filter(({ kind }) => kind === "prompt").length;
}

async function say(key: string | undefined, word: unknown): Promise<Response> {
  return fetch(`${appliance.url}/scoring/sub-sessions/boundaries`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(word),
  });
}

async function subSessions(key = organization.admin): Promise<SubSession[]> {
  const path = `/scoring/sub-sessions?session_id=${session}&from=2000-01-01T00:00:00Z&turns=true`;
  const answer = (await (await appliance.get(path, key)).json()) as { subSessions: SubSession[] };
  return answer.subSessions.toReversed();
}

async function accuracy(key = organization.admin): Promise<Record<string, number | null>> {
  const path = "/scoring/sub-sessions/boundaries/accuracy?from=2000-01-01T00:00:00Z";
  return (await (await appliance.get(path, key)).json()) as Record<string, number | null>;
}

/**
 * The last turn of the last sub-session that has two, which the rules did not split. A split before it changes nothing
 * that the rules say of others: hardly any turn comes after it.
 */
async function turnInside(): Promise<number> {
  const rows = (await turnRows()).toSorted((one, two) => two.turn - one.turn);
  const row = rows.find(({ turn, last }) => last > turn);
  if (row === undefined) throw new Error("no sub-session has two turns");
  return row.last;
}

describe("who may say it", () => {
  test("not without a key, and not with a key that is bound to nobody", async () => {
    const word = { session_id: session, turn_index: 2, action: "split" };
    expect((await say(undefined, word)).status).toBe(401);
    expect((await say(organization.key, word)).status).toBe(403);
  });

  test("to others the session is not there", async () => {
    const word = { session_id: session, turn_index: 2, action: "split" };
    expect((await say(other, word)).status).toBe(404);
    expect((await say(foreign.admin, word)).status).toBe(404);
    expect((await say(organization.admin, { ...word, session_id: "none" })).status).toBe(404);
  });

  test("accuracy needs a key and covers only the key's organization", async () => {
    const path = "/scoring/sub-sessions/boundaries/accuracy";
    expect((await fetch(appliance.url + path)).status).toBe(401);
    expect(await accuracy(foreign.admin)).toMatchObject({
      automatic: 0,
      precision: null,
      recall: null,
      f1: null,
    });
  });
});

describe("what is refused", () => {
  test.each([
    [{ turn_index: 2, action: "split" }, 400],
    [{ session_id: "", turn_index: 2, action: "split" }, 400],
    [{ session_id: "s", turn_index: -1, action: "split" }, 400],
    [{ session_id: "s", turn_index: 1.5, action: "split" }, 400],
    [{ session_id: "s", turn_index: 2, action: "cut" }, 400],
    [{ session_id: "s", turn_index: 2, action: "split", why: "" }, 400],
  ])("%j", async (word, status) => {
    expect((await say(organization.admin, word)).status).toBe(status);
  });

  test("a turn that is not there, and the session's first prompt", async () => {
    const word = { session_id: session, action: "split" };
    expect((await say(organization.admin, { ...word, turn_index: 999 })).status).toBe(404);
    expect((await say(organization.admin, { ...word, turn_index: 1 })).status).toBe(400);
  });
});

describe("a person's word", () => {
  let turn = 0;
  let before: SubSession[] = [];

  test("splits a sub-session at once, and saying it again changes nothing", async () => {
    before = await subSessions();
    turn = await turnInside();
    const word = { session_id: session, turn_index: turn, action: "split", note: "another goal" };
    const response = await say(own, word);
    expect(response.status).toBe(200);
    const { subSessions: after } = (await response.json()) as { subSessions: SubSession[] };
    expect(after.length).toBe(before.length + 1);
    expect(after.filter(({ boundary }) => boundary.overridden).map(({ boundary }) => boundary.kind)).toEqual([
      "override",
    ]);
    const again = (await (await say(own, word)).json()) as { subSessions: SubSession[] };
    expect(again.subSessions).toEqual(after);
    expect(await subSessions(own)).toEqual(after);
    expect(await accuracy()).toMatchObject({
      confirmed: 0,
      added: 1,
      removed: 0,
      precision: null,
      recall: 0,
    });
  });

  test("follows its prompt when earlier ones arrive late", async () => {
    const split = (await subSessions()).find(({ boundary }) => boundary.overridden);
    for (const { path, body } of requests.slice(0, Math.ceil(requests.length / 2)))
      await appliance.send(path, body, own);
    await appliance.settled();
    const rows = await subSessions();
    expect(rows.reduce((turns, row) => turns + row.turns, 0)).toBeGreaterThan(
      before.reduce((turns, row) => turns + row.turns, 0),
    );
    expect(rows.find(({ boundary }) => boundary.overridden)).toMatchObject({
      id: split?.id ?? "",
      startedAt: split?.startedAt ?? "",
    });
  });

  test("may be taken back", async () => {
    const split = await subSessions();
    const turns = (await turnRows()).filter(({ subSession }) => subSession === "override");
    expect(turns).toHaveLength(1);
    const word = { session_id: session, turn_index: turns[0]?.turn, action: "join" };
    expect((await say(own, word)).status).toBe(200);
    const joined = await subSessions();
    expect(joined).toHaveLength(split.length - 1);
    expect(joined.some(({ boundary }) => boundary.overridden)).toBe(false);
    expect(await accuracy()).toMatchObject({ confirmed: 0, added: 0, removed: 0 });
  });

  test("is followed later where its session could not be measured at once", async () => {
    const rows = await subSessions();
    const word = { session_id: session, turn_index: await turnInside(), action: "split" };
    const database = openDatabase(join(appliance.directory, "scoring.db"), "write");
    await sql`create trigger refused before insert on sub_sessions begin select raise(abort, 'a test'); end`.execute(
      database,
    );
    const { status } = await say(own, word);
    await sql`drop trigger refused`.execute(database);
    expect(status).toBe(500);
    await eventually(async () => {
      // the engine may have tried twice while it was refused, and left the session to a later version
      await inTransaction(database, "normal", (transaction) => retrySetAside(transaction, "a later version"));
      return (await subSessions()).length === rows.length + 1;
    });
    await database.destroy();
  });
});

/** The first and last turn of each sub-session, and why it begins there. */
async function turnRows(): Promise<{ turn: number; last: number; subSession: string }[]> {
  const rows = await wholeSchema(appliance.database)
    .selectFrom("sub_sessions")
    .select(["first_turn as turn", "last_turn as last", "boundary_kind as subSession"])
    .where(idOfName(appliance.database, "session"), "=", agentSessionId(session))
    .execute();
  return rows;
}
