import { describe, expect, test } from "bun:test";
import { type ProviderSettings, readProvider } from "../../src/settings/provider.ts";

const UNSET: ProviderSettings = {
  publicUrl: null,
  offline: false,
  oidcIssuer: null,
  oidcName: null,
  oidcClientId: null,
  oidcClientSecret: null,
  oidcDomains: [],
  oidcFirstSignIn: "invited",
  oidcGroupsClaim: "groups",
  oidcAdminGroups: [],
  oidcLeadGroups: [],
  oidcOrganization: null,
};

const WHOLE: ProviderSettings = {
  ...UNSET,
  publicUrl: "https://scoring.example.com",
  oidcIssuer: "https://login.example.com/realms/a",
  oidcClientId: "scoring",
  oidcClientSecret: "hidden",
};

function problemOf(changed: Partial<ProviderSettings>): string {
  const read = readProvider({ ...WHOLE, ...changed });
  if (read.ok) throw new Error("these settings were accepted");
  return read.problem;
}

describe("a provider that is not set as a whole", () => {
  test.each([
    [{ oidcClientId: null }, "oidc_issuer is set, but oidc_client_id is not. Set it, or remove oidc_issuer."],
    [{ oidcClientSecret: null }, "oidc_issuer is set, but oidc_client_secret is not."],
    [{ publicUrl: null }, "oidc_issuer is set, but public_url is not."],
    [{ oidcIssuer: null }, "oidc_client_id or oidc_client_secret is set, but oidc_issuer is not."],
    [{ oidcFirstSignIn: "allowed_domain" }, "oidc_domains is empty"],
    [{ offline: true }, "offline forbids the connection to the provider"],
  ] as const)("is refused: %j", (changed, words) => {
    expect(problemOf(changed)).toContain(words);
  });

  test("keeps the secret out of what is said", () => {
    expect(problemOf({ publicUrl: null })).not.toContain("hidden");
  });
});

describe("a provider", () => {
  test("is none until it is set, also with offline", () => {
    expect(readProvider(UNSET)).toEqual({ ok: true, value: null });
    expect(readProvider({ ...UNSET, offline: true })).toEqual({ ok: true, value: null });
  });

  test("is called by the host of its issuer, or as the settings call it", () => {
    expect(readProvider(WHOLE)).toMatchObject({ value: { name: "login.example.com" } });
    expect(readProvider({ ...WHOLE, oidcName: "Example" })).toMatchObject({ value: { name: "Example" } });
  });

  test("decides no role until groups are set", () => {
    expect(readProvider(WHOLE)).toMatchObject({ value: { entrance: { groups: null } } });
    expect(readProvider({ ...WHOLE, oidcAdminGroups: ["ops"] })).toMatchObject({
      value: { entrance: { groups: { claim: "groups", admin: ["ops"], lead: [] } } },
    });
  });
});
