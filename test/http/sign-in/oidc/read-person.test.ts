import { describe, expect, test } from "bun:test";
import type { Role } from "../../../../src/identity/caller.ts";
import { type Claims, readPerson } from "../../../../src/http/sign-in/oidc/read-person.ts";
import type { Entrance } from "../../../../src/settings/provider.ts";

const ENTRANCE: Entrance = { domains: [], firstSignIn: "invited", groups: null, organization: null };
const ADA = { iss: "https://login.example.com", email: "ada@example.com", email_verified: true };
const ENTRA = "https://login.microsoftonline.com/9b1d/v2.0";

function reasonOf(claims: Claims, entrance: Partial<Entrance> = {}): string | null {
  const person = readPerson({ ...ADA, ...claims }, { ...ENTRANCE, ...entrance });
  return person.ok ? null : person.problem.reason;
}

describe("an address is proved", () => {
  test.each([[true], ["true"], [1], ["1"]])("when email_verified is %j", (value) => {
    expect(reasonOf({ email_verified: value })).toBeNull();
  });

  test.each([[false], ["false"], [null], [undefined], ["yes"], [[true]], [{}]])(
    "not when email_verified is %j",
    (value) => {
      expect(reasonOf({ email_verified: value })).toBe("email_unverified");
    },
  );

  test("by Entra's own claim, which counts for Entra only, and not against email_verified", () => {
    const said = { email_verified: undefined, xms_edov: "1" };
    expect(reasonOf({ ...said, iss: ENTRA })).toBeNull();
    expect(reasonOf({ ...said, iss: ENTRA, xms_edov: "0" })).toBe("email_unverified");
    expect(reasonOf({ ...said, iss: ENTRA, email_verified: false })).toBe("email_unverified");
    expect(reasonOf(said)).toBe("email_unverified");
    expect(reasonOf({ ...said, iss: `https://evil.example/${ENTRA}` })).toBe("email_unverified");
  });

  test.each([[["ada@example.com"]], ["ada"], ["ada@example.com, eve@example.com"], ["ädä@example.com"]])(
    "not when it is %j",
    (email) => {
      expect(reasonOf({ email })).toBe("email_missing");
    },
  );
});

describe("domains", () => {
  test.each(["ada@evil.example", "ada@sub.example.com", "ada@notexample.com"])("keep %s out", (email) => {
    expect(reasonOf({ email }, { domains: ["example.com"] })).toBe("domain");
  });

  test("are compared in small letters", () => {
    expect(reasonOf({ email: "Ada@EXAMPLE.com" }, { domains: ["example.com"] })).toBeNull();
  });
});

describe("groups", () => {
  const roleOf = (claims: Claims, claim = "groups") => {
    const groups = { claim, admin: ["ops"], lead: ["leads"] };
    const person = readPerson({ ...ADA, ...claims }, { ...ENTRANCE, groups });
    return person.ok ? person.value.role : null;
  };

  test.each<[Claims, Role]>([
    [{ groups: ["ops", "leads"] }, "admin"],
    [{ groups: ["leads"] }, "lead"],
    [{ groups: "ops" }, "admin"],
    [{ groups: ["other"] }, "member"],
    [{ groups: "ops,leads" }, "member"],
    [{ groups: ["OPS"] }, "member"],
    [{ groups: { ops: true } }, "member"],
    [{}, "member"],
  ])("%j make a role: %s", (claims, role) => {
    expect(roleOf(claims)).toBe(role);
  });

  test("are found by a path into objects, and a name with dots goes first", () => {
    expect(roleOf({ realm_access: { roles: ["ops"] } }, "realm_access.roles")).toBe("admin");
    expect(roleOf({ "https://a.example/groups": ["ops"] }, "https://a.example/groups")).toBe("admin");
    expect(roleOf({}, "constructor.name")).toBe("member");
  });
});
