import { beforeEach, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/open.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { describeDeveloper } from "../../../src/identity/developers/answer.ts";
import type { Identity } from "../../../src/identity/developers/developer.ts";
import {
  developerToBind,
  findDeveloper,
  mergeDevelopers,
  nameDeveloper,
  readDevelopers,
} from "../../../src/identity/developers/directory.ts";
import {
  crowdedLately,
  NEW_DEVELOPERS_A_DAY,
  readCrowdedKeys,
} from "../../../src/identity/developers/new-developers-table.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { resolveDeveloper, type Sender } from "../../../src/identity/developers/resolve.ts";
import { readScope, resolveWhose } from "../../../src/identity/scope.ts";
import { addKey, addOrganization, openIdentity } from "../identity-database.ts";

let database: Database;
let organizationId: string;
let keyId: string;

beforeEach(async () => {
  database = await openIdentity();
  organizationId = (await addOrganization(database, "default")).id;
  keyId = (await addKey(database, { organizationId, name: "laptop" })).record.id;
});

const EMAIL: Identity = { kind: "user.email", value: "Ada@Example.com" };
const ACCOUNT: Identity = { kind: "user.account_uuid", value: "b0a1c2d3-e4f5" };
const INSTALLATION: Identity = { kind: "installation.id", value: "0123456789abcdef" };

let now = Date.UTC(2026, 10, 20, 12);

function resolve(identities: Identity[], more: Partial<Sender> = {}): Promise<string> {
  return inTransaction(database, "normal", (transaction) =>
    resolveDeveloper(transaction, { organizationId, keyId, identities, userName: null, ...more }, now),
  );
}

async function shown(id: string) {
  const developer = (await readDevelopers(database, organizationId)).get(id);
  return developer === undefined ? null : describeDeveloper(developer);
}

function bind(idOrEmail: string) {
  return inTransaction(database, "full", (transaction) =>
    developerToBind(transaction, { organizationId, idOrEmail }),
  );
}

function merge(from: string, into: string) {
  return inTransaction(database, "full", (transaction) =>
    mergeDevelopers(transaction, { organizationId, from, into }),
  );
}

describe("a developer who is asked for by id", () => {
  test("is that one, also where telemetry sent the id as somebody's e-mail", async () => {
    const id = await resolve([EMAIL]);
    const taker = await resolve([{ kind: "user.email", value: id }]);
    expect(taker).not.toBe(id);
    expect((await findDeveloper(database, { organizationId, idOrEmail: id }))?.id).toBe(id);
    expect((await findDeveloper(database, { organizationId, idOrEmail: "ADA@example.com" }))?.id).toBe(id);
  });

  test("is nobody where another organization has that id", async () => {
    const id = await resolve([EMAIL]);
    const other = (await addOrganization(database, "other")).id;
    expect(await findDeveloper(database, { organizationId: other, idOrEmail: id })).toBeNull();
  });
});

describe("changes that are refused", () => {
  test("binding to what is neither a known id nor an e-mail", async () => {
    expect(await bind("ada")).toEqual({ ok: false, problem: { kind: "unknown_developer" } });
  });

  test("merging a developer with themselves, or with another organization's", async () => {
    const id = await resolve([EMAIL]);
    const other = (await addOrganization(database, "other")).id;
    const foreign = await resolve([EMAIL], { organizationId: other });
    expect(await merge(id, id)).toEqual({ ok: false, problem: { kind: "same_developer" } });
    expect(await merge(id, foreign)).toEqual({ ok: false, problem: { kind: "unknown_developer" } });
  });
});

describe("whose session it is", () => {
  test("the key's developer, whatever the records say", async () => {
    const bound = await bind("grace@example.com");
    const developerId = bound.ok ? bound.value.id : "";
    const key = await addKey(database, { organizationId, developerId });
    expect(await resolve([EMAIL], { keyId: key.record.id })).toBe(developerId);
  });

  test("the most reliable kind that any record has", async () => {
    expect(await resolve([INSTALLATION, EMAIL])).toBe(await resolve([EMAIL]));
    expect(await resolve([INSTALLATION, ACCOUNT])).toBe(await resolve([ACCOUNT]));
  });

  test("the same person for an e-mail in any case, and another in another organization", async () => {
    const other = (await addOrganization(database, "other")).id;
    expect(await resolve([{ ...EMAIL, value: " ada@example.COM" }])).toBe(await resolve([EMAIL]));
    expect(await resolve([EMAIL], { organizationId: other })).not.toBe(await resolve([EMAIL]));
  });

  test("the key itself when every value names nobody", async () => {
    const id = await resolve([
      { kind: "user.name", value: "unknown" },
      { kind: "user.id", value: " " },
    ]);
    expect(await shown(id)).toEqual({ id, name: "laptop", email: null, source: "key" });
  });
});

describe("what a developer is called", () => {
  test("by e-mail", async () => {
    const id = await resolve([EMAIL], { userName: "ada" });
    expect(await shown(id)).toEqual({
      id,
      name: "ada@example.com",
      email: "ada@example.com",
      source: "telemetry",
    });
  });

  test("by user name, also when it is reported later", async () => {
    const id = await resolve([ACCOUNT]);
    expect((await shown(id))?.name).toBe("laptop · b0a1c2d3");
    await resolve([ACCOUNT], { userName: "ada" });
    expect((await shown(id))?.name).toBe("ada");
  });

  test("never by a bare installation id", async () => {
    expect((await shown(await resolve([INSTALLATION])))?.name).toBe("laptop · 01234567");
  });

  test("as an admin says, before all else", async () => {
    const id = await resolve([EMAIL]);
    await inTransaction(database, "full", (transaction) =>
      nameDeveloper(transaction, { organizationId, id, name: "Ada L." }),
    );
    expect((await shown(id))?.name).toBe("Ada L.");
  });
});

describe("a merge", () => {
  test("lets every value and every old id lead to the developer who is left", async () => {
    const [ada, account] = [await resolve([EMAIL]), await resolve([ACCOUNT])];
    await merge(account, ada);
    expect(await resolve([ACCOUNT])).toBe(ada);
    expect((await shown(account))?.id).toBe(ada);
    expect((await findDeveloper(database, { organizationId, idOrEmail: account }))?.id).toBe(ada);
  });

  test("binds the keys of the one to the other", async () => {
    const bound = await bind("grace@example.com");
    const grace = bound.ok ? bound.value.id : "";
    const key = await addKey(database, { organizationId, developerId: grace });
    const ada = await resolve([EMAIL]);
    await merge(grace, ada);
    expect(await resolve([], { keyId: key.record.id })).toBe(ada);
  });

  test("of a developer who took others in takes them along", async () => {
    const [ada, account, machine] = [
      await resolve([EMAIL]),
      await resolve([ACCOUNT]),
      await resolve([INSTALLATION]),
    ];
    await merge(machine, account);
    await merge(account, ada);
    expect(await resolve([INSTALLATION])).toBe(ada);
    expect((await shown(machine))?.id).toBe(ada);
  });
});

test("an unknown e-mail makes the developer whom telemetry with that e-mail then belongs to", async () => {
  const bound = await bind("Ada@example.com");
  expect(bound.ok && bound.value.source).toBe("bound");
  expect(await resolve([EMAIL])).toBe(bound.ok ? bound.value.id : "");
});

describe("what a caller may read", () => {
  const member = { scopes: ["ingest", "read_own"] as const };

  test("a bound member key: another developer looks like an unknown one", async () => {
    const [ada, account] = [await resolve([EMAIL]), await resolve([ACCOUNT])];
    const scope = readScope({ ...member, organizationId, developerId: ada });
    expect(await resolveWhose(database, scope, account)).toEqual({ kind: "nobody" });
    expect(await resolveWhose(database, scope, "nobody@example.com")).toEqual({ kind: "nobody" });
    expect(await resolveWhose(database, scope, null)).toEqual({ kind: "one", developerId: ada });
    expect(await resolveWhose(database, scope, "ADA@example.com")).toEqual({ kind: "one", developerId: ada });
  });

  test("an unbound key: everybody, or whom it asks for", async () => {
    const ada = await resolve([EMAIL]);
    const scope = readScope({ ...member, organizationId, developerId: null, scopes: ["read_team"] });
    expect(await resolveWhose(database, scope, null)).toEqual({ kind: "everybody" });
    expect(await resolveWhose(database, scope, ada)).toEqual({ kind: "one", developerId: ada });
  });

  test("a key that may only send: nobody", async () => {
    const ada = await resolve([EMAIL]);
    const scope = readScope({ ...member, organizationId, developerId: null, scopes: ["ingest"] });
    expect(await resolveWhose(database, scope, null)).toEqual({ kind: "nobody" });
    expect(await resolveWhose(database, scope, ada)).toEqual({ kind: "nobody" });
  });

  test("an admin key: everybody, though it is bound", async () => {
    const scope = readScope({
      ...member,
      scopes: ["admin"],
      organizationId,
      developerId: "someone",
    });
    expect(await resolveWhose(database, scope, null)).toEqual({ kind: "everybody" });
  });
});

describe("names without end", () => {
  const named = (person: number): Identity => ({ kind: "user.email", value: `p${person}@example.com` });
  const resolveMany = async (first: number, count: number) => {
    const ids = new Set<string>();
    for (let person = first; person < first + count; person += 1) ids.add(await resolve([named(person)]));
    return ids;
  };

  test("are 200 developers a day and key, and further ones the key itself", async () => {
    expect((await resolveMany(0, NEW_DEVELOPERS_A_DAY)).size).toBe(NEW_DEVELOPERS_A_DAY);
    expect(await readCrowdedKeys(database)).toEqual([]);
    const further = await resolveMany(NEW_DEVELOPERS_A_DAY, 50);
    const key = await resolve([]);
    expect([...further]).toEqual([key]);
    expect(await shown(key)).toMatchObject({ source: "key" });
    const crowded = await readCrowdedKeys(database);
    expect(crowded).toEqual([{ keyId, name: "laptop", day: Math.floor(now / DAY) }]);
    expect(crowdedLately(crowded, now + DAY)).toEqual(crowded);
    expect(crowdedLately(crowded, now + 2 * DAY)).toEqual([]);
  });

  test("change nobody who is known, nor others' keys", async () => {
    const [first = ""] = await resolveMany(0, 1);
    await resolveMany(1, NEW_DEVELOPERS_A_DAY);
    expect(await resolve([named(0)])).toBe(first);
    const other = (await addKey(database, { organizationId, name: "desktop" })).record.id;
    const id = await resolve([named(9_999)], { keyId: other });
    expect(await shown(id)).toMatchObject({ email: "p9999@example.com" });
  });

  test("become developers on a later day", async () => {
    await resolveMany(0, NEW_DEVELOPERS_A_DAY + 1);
    now += DAY;
    const id = await resolve([named(NEW_DEVELOPERS_A_DAY)]);
    expect(await shown(id)).toMatchObject({ email: `p${NEW_DEVELOPERS_A_DAY}@example.com` });
  });
});
