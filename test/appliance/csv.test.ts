/** Lists as files: all rows, whatever a page may have, with the caller's rights; a file that breaks off shows it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { joinTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";
import { listedOperations, promptLog } from "./requests.ts";

const SINCE = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";
const SESSIONS = 7;

let appliance: TestAppliance;
let organization: TestOrganization;
let foreign: TestOrganization;
let bound = "";

beforeAll(async () => {
  appliance = await joinTestAppliance();
  organization = await appliance.addOrganization();
  foreign = await appliance.addOrganization();
  bound = (await organization.addKey({ developer: "ada@example.test" })).key;
  for (let number = 0; number < SESSIONS; number++) {
    const name = number < 2 ? "ada" : "grace";
    const attributes = { "user.email": `${name}@example.test` };
    const prompt = { session: `=cmd ${number}`, at: `2026-11-20T10:0${number}:00Z`, attributes };
    await appliance.send("/v1/logs", promptLog(prompt), organization.key);
  }
  await appliance.settled();
});
afterAll(() => appliance.stop());

function ask(path: string, key: string | null, accept = "text/csv"): Promise<Response> {
  const authorization = key === null ? {} : { authorization: `Bearer ${key}` };
  return fetch(appliance.url + path, { headers: { accept, ...authorization } });
}

async function rowsOf(path: string, key: string): Promise<Record<string, string>[]> {
  const answer = await ask(path, key);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
  return parse(await answer.text(), { columns: true });
}

describe("a list as a file", () => {
  test("has all rows, also those of pages behind the first", async () => {
    const rows = await rowsOf(`/v1/sessions?${SINCE}&limit=2`, organization.admin);
    const { sessions } = (await (
      await ask(`/v1/sessions?${SINCE}`, organization.admin, "application/json")
    ).json()) as { sessions: { sessionId: string; developer: { id: string } }[] };
    expect(rows.map((row) => [row["sessionId"], row["developer.id"]])).toEqual(
      sessions.map(({ sessionId, developer }) => [`'${sessionId}`, developer.id]),
    );
    expect(rows).toHaveLength(SESSIONS);
  });

  test("has the caller's rows only", async () => {
    expect(await rowsOf(`/v1/sessions?${SINCE}`, bound)).toHaveLength(2);
    expect(await rowsOf(`/v1/sessions?${SINCE}`, foreign.admin)).toHaveLength(0);
  });

  test("is named after the list", async () => {
    const answer = await ask(`/scoring/sub-sessions?${SINCE}`, organization.admin);
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="sub-sessions.csv"');
    expect((await answer.text()).split("\r\n")[0]).toStartWith("id,sessionId,");
  });

  test("is refused as JSON is", async () => {
    for (const [path, key, status] of [
      [`/v1/sessions?${SINCE}`, null, 401],
      ["/v1/sessions?limit=0", organization.admin, 400],
      ["/v1/admin/keys", organization.key, 403],
    ] as const) {
      const answer = await ask(path, key);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        status,
        "application/problem+json",
      ]);
    }
  });

  test("is not made of one thing", async () => {
    const answer = await ask("/v1/admin/organization", organization.admin);
    expect(answer.headers.get("content-type")).toStartWith("application/json");
  });
});

test("every list that needs no id can be a file", async () => {
  const operations = await listedOperations(appliance, organization.admin);
  const lists = operations.filter(
    ({ method, path, parameters }) => method === "get" && parameters.has("cursor") && !path.includes("{"),
  );
  expect(lists.length).toBeGreaterThan(10);
  for (const { path } of lists) {
    const answer = await ask(path === "/v1/search" ? `${path}?q=prompt` : path, organization.admin);
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
      path,
      200,
      "text/csv; charset=utf-8; header=present",
    ]);
    const text = await answer.text();
    expect((parse(text) as string[][])[0]?.length).toBeGreaterThan(1);
  }
});
