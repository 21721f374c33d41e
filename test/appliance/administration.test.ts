/** Keys, names, purges and who reads whom, over the API: asked by the wrong person first. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { KeyAnswer } from "../../src/identity/keys/answer.ts";
import type { DeveloperAnswer } from "../../src/identity/developers/answer.ts";
import { promptLog } from "./requests.ts";
import { eventually, joinTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";

let appliance: TestAppliance;
let ours: TestOrganization;
let theirs: TestOrganization;

beforeAll(async () => {
  appliance = await joinTestAppliance();
  ours = await filled("ours");
  theirs = await filled("theirs");
  await appliance.settled();
});
afterAll(() => appliance.stop());

async function filled(name: string): Promise<TestOrganization> {
  const made = await appliance.addOrganization();
  const { key } = await made.addKey({ name });
  for (const who of ["ann", "bob"]) {
    const attributes = { "user.email": `${who}@example.com` };
    await appliance.send(
      "/v1/logs",
      promptLog({ session: `${name}-${who}`, at: "2026-11-20T10:00:00Z", attributes }),
      key,
    );
  }
  return made;
}

interface Call {
  method?: string;
  key?: string | null;
  body?: unknown;
}

async function call(path: string, { method = "GET", key = ours.admin, body }: Call = {}) {
  const response = await fetch(`${appliance.url}${path}`, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function statusOf(path: string, asked: Call = {}): Promise<number> {
  return (await call(path, asked)).status;
}

async function developerId(email: string, key = ours.admin): Promise<string> {
  const { body } = await call("/v1/developers", { key });
  const found = (body["developers"] as DeveloperAnswer[]).find((developer) => developer.email === email);
  if (found === undefined) throw new Error(`${email} is not listed`);
  return found.id;
}

const ADMINISTRATION: [method: string, path: string, body?: object][] = [
  ["GET", "/v1/admin/organization"],
  ["GET", "/v1/admin/retention"],
  ["GET", "/v1/admin/keys"],
  ["POST", "/v1/admin/keys", { name: "mine", role: "admin" }],
  ["DELETE", "/v1/admin/keys/some-id"],
  ["PATCH", "/v1/admin/developers/ann@example.com", { name: "Ann" }],
  ["POST", "/v1/admin/developers/ann@example.com/purge", { dry_run: false }],
];

describe.each(ADMINISTRATION)("%s %s", (method, path, body) => {
  const asked = { method, ...(body !== undefined && { body }) };

  test("is refused without a key", async () => {
    expect(await statusOf(path, { ...asked, key: null })).toBe(401);
  });

  test("is refused to a key that is no admin's, bound or not, whatever the body is", async () => {
    const bound = await ours.addKey({ developer: "ann@example.com" });
    expect(await statusOf(path, { ...asked, key: ours.key })).toBe(403);
    expect(await statusOf(path, { ...asked, key: bound.key })).toBe(403);
    if (body !== undefined) expect(await statusOf(path, { method, key: ours.key, body: {} })).toBe(403);
  });
});

describe("the organization", () => {
  test("is the key's own, with its id, name and time", async () => {
    const { body } = await call("/v1/admin/organization");
    expect(body).toEqual({
      id: ours.id,
      name: expect.any(String) as string,
      createdAt: expect.stringMatching(/Z$/) as string,
    });
    expect((await call("/v1/admin/organization", { key: theirs.admin })).body["id"]).toBe(theirs.id);
  });

  test("keeps raw records for as long as the settings say", async () => {
    expect((await call("/v1/admin/retention")).body).toEqual({
      rawDays: 180,
      maxBytes: null,
      reportDays: null,
    });
  });
});

describe("keys", () => {
  const make = (body: object, key = ours.admin) => call("/v1/admin/keys", { method: "POST", key, body });
  const revoke = (id: string, key = ours.admin) => call(`/v1/admin/keys/${id}`, { method: "DELETE", key });
  const list = async (query = "", key = ours.admin) =>
    (await call(`/v1/admin/keys?${query}`, { key })).body as unknown as {
      keys: KeyAnswer[];
      total: number;
      nextCursor: string | null;
    };

  test.each([
    [{ role: "member" }, "name"],
    [{ name: "  ", role: "member" }, "name"],
    [{ name: "a\u001B[31mb", role: "member" }, "name"],
    [{ name: " a", role: "member" }, "name"],
    [{ name: "a\u202Eb", role: "member" }, "name"],
    [{ name: "a".repeat(201), role: "member" }, "name"],
    [{ name: "a", role: "owner" }, "role"],
    [{ name: "a", role: "member", developer: "nobody" }, "developer"],
    [{ name: "a", role: "member", key: "scoring_mine" }, "root"],
    [{ name: "a", role: "member", scopes: [] }, "scopes"],
    [{ name: "a", role: "member", scopes: ["ingest", "admin"] }, "scopes"],
    [{ name: "a", role: "admin", scopes: ["ingest", "read_team"] }, "scopes"],
    [{ name: "a", role: "member", scopes: ["read_own"] }, "scopes"],
    [{ name: "a", role: "member", endsAt: "2020-01-01T00:00:00Z" }, "endsAt"],
    [{ name: "a", role: "member", endsAt: "2999-01-01" }, "endsAt"],
  ])("are not made of %j", async (body, path) => {
    const before = (await list()).total;
    const answer = await make(body);
    expect(answer.status).toBe(400);
    expect(answer.body["errors"]).toEqual([expect.objectContaining({ path })]);
    expect(JSON.stringify(answer.body)).not.toContain("scoring_mine");
    expect((await list()).total).toBe(before);
  });

  test("are not made for another organization's developer", async () => {
    const developer = await developerId("ann@example.com", theirs.admin);
    expect((await make({ name: "a", role: "member", developer })).status).toBe(400);
  });

  test("are made, work at once, and are shown this once", async () => {
    const made = await make({ name: "Laptop", role: "member", developer: "cleo@example.com" });
    expect(made.status).toBe(201);
    const { key, id } = made.body as { key: string; id: string };
    expect(key).toMatch(/^scoring_\w{38}$/);
    expect(made.body).toMatchObject({ name: "Laptop", role: "member", lastUsedAt: null, revokedAt: null });
    const { body } = await call("/v1/developers", { key });
    expect(body["developers"]).toEqual([expect.objectContaining({ email: "cleo@example.com" })]);
    const [newest] = (await list()).keys;
    expect(newest).toMatchObject({ id, developer: { email: "cleo@example.com" } });
    expect(JSON.stringify(await list())).not.toContain(key);
  });

  test.each([
    [{ role: "member" }, ["ingest"]],
    [{ role: "member", readsAll: true }, ["ingest", "read_team"]],
    [{ role: "member", developer: "cleo@example.com" }, ["ingest", "read_own"]],
    [{ role: "member", scopes: ["read_team"] }, ["read_team"]],
    [{ role: "admin" }, ["ingest", "read_team", "admin"]],
    [{ role: "admin", scopes: ["admin"], readsAll: true }, ["admin"]],
  ])("that are made of %j may do %j", async (wish, scopes) => {
    const made = await make({ name: "scoped", ...wish });
    expect(made).toMatchObject({ status: 201, body: { scopes, endsAt: null } });
    const { key } = made.body as { key: string };
    expect((await call("/v1/session", { key })).body).toMatchObject({ scopes });
  });

  test("end when they were made to, and nobody signs in with one that only sends", async () => {
    const endsAt = "2999-01-01T00:00:00.000Z";
    const made = await make({ name: "for a while", role: "member", endsAt: "2999-01-01T01:00:00+01:00" });
    expect(made.body).toMatchObject({ endsAt });
    const { key } = made.body as { key: string };
    const refused = await call("/v1/session", { method: "POST", key, body: { key } });
    expect(refused).toMatchObject({
      status: 403,
      body: { missingScope: "read_own", detail: expect.stringContaining("may only send telemetry") },
    });
    const past = await ours.addKey({ endsAt: Date.parse("2026-11-20T10:00:00Z") });
    expect(await call("/v1/session", past)).toMatchObject({
      status: 401,
      body: { detail: "This key ended on 2026-11-20 10:00 UTC." },
    });
    expect(await call("/v1/logs", { method: "POST", key: past.key, body: {} })).toMatchObject({
      status: 401,
      body: { message: "The API key ended on 2026-11-20 10:00 UTC." },
    });
  });

  test("are replaced by an admin: both work, until the old one ends", async () => {
    const old = await ours.addKey({ developer: "eve@example.com", name: "eve's laptop" });
    const rotate = (id: string, body: object, key = ours.admin) =>
      call(`/v1/admin/keys/${id}/rotations`, { method: "POST", key, body });
    for (const overlapHours of [-1, 721, "24"])
      expect((await rotate(old.id, { overlapHours })).status).toBe(400);
    expect((await rotate(old.id, {}, theirs.admin)).status).toBe(404);
    expect((await rotate(old.id, {}, old.key)).status).toBe(403);
    const rotated = await rotate(old.id, {});
    expect(rotated.status).toBe(201);
    const { made, replaced } = rotated.body as { made: { key: string }; replaced: { endsAt: string } };
    expect(made).toMatchObject({ name: "eve's laptop", role: "member", scopes: ["ingest", "read_own"] });
    expect(Date.parse(replaced.endsAt) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    for (const key of [old.key, made.key]) expect(await statusOf("/v1/developers", { key })).toBe(200);
    expect((await rotate(old.id, { overlapHours: 0 })).status).toBe(201);
    await eventually(async () => (await statusOf("/v1/developers", old)) === 401);
    expect((await call("/v1/developers", old)).body["detail"]).toStartWith("This key ended on ");
    expect((await rotate(old.id, {})).status).toBe(409);
  });

  test("are replaced by the developer whose they are, and by no other holder", async () => {
    const { key } = await ours.addKey({ developer: "fay@example.com" });
    const rotate = (holder: string) =>
      call("/v1/session/rotation", { method: "POST", key: holder, body: {} });
    const rotated = await rotate(key);
    expect(rotated).toMatchObject({
      status: 201,
      body: { made: { developer: { email: "fay@example.com" } } },
    });
    const { made } = rotated.body as { made: { key: string } };
    expect(await statusOf("/v1/session", { key: made.key })).toBe(200);
    // the old one has an end now, and makes no other one live longer
    for (const holder of [key, ours.key, ours.admin])
      expect(await rotate(holder)).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining("An admin can replace any key") },
      });
  });

  test("are listed to their own organization only, every one once, page by page", async () => {
    const whole = await list("limit=500");
    const paged: KeyAnswer[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list(
        `limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      paged.push(...page.keys);
      cursor = page.nextCursor;
    }
    expect(paged.map(({ id }) => id)).toEqual(whole.keys.map(({ id }) => id));
    const others = new Set((await list("limit=500", theirs.admin)).keys.map(({ id }) => id));
    expect(whole.keys.filter(({ id }) => others.has(id))).toEqual([]);
    expect((await call("/v1/admin/keys?limit=501")).status).toBe(400);
  });

  test("of one developer leave the others out", async () => {
    const { id } = await ours.addKey({ developer: "dan@example.com" });
    expect((await list("developer=dan@example.com")).keys.map((key) => key.id)).toEqual([id]);
    expect(await list("developer=dan@example.com", theirs.admin)).toMatchObject({ keys: [], total: 0 });
  });

  test("are sorted by their making, name or last use, and searched", async () => {
    for (const name of ["zebra lamp", "Amber lamp", "mild lamp"])
      expect((await make({ name, role: "member" })).status).toBe(201);
    const namesBy = async (sorted: string) => (await list(`q=LAMP&${sorted}`)).keys.map(({ name }) => name);
    expect(await namesBy("")).toEqual(["mild lamp", "Amber lamp", "zebra lamp"]);
    expect(await namesBy("sort=name")).toEqual(["Amber lamp", "mild lamp", "zebra lamp"]);
    expect(await namesBy("sort=created&order=asc")).toEqual(["zebra lamp", "Amber lamp", "mild lamp"]);
    const used = (await list("sort=last_used&limit=500")).keys.map(({ lastUsedAt }) => lastUsedAt ?? "");
    expect(used).toEqual(used.toSorted().toReversed());
    expect((await list("q=lamp", theirs.admin)).total).toBe(0);
    expect(await statusOf("/v1/admin/keys?sort=role")).toBe(400);
  });

  test("are not revoked by another organization, nor when nobody knows them", async () => {
    const { id, key } = await ours.addKey();
    expect((await revoke(id, theirs.admin)).status).toBe(404);
    expect((await revoke("nothing")).status).toBe(404);
    expect(await statusOf("/v1/developers", { key })).toBe(200);
  });

  test("stop within a second once they are revoked; a second time changes nothing", async () => {
    const { id, key } = await ours.addKey();
    expect(await statusOf("/v1/developers", { key })).toBe(200);
    const revoked = await revoke(id);
    expect(revoked.status).toBe(200);
    await eventually(async () => (await statusOf("/v1/developers", { key })) !== 200);
    expect(await statusOf("/v1/developers", { key })).toBe(401);
    expect(await revoke(id)).toEqual(revoked);
  });

  test("are kept when it is the last one of an admin", async () => {
    const alone = await appliance.addOrganization();
    const { keys } = await list("", alone.admin);
    const admins = keys.filter(({ role }) => role === "admin");
    expect(admins).toHaveLength(1);
    const refused = await revoke(admins[0]?.id ?? "", alone.admin);
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("last admin key") },
    });
    expect(await statusOf("/v1/admin/keys", { key: alone.admin })).toBe(200);
  });
});

describe("the list of developers", () => {
  const list = async (key: string, query = "") =>
    (await call(`/v1/developers?${query}`, { key })).body as unknown as {
      developers: DeveloperAnswer[];
      total: number;
      nextCursor: string | null;
    };

  test("is refused without a key, and with a limit that is out of range", async () => {
    expect(await statusOf("/v1/developers", { key: null })).toBe(401);
    expect(await statusOf("/v1/developers?limit=501")).toBe(400);
  });

  test("shows nobody of another organization", async () => {
    const here = new Set((await list(ours.key)).developers.map(({ id }) => id));
    const there = (await list(theirs.key)).developers;
    expect(there.map(({ email }) => email)).toEqual(["ann@example.com", "bob@example.com"]);
    expect(there.filter(({ id }) => here.has(id))).toEqual([]);
  });

  test("shows a bound key of its own developer only", async () => {
    const { key } = await theirs.addKey({ developer: "bob@example.com" });
    const { developers, total } = await list(key);
    expect(developers.map(({ email }) => email)).toEqual(["bob@example.com"]);
    expect(total).toBe(1);
  });

  test("reports one only, and of nobody who is unknown or may not be read", async () => {
    const { key } = await theirs.addKey({ developer: "bob@example.com" });
    const named = async (asking: string, who: string) =>
      (await list(asking, `developer=${who}`)).developers.map(({ email }) => email);
    expect(await named(theirs.key, "ann@example.com")).toEqual(["ann@example.com"]);
    expect(await named(theirs.key, "nobody")).toEqual([]);
    expect(await named(key, "ann@example.com")).toEqual([]);
  });

  test("goes page by page", async () => {
    const first = await list(theirs.key, "limit=1");
    const second = await list(theirs.key, `limit=1&cursor=${first.nextCursor}`);
    expect([...first.developers, ...second.developers]).toEqual((await list(theirs.key)).developers);
    expect(second.nextCursor).toBeNull();
  });
});

describe("a developer's name", () => {
  const rename = (id: string, body: object, key = ours.admin) =>
    call(`/v1/admin/developers/${id}`, { method: "PATCH", key, body });

  test.each([{}, { name: "" }, { name: "a\nb" }, { name: "null" }, { name: "Ann", email: "x@y" }])(
    "is not %j",
    async (body) => {
      expect((await rename("ann@example.com", body)).status).toBe(400);
    },
  );

  test("is not given to who is unknown, or another organization's", async () => {
    expect((await rename("nobody", { name: "X" })).status).toBe(404);
    const foreign = await developerId("ann@example.com", theirs.admin);
    expect((await rename(foreign, { name: "X" })).status).toBe(404);
  });

  test("is what every answer shows from then on", async () => {
    const renamed = await rename("ann@example.com", { name: "Ann Ash  " });
    expect(renamed).toMatchObject({
      status: 200,
      body: { name: "Ann Ash", email: "ann@example.com", sessions: 1 },
    });
    const { body } = await call("/v1/sessions?from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z");
    const names = (body["sessions"] as { developer: DeveloperAnswer }[]).map(
      ({ developer }) => developer.name,
    );
    expect(names).toContain("Ann Ash");
  });
});

describe("a purge", () => {
  const purge = (who: string, body: object, key = ours.admin) =>
    call(`/v1/admin/developers/${who}/purge`, { method: "POST", key, body });

  test("has to say whether it only counts", async () => {
    for (const body of [{}, { dry_run: "no" }, { dry_run: false, all: true }])
      expect((await purge("bob@example.com", body)).status).toBe(400);
  });

  test("reaches nobody unknown, and nobody of another organization", async () => {
    const foreign = await developerId("bob@example.com", theirs.admin);
    for (const who of ["nobody", foreign])
      for (const dry_run of [true, false]) expect((await purge(who, { dry_run })).status).toBe(404);
  });

  test("counts what it would remove, and changes nothing", async () => {
    const { key } = await ours.addKey({ developer: "bob@example.com" });
    const counted = await purge("bob@example.com", { dry_run: true });
    expect(counted.status).toBe(200);
    expect(counted.body).toMatchObject({
      id: null,
      dryRun: true,
      developer: { email: "bob@example.com" },
      sessions: 1,
      keys: 1,
      rows: { turns: 1 },
    });
    expect(await statusOf("/v1/developers", { key })).toBe(200);
    expect(await purge("bob@example.com", { dry_run: true })).toEqual(counted);
  });

  test("removes the person for good: key, rows and name, and only theirs", async () => {
    const { key } = await ours.addKey({ developer: "bob@example.com" });
    const begun = await purge("bob@example.com", { dry_run: false });
    expect(begun).toMatchObject({ status: 202, body: { dryRun: false, sessions: 1 } });
    const sessions = async () => {
      const { body } = await call("/v1/sessions?from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z");
      return (body["sessions"] as { sessionId: string }[]).map(({ sessionId }) => sessionId);
    };
    await eventually(async () => !(await sessions()).includes("ours-bob"));
    expect(await sessions()).toEqual(["ours-ann"]);
    expect(await statusOf("/v1/developers", { key })).toBe(401);
    expect(await developerId("bob@example.com", theirs.admin)).toBeString();
  });
});
