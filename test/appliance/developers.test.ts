/** Who the developers are, for an admin, and that two of them are one person. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { PersonRow } from "../../src/insights/people/people-answer.ts";
import { promptLog } from "./requests.ts";
import { joinTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";

interface Page {
  developers: PersonRow[];
  total: number;
  nextCursor: string | null;
}

let appliance: TestAppliance;
let organization: TestOrganization;
let foreign: TestOrganization;

beforeAll(async () => {
  appliance = await joinTestAppliance();
  organization = await filled("ours");
  foreign = await filled("theirs");
  await appliance.settled();
});
afterAll(() => appliance.stop());

/** An organization with Ann by her e-mail, by her account and, in two sessions, Bob. */
async function filled(name: string): Promise<TestOrganization> {
  const made = await appliance.addOrganization();
  const { key } = await made.addKey({ name });
  const work: [session: string, hour: string, attributes: Record<string, string>][] = [
    ["one", "10", { "user.email": "ann@example.com" }],
    ["two", "11", { "user.account_uuid": "0f2c7a52-account" }],
    ["three", "12", { "user.email": "bob@example.com" }],
    ["four", "13", { "user.email": "bob@example.com" }],
  ];
  for (const [session, hour, attributes] of work) {
    const at = `2026-11-20T${hour}:00:00Z`;
    await appliance.send("/v1/logs", promptLog({ session, at, attributes }), key);
  }
  return made;
}

async function list(key: string, query = ""): Promise<Page> {
  const answer = await appliance.get(`/v1/admin/developers?${query}`, key);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

async function merge(key: string | null, from: string, body: unknown): Promise<Response> {
  return fetch(`${appliance.url}/v1/admin/developers/${encodeURIComponent(from)}/merge`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(key !== null && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
  });
}

async function idOf(of: TestOrganization, part: string): Promise<string> {
  const { developers } = await list(of.admin);
  const found = developers.find(({ aliases }) => aliases.some(({ value }) => value.includes(part)));
  if (found === undefined) throw new Error(`nobody is known as ${part}`);
  return found.id;
}

describe("the developers are not listed", () => {
  test("without a key, and to a key that is no admin's", async () => {
    expect((await fetch(`${appliance.url}/v1/admin/developers`)).status).toBe(401);
    expect((await appliance.get("/v1/admin/developers", organization.key)).status).toBe(403);
  });
});

describe("developers are not merged", () => {
  const ann = "ann@example.com";
  const bob = { into: "bob@example.com" };

  test("without a key, and by a key that is no admin's, whatever the body is", async () => {
    expect((await merge(null, ann, bob)).status).toBe(401);
    expect((await merge(organization.key, ann, bob)).status).toBe(403);
    expect((await merge(organization.key, ann, {})).status).toBe(403);
  });

  test("when one of them is unknown, or another organization's", async () => {
    const theirs = await idOf(foreign, "bob");
    for (const answer of [
      await merge(organization.admin, "nobody", bob),
      await merge(organization.admin, theirs, bob),
      await merge(organization.admin, ann, { into: "nobody" }),
      await merge(organization.admin, ann, { into: theirs }),
    ]) {
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ detail: "Unknown developer." });
    }
    expect((await list(foreign.admin)).total).toBe(3);
  });

  test("into themselves", async () => {
    const answer = await merge(organization.admin, ann, { into: await idOf(organization, "ann") });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      detail: "Both are the same developer already.",
      errors: [{ path: "into" }],
    });
  });

  test("by a body that says something else", async () => {
    expect((await merge(organization.admin, ann, {})).status).toBe(400);
    expect((await merge(organization.admin, ann, { ...bob, from: "ann" })).status).toBe(400);
  });

  test("so all of them are left", async () => {
    expect((await list(organization.admin)).total).toBe(3);
  });
});

