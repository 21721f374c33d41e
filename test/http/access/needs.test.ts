import { describe, expect, test } from "bun:test";
import { NEEDS } from "../../../src/http/access/needs.ts";
import { asLead, type LeadSees } from "../../../src/http/access/led.ts";
import { isOpen, needOf, refusalFor } from "../../../src/http/access/permit.ts";
import { apiDocument } from "../../../src/http/api.ts";
import { REMOVED_ENDPOINTS } from "../../../src/http/removed.ts";
import type { Caller, Scope } from "../../../src/identity/caller.ts";

interface Described {
  paths: Record<string, Record<string, { security?: unknown[] }>>;
}

const { paths } = apiDocument() as Described;
const operations = Object.entries(paths)
  .filter(([path]) => REMOVED_ENDPOINTS[path] === undefined)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      isOpen: security?.length === 0,
    })),
  );

describe("the table of what each route needs", () => {
  test("has every route of the document and no other", () => {
    expect(Object.keys(NEEDS).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
  });

  test("opens exactly the routes that say that they need no key", () => {
    const open = operations.filter((operation) => operation.isOpen).map(({ name }) => name);
    expect(
      Object.keys(NEEDS)
        .filter((name) => NEEDS[name] === "open")
        .toSorted(),
    ).toEqual(open.toSorted());
    // the path of the request is compared as it is
    expect(open.filter((name) => name.includes("{"))).toEqual([]);
  });

  test("is asked by the router's own names, and by GET for HEAD", () => {
    expect(needOf("GET", "/v1/sessions/:id/timeline")).toBe("read_text");
    expect(needOf("HEAD", "/v1/alerts")).toBe("admin");
    expect(needOf("DELETE", "/v1/advisor/sessions/:session_id/summary")).toBeNull();
    expect(needOf("GET", "/__proto__")).toBeNull();
  });

  test("opens no other method of an open path", () => {
    expect(isOpen("POST", "/v1/session")).toBe(true);
    expect(isOpen("DELETE", "/v1/session")).toBe(false);
    expect(isOpen("HEAD", "/v1/integrations/slack/callback")).toBe(false);
  });
});

describe("a caller", () => {
  const callerWith = (scopes: Scope[], role: Caller["role"] = "member"): Caller => ({
    keyId: "key",
    accountId: null,
    labels: [],
    leads: null,
    organizationId: "here",
    role,
    developerId: null,
    scopes,
  });
  const lackedBy = (caller: Caller, need: Parameters<typeof refusalFor>[1]) =>
    refusalFor(caller, need)?.extensions?.["missingScope"] ?? null;

  test("may not use a route that the table lacks, whatever the scopes", () => {
    expect(
      refusalFor(callerWith(["ingest", "read_own", "read_team", "admin"], "admin"), null),
    ).not.toBeNull();
  });

  test.each([
    ["ingest", { ingest: null, signed_in: null, read: "read_own", read_text: "read_own" }],
    ["ingest", { read_everybody: "read_team", admin: "admin" }],
    [
      "read_own",
      { ingest: "ingest", read: null, read_text: null, read_everybody: "read_team", admin: "admin" },
    ],
    ["read_team", { ingest: "ingest", read: null, read_text: null, read_everybody: null, admin: "admin" }],
    ["admin", { ingest: "ingest", read: "read_own", read_text: "read_own", admin: null }],
  ] as const)("with the scope %s may what it allows, and hears which scope is missing", (scope, expected) => {
    for (const [need, missing] of Object.entries(expected))
      expect([need, lackedBy(callerWith([scope]), need as keyof typeof expected)]).toEqual([need, missing]);
  });

  test("with a key is no person, whatever the scopes", () => {
    const admin = callerWith(["read_own", "read_team", "admin"], "admin");
    expect(refusalFor(admin, "person")?.detail).toBe("A key is no person: sign in with your account.");
    expect(refusalFor({ ...admin, keyId: null, accountId: "account" }, "person")).toBeNull();
  });

  test("with an account hears of no key, except that agents send with one", () => {
    const person = { ...callerWith(["read_own"]), keyId: null, accountId: "account" };
    const heard = (need: Parameters<typeof refusalFor>[1]) => refusalFor(person, need)?.detail;
    expect(heard("admin")).toBe("Only admins may do this. An admin can give you another role.");
    expect(heard("read_everybody")).not.toContain("key");
    expect(heard("ingest")).toBe(
      "An account sends nothing: agents send with keys. An admin can make a key for you.",
    );
    expect(refusalFor(callerWith(["read_own"]), "admin")?.detail).toStartWith("This needs an admin key");
  });

  describe("who is a lead", () => {
    const labels = [{ name: "team.id", value: "platform" }];
    const lead: Caller = {
      ...callerWith(["read_own"], "lead"),
      keyId: null,
      accountId: "account",
      labels,
      developerId: "me",
    };
    const ask = (need: Parameters<typeof asLead>[1], query = "", leadSees: LeadSees = "people") =>
      asLead(lead, need, { leadSees, request: new Request(`http://here/scoring/usage${query}`) }).leads;

    test("reads usage and scores of the labels, and of everything else the own work", () => {
      expect(ask("read_usage")).toEqual({ labels, groupsOnly: false });
      expect(ask("read_groups")).toEqual({ labels, groupsOnly: false });
      for (const need of ["read", "read_text", "signed_in", "ingest", "admin", null] as const)
        expect([need, ask(need)]).toEqual([need, null]);
      for (const need of ["read_everybody", "admin"] as const)
        expect([need, refusalFor(lead, need)]).not.toEqual([need, null]);
    });

    test("reads the own work whole where the own id is named", () => {
      expect(ask("read_usage", "?developer=me")).toBeNull();
      expect(ask("read_usage", "?developer=other")).not.toBeNull();
    });

    test("reads only groups where leads see no more", () => {
      expect(ask("read_usage", "", "groups")).toBeNull();
      expect(ask("read_groups", "", "groups")).toEqual({ labels, groupsOnly: true });
    });
  });
});
