/** Every list that the appliance describes, asked for what cannot be: 400 with the parameter that is wrong. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { inTransaction } from "../../src/database/transaction.ts";
import { selectDevelopers } from "../../src/identity/developers/table.ts";
import { insertAlert } from "../../src/insights/alerts/alerts-table.ts";
import { insertCard } from "../../src/insights/advisor/cards-table.ts";
import { addJob } from "../../src/database/jobs/job-table.ts";
import { REPORTS } from "../../src/insights/reports/reports-table.ts";
import { saveJudgement } from "../../src/rubric/prompts/save-judgement.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { cardOf } from "../insights/advisor/cards.ts";
import { judgementFor } from "../rubric/judgements.ts";
import { wholeSchema } from "../whole-schema.ts";
import { metrics, spans } from "../ingest/bodies.ts";
import { listedWork } from "./listed-work.ts";
import { listedOperations, type Operation, promptLog } from "./requests.ts";
import { joinTestAppliance, type TestOrganization } from "./running.ts";
import { addSignedIn } from "./signed-in-account.ts";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());

const EVER = "from=2000-01-01T00:00:00Z";

/** Reading needs no body, and no id except a score's. */
const readings = (await listedOperations(appliance, (await appliance.addOrganization()).admin))
  .filter(({ method }) => method === "get")
  .map((operation): Operation => ({ ...operation, path: operation.path.replace("{score}", "speed") }))
  .filter(({ path }) => !path.includes("{") && path !== "/v1/search"); // it needs a question: search.test.ts
const pathsWith = (...names: string[]) =>
  readings.filter(({ parameters }) => names.every((name) => parameters.has(name))).map(({ path }) => path);

let organization: TestOrganization;
let foreign: TestOrganization;
let bound: string;

beforeAll(async () => {
  organization = await appliance.addOrganization();
  foreign = await appliance.addOrganization();
  ({ key: bound } = await organization.addKey({ developer: "ada@example.test" }));
  for (const name of ["ada", "grace", "joan"]) {
    const attributes = { "user.email": `${name}@example.test` };
    const prompt = { session: `of ${name}`, at: "2026-11-20T10:00:00Z", attributes };
    await appliance.send("/v1/logs", promptLog(prompt), organization.key);
  }
  const works = [
    { name: "ada", model: "claude-sonnet-4-5", from: "2026-11-20T09:00:00Z" },
    { name: "grace", model: "claude-haiku-4-5", from: "2026-11-20T12:00:00Z" },
  ];
  for (const { path, body } of works.flatMap(listedWork)) await appliance.send(path, body, organization.key);
  await sendTwoSpansAndPoints();
  await appliance.settled();
  await markPrompts();
  await keepTwoCards();
  await keepTwoReports();
  await makeTwoSchedules();
  await keepTwoAlerts();
  await inviteTwo();
});

async function inviteTwo(): Promise<void> {
  for (const email of ["kim@example.test", "lee@example.test"])
    await addSignedIn(appliance, organization, { email, role: "member" });
}

async function sendTwoSpansAndPoints(): Promise<void> {
  const timeUnixNano = `${Date.parse("2026-11-20T10:00:00Z")}000000`;
  const traceId = "a".repeat(32);
  const list = ["1", "2"].map((digit) => ({
    traceId,
    spanId: digit.repeat(16),
    endTimeUnixNano: timeUnixNano,
  }));
  await appliance.send("/v1/traces", spans(...list), organization.key);
  const dataPoints = ["1", "2"].map((asInt) => ({ timeUnixNano, asInt }));
  await appliance.send("/v1/metrics", metrics({ name: "two", gauge: { dataPoints } }), organization.key);
}

/** No judge model is set here that would. */
async function markPrompts(): Promise<void> {
  const database = openDatabaseOf(localStores(appliance.directory), "write");
  const prompts = wholeSchema(database).selectFrom("prompts").selectAll();
  const [prompt] = await prompts.where("organization", "=", organization.id).execute();
  if (prompt === undefined) throw new Error("the prompts that were sent are not there");
  const { session, content, text } = prompt;
  const judged = { organization: organization.id, session, content: content ?? "" };
  const judgement = judgementFor(text ?? "", { verdict: "no", judgedAt: Date.now() });
  await inTransaction(database, "full", (transaction) => saveJudgement(transaction, judged, judgement));
  await database.destroy();
}

