import { describe, expect, test } from "bun:test";
import { inTransaction } from "../../../src/database/transaction.ts";
import { developerToBind } from "../../../src/identity/developers/directory.ts";
import { hashKey } from "../../../src/identity/keys/key.ts";
import { revokeKey } from "../../../src/identity/keys/issue.ts";
import { rotateKey, type RotationWish } from "../../../src/identity/keys/rotate.ts";
import { selectKeyByHash, selectKeyById } from "../../../src/identity/keys/table.ts";
import { HOUR } from "../../../src/vocabulary/units.ts";
import { addKey, addOrganization, NOW, openIdentity } from "../identity-database.ts";

const database = await openIdentity();
const { id: organizationId } = await addOrganization(database, "ours");
const { id: elsewhere } = await addOrganization(database, "theirs");
const bound = await inTransaction(database, "full", (transaction) =>
  developerToBind(transaction, { organizationId, idOrEmail: "ada@example.com" }),
);
const developerId = bound.ok ? bound.value.id : "";

function rotate(id: string, changes: Partial<RotationWish> = {}) {
  const wish: RotationWish = { id, organizationId, overlap: 24 * HOUR, by: "admin", ...changes };
  return inTransaction(database, "full", (transaction) => rotateKey(transaction, wish, NOW));
}

describe("a key is not replaced", () => {
  test("when nobody knows it, or it is another organization's", async () => {
    const { record } = await addKey(database, { organizationId: elsewhere });
    for (const id of ["nothing", record.id])
      expect(await rotate(id)).toEqual({ ok: false, problem: { kind: "unknown_key" } });
    expect((await selectKeyById(database, record.id))?.endsAt).toBeNull();
  });

  test("when it was revoked or has ended", async () => {
    const { record: revoked } = await addKey(database, { organizationId });
    const { record: ended } = await addKey(database, { organizationId, endsAt: NOW });
    await inTransaction(database, "full", (transaction) => revokeKey(transaction, revoked, NOW));
    for (const { id } of [revoked, ended])
      expect(await rotate(id)).toEqual({ ok: false, problem: { kind: "not_in_force" } });
  });

  test.each([
    ["shared", {}],
    ["an admin's", { role: "admin" as const, developerId }],
    ["to end", { developerId, endsAt: NOW + HOUR }],
  ])("by who holds it when it is %s", async (_, request) => {
    const { record } = await addKey(database, { organizationId, ...request });
    expect(await rotate(record.id, { by: "holder" })).toEqual({
      ok: false,
      problem: { kind: "needs_an_admin" },
    });
  });
});

describe("a key that is replaced", () => {
  test("has the same use in the new one, and goes on for a while", async () => {
    const wish = { organizationId, developerId, name: "laptop", scopes: ["ingest"] as const };
    const { record } = await addKey(database, wish);
    const rotation = await rotate(record.id, { by: "holder" });
    if (!rotation.ok) throw new Error(rotation.problem.kind);
    const made = await selectKeyByHash(database, hashKey(rotation.value.key));
    expect(made).toMatchObject({ ...wish, role: "member", createdAt: NOW, endsAt: null, revokedAt: null });
    expect(made?.id).not.toBe(record.id);
    const end = NOW + 24 * HOUR;
    expect(rotation.value.replaced).toEqual({ id: record.id, name: "laptop", endsAt: end });
    expect(await selectKeyById(database, record.id)).toEqual({ ...record, endsAt: end });
  });

  test("ends no later than it would have", async () => {
    const { record } = await addKey(database, { organizationId, endsAt: NOW + HOUR });
    expect(await rotate(record.id)).toMatchObject({ ok: true });
    expect((await selectKeyById(database, record.id))?.endsAt).toBe(NOW + HOUR);
  });
});