describe("the list of developers", () => {
  test("reports by name who they are, by which values they are known and how much came from them", async () => {
    const { developers, total, nextCursor } = await list(organization.admin);
    expect([total, nextCursor]).toEqual([3, null]);
    expect(developers.map(({ id: _id, ...row }) => row)).toEqual([
      {
        name: "ann@example.com",
        email: "ann@example.com",
        source: "telemetry",
        aliases: [{ kind: "user.email", value: "ann@example.com" }],
        sessions: 1,
        lastSeenAt: "2026-11-20T10:00:00.000Z",
      },
      {
        name: "bob@example.com",
        email: "bob@example.com",
        source: "telemetry",
        aliases: [{ kind: "user.email", value: "bob@example.com" }],
        sessions: 2,
        lastSeenAt: "2026-11-20T13:00:00.000Z",
      },
      {
        name: "ours · 0f2c7a52",
        email: null,
        source: "telemetry",
        aliases: [{ kind: "user.account_uuid", value: "0f2c7a52-account" }],
        sessions: 1,
        lastSeenAt: "2026-11-20T11:00:00.000Z",
      },
    ]);
  });

  test("comes in pages that hold each of them once", async () => {
    const all = (await list(organization.admin)).developers.map(({ id }) => id);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await list(
        organization.admin,
        `limit=2${cursor === null ? "" : `&cursor=${cursor}`}`,
      );
      paged.push(...page.developers.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(all);
  });

  test("is sorted by name or by the newest session, either way round, page by page", async () => {
    const readBy = async (sorted: string): Promise<string[]> => {
      const names: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const rest = cursor === "" ? "" : `&cursor=${cursor}`;
        const page: Page = await list(organization.admin, `limit=1&${sorted}${rest}`);
        names.push(...page.developers.map(({ name }) => name.slice(0, 3)));
        cursor = page.nextCursor;
      }
      return names;
    };
    expect(await readBy("sort=name&order=desc")).toEqual(["our", "bob", "ann"]);
    expect(await readBy("sort=last_seen")).toEqual(["bob", "our", "ann"]);
    expect(await readBy("sort=last_seen&order=asc")).toEqual(["ann", "our", "bob"]);
  });

  test("is never sorted by a score, and refuses an order that nobody knows", async () => {
    for (const query of ["sort=skill", "sort=sessions", "order=up", "q="])
      expect((await appliance.get(`/v1/admin/developers?${query}`, organization.admin)).status).toBe(400);
  });

  test("is searched by name, e-mail and value in telemetry, whatever the case", async () => {
    const found = await list(organization.admin, "q=BOB@");
    expect(found).toMatchObject({ total: 1, developers: [{ email: "bob@example.com" }] });
    expect((await list(organization.admin, "q=7a52-acc")).developers).toMatchObject([{ email: null }]);
    expect(await list(organization.admin, "q=nobody%25")).toMatchObject({ total: 0, developers: [] });
  });

  test("is cut to one by id or e-mail, and to nobody by what is unknown or another organization's", async () => {
    const bob = await idOf(organization, "bob");
    for (const developer of [bob, "BOB@example.com"])
      expect((await list(organization.admin, `developer=${developer}`)).developers).toMatchObject([
        { id: bob },
      ]);
    for (const developer of ["nobody", await idOf(foreign, "bob")])
      expect((await list(organization.admin, `developer=${developer}`)).total).toBe(0);
  });
});

describe("a merge", () => {
  test("leaves one developer, by whose name and values both are found", async () => {
    const into = await idOf(organization, "ann");
    const answer = await merge(organization.admin, await idOf(organization, "account"), { into });
    expect(answer.status).toBe(200);
    const left = (await answer.json()) as PersonRow;
    expect(left).toMatchObject({ id: into, sessions: 2, lastSeenAt: "2026-11-20T11:00:00.000Z" });
    expect(left.aliases.map(({ kind }) => kind)).toEqual(["user.account_uuid", "user.email"]);
    expect((await list(organization.admin)).total).toBe(2);
    await appliance.settled();
    const rows = await appliance.metrics(organization.key, `developer=${into}`);
    expect(rows.map(({ sessionId }) => sessionId).toSorted()).toEqual(["one", "two"]);
  });
});