/** Work as short as this gets none. */
async function keepTwoCards(): Promise<void> {
  const database = openDatabaseOf(localStores(appliance.directory), "write");
  const [{ id: developer } = { id: "" }] = await selectDevelopers(database, organization.id);
  for (const id of ["one", "two"])
    await inTransaction(database, "full", (transaction) =>
      insertCard(transaction, cardOf({ id, organization: organization.id, developer })),
    );
  await database.destroy();
}

/** They are closed, so that no rule closes them. */
async function keepTwoAlerts(): Promise<void> {
  const database = openDatabaseOf(localStores(appliance.directory), "write");
  const facts = JSON.stringify({ kind: "backup", days: 8 });
  const closed = { state: "closed", is_closed: 1, acknowledged_at: null, closed_at: Date.now() } as const;
  const found = { rule: "backup", kind: "backup", subject: "backup", threshold: 7, facts } as const;
  for (const id of ["one", "two"])
    await inTransaction(database, "full", (transaction) =>
      insertAlert(transaction, {
        id,
        organization: organization.id,
        developer: null,
        opened_at: 1,
        ...found,
        ...closed,
      }),
    );
  await database.destroy();
}

/** They have ended already. */
async function keepTwoReports(): Promise<void> {
  const database = openDatabaseOf(localStores(appliance.directory), "write");
  const [{ id: developer } = { id: "" }] = await selectDevelopers(database, organization.id);
  for (const id of ["one", "two"])
    await inTransaction(database, "full", (transaction) =>
      addJob(transaction, REPORTS, {
        id,
        organization: organization.id,
        developer,
        labels: "[]",
        from_ms: 0,
        to_ms: 1,
        ends_now: 0,
        narrative: 0,
        status: "cancelled",
        done: 0,
        working_on: null,
        tries: 0,
        requested_at: 1,
        ended_at: 2,
      }),
    );
  await database.destroy();
}

/** Paused, so that none of them runs meanwhile. */
async function makeTwoSchedules(): Promise<void> {
  const headers = { authorization: `Bearer ${organization.admin}`, "content-type": "application/json" };
  const wish = { cron: "@daily", timezone: "UTC", window: "day", enabled: false };
  for (const name of ["one", "two"]) {
    const body = JSON.stringify({ ...wish, name, developer: "ada@example.test" });
    const made = await fetch(`${appliance.url}/v1/reports/schedules`, { method: "POST", headers, body });
    expect(made.status).toBe(201);
  }
}

function statusOf(path: string, key: string): Promise<number> {
  return appliance.get(path, key).then(({ status }) => status);
}

async function refusal(path: string, key = organization.admin): Promise<unknown> {
  const response = await appliance.get(path, key);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  return { status: response.status, ...((await response.json()) as object) };
}

describe("the walk", () => {
  test("meets every list of scores and metrics", () => {
    expect(pathsWith("from", "to")).toEqual(
      expect.arrayContaining([
        "/scoring/scores",
        "/scoring/metrics",
        "/scoring/trends/speed",
        "/scoring/latency/hourly",
        "/scoring/turns/slowest",
        "/scoring/sessions/quality-retention",
        "/scoring/sub-sessions",
        "/scoring/sub-sessions/rollup",
        "/scoring/sub-sessions/by-session",
        "/scoring/sub-sessions/boundaries/accuracy",
        "/v1/telemetry/logs",
        "/v1/telemetry/spans",
        "/v1/telemetry/metrics",
      ]),
    );
  });
});

describe.each(pathsWith("from", "to"))("%s: a window", (path) => {
  // every other wrong time: test/http/lists/window.test.ts
  test("from or to yesterday is 400", async () => {
    for (const name of ["from", "to"])
      expect(await refusal(`${path}?${name}=yesterday`)).toMatchObject({
        status: 400,
        errors: [{ path: name }],
      });
  });

  test("that ends before it begins is 400", async () => {
    const window = "from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z";
    expect(await refusal(`${path}?${window}`)).toMatchObject({ status: 400, errors: [{ path: "from" }] });
  });

  test("of all times is answered, or is 400", async () => {
    const window = "from=0000-01-01T00:00:00Z&to=9999-12-31T23:59:59Z";
    expect([200, 400]).toContain(await statusOf(`${path}?${window}`, organization.admin));
  });
});

describe("scores of periods without number", () => {
  test.each(["day", "week"])("by %s are 400", async (period) => {
    const window = "from=0000-01-01T00:00:00Z&to=9999-12-31T23:59:59Z";
    expect(await refusal(`/scoring/scores?period=${period}&${window}`)).toMatchObject({
      status: 400,
      errors: [{ path: "from" }],
    });
  });
});

/** Every other wrong limit: test/http/lists/window.test.ts. */
const LIMITS = [0, "5&limit=6"];
const limits = readings.flatMap(({ path, parameters }) => {
  const limit = parameters.get("limit");
  return limit === undefined ? [] : [...LIMITS, (limit.maximum ?? 0) + 1].map((one) => [path, one] as const);
});

test.each(limits)("%s: a limit of %p is 400, not another limit", async (path, limit) => {
  expect(await refusal(`${path}?limit=${limit}`)).toMatchObject({ status: 400, errors: [{ path: "limit" }] });
});

/** What is pending is soon made, and nobody reads what a key of nobody wrote: there is no second page to wait for. */
const ONE_PAGE = ["/v1/insights/report/pending", "/v1/session/reads"];

describe.each(pathsWith("cursor").filter((path) => !ONE_PAGE.includes(path)))("%s: a cursor", (path) => {
  const asked = `${path}?${EVER}&limit=1`;

  async function refuses(query: string, key?: string): Promise<void> {
    expect(await refusal(query, key)).toMatchObject({ status: 400, errors: [{ path: "cursor" }] });
  }

  async function given(): Promise<string> {
    const answer = await appliance.get(asked, organization.admin);
    const { nextCursor } = (await answer.json()) as { nextCursor: string };
    expect(nextCursor).toBeString();
    return nextCursor;
  }

  const FORGED = Buffer.from(JSON.stringify({ from: 0, to: 9e15, position: null })).toString("base64url");
  test.each(["", FORGED, "%00"])("%s of nobody is 400", async (cursor) => {
    await refuses(`${path}?cursor=${cursor}`);
  });

  test("is good for the same question only", async () => {
    const cursor = await given();
    expect(await statusOf(`${asked}&cursor=${cursor}`, organization.admin)).toBe(200);
    expect(await statusOf(`${path}?${EVER}&limit=2&cursor=${cursor}`, organization.admin)).toBe(200);
    if (pathsWith("developer").includes(path))
      await refuses(`${asked}&developer=ada@example.test&cursor=${cursor}`);
    if (!pathsWith("from").includes(path)) return;
    await refuses(`${path}?cursor=${cursor}`);
    await refuses(`${path}?from=2001-01-01T00:00:00Z&cursor=${cursor}`);
    await refuses(`${asked}&to=2100-01-01T00:00:00Z&cursor=${cursor}`);
  });

  test("of another list is 400", async () => {
    const cursor = await given();
    for (const other of pathsWith("cursor").filter((one) => one !== path))
      await refuses(`${other}?${EVER}&limit=1&cursor=${cursor}`);
  });

  test("of another organization, or of a key that reads more, is 400", async () => {
    const cursor = await given();
    await refuses(`${asked}&cursor=${cursor}`, foreign.admin);
    if (path.startsWith("/v1/admin/") || path === "/v1/alerts")
      expect(await statusOf(asked, bound)).toBe(403);
    else await refuses(`${asked}&cursor=${cursor}`, bound);
  });

  // in any letter: test/http/lists/cursor.test.ts
  test("changed in a letter is 400", async () => {
    const cursor = await given();
    const at = Math.floor(cursor.length / 2);
    await refuses(
      `${asked}&cursor=${cursor.slice(0, at)}${cursor[at] === "A" ? "B" : "A"}${cursor.slice(at + 1)}`,
    );
  });
});

describe("a filter by what nobody knows", () => {
  const filters = ["developer", "session_id"].flatMap((name) =>
    pathsWith(name, "from").map((path) => [name, path] as const),
  );
  test.each(filters)("%s at %s finds nothing, and is no mistake", async (name, path) => {
    const window = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";
    const response = await appliance.get(`${path}?${window}&${name}=nobody`, organization.key);
    if (response.status === 403) return expect(path).toStartWith("/v1/admin/");
    expect(response.status).toBe(200);
    expect(JSON.stringify(await response.json())).not.toContain("of ada");
  });

  test.each(filters)("%s at %s may not be empty", async (name, path) => {
    expect(await refusal(`${path}?${name}=`)).toMatchObject({ status: 400, errors: [{ path: name }] });
  });
});

describe("an id in a path that nobody knows", () => {
  test("is 404", async () => {
    for (const path of ["/scoring/trends/sse", "/scoring/metrics/recompute/none"])
      expect(await statusOf(path, organization.admin)).toBe(404);
  });
});
