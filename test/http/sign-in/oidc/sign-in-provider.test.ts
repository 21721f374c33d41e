/** The protocol against a real provider, which is spoiled in one way after the other. */
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
  openSignInProvider,
  type SignInProvider,
} from "../../../../src/http/sign-in/oidc/sign-in-provider.ts";
import { createWaysBack, type WayBackSecrets } from "../../../../src/http/sign-in/oidc/way-back.ts";
import type { Entrance } from "../../../../src/settings/provider.ts";
import { systemClock } from "../../../../src/vocabulary/clock.ts";
import { type Faults, startProvider } from "./running-provider.ts";
import { newVisitor } from "./visitor.ts";

const publicUrl = "http://127.0.0.1:9";
const people = {
  ada: { email: "Ada@Example.com", email_verified: true, name: "Ada Lovelace", groups: ["ops", "all"] },
  grace: { email: "grace@other.example", email_verified: true, name: "Grace", groups: ["leads"] },
  alan: { email: "alan@example.com", email_verified: false },
  linus: { email: "linus@example.com" },
  nobody: {},
};
const running = await startProvider({ publicUrl, people });
afterAll(() => running.stop());

const waysBack = createWaysBack(systemClock);
const ENTRANCE: Entrance = { domains: [], firstSignIn: "invited", groups: null, organization: null };

function open(entrance: Partial<Entrance> = {}, client = running.client): SignInProvider {
  const settings = { issuer: running.issuer, name: "Test", client, publicUrl };
  const provider = { ...settings, entrance: { ...ENTRANCE, ...entrance } };
  return openSignInProvider(provider, { clock: systemClock, timeoutMs: 2_000 });
}

beforeEach(() => {
  running.faults = {};
  running.asked.length = 0;
});

interface CameBack {
  brought: URLSearchParams;
  secrets: WayBackSecrets;
}

async function comeBack(provider: SignInProvider, login = "ada"): Promise<CameBack> {
  const { secrets } = waysBack.begin("/");
  const page = await provider.addressFor(secrets);
  if (!page.ok) throw new Error(page.problem.detail);
  const address = await newVisitor().signInAt(page.value, login, publicUrl);
  return { brought: new URL(address).searchParams, secrets };
}

/** @param faults - What is spoiled once the person is back. */
async function refusalOf(faults: Faults, login = "ada", provider = open()) {
  const { brought, secrets } = await comeBack(provider, login);
  running.faults = faults;
  const found = await provider.personBehind(brought, secrets);
  return found.ok ? found.value : found.problem;
}

const seconds = (): number => Math.floor(systemClock() / 1_000);

describe("a token is refused", () => {
  test.each<[string, Faults, string]>([
    ["that has expired", { claims: (said) => ({ ...said, exp: seconds() - 120 }) }, "clock"],
    ["that is not valid yet", { claims: (said) => ({ ...said, nbf: seconds() + 120 }) }, "clock"],
    ["from the future", { claims: (said) => ({ ...said, iat: seconds() + 120 }) }, "clock"],
    ["with the nonce of another sign-in", { claims: (said) => ({ ...said, nonce: "x" }) }, "provider_answer"],
    ["without a nonce", { claims: (said) => ({ ...said, nonce: undefined }) }, "provider_answer"],
    ["for another client", { claims: (said) => ({ ...said, aud: "other" }) }, "provider_answer"],
    [
      "for several clients that another asked for",
      { claims: (said) => ({ ...said, aud: [said["aud"], "other"], azp: "other" }) },
      "provider_answer",
    ],
    [
      "of another issuer",
      { claims: (said) => ({ ...said, iss: "https://evil.example" }) },
      "provider_answer",
    ],
    ["without a subject", { claims: (said) => ({ ...said, sub: undefined }) }, "provider_answer"],
    ["signed with a key that the provider does not publish", { forged: true }, "provider_answer"],
  ])("%s", async (_, faults, reason) => {
    expect(await refusalOf(faults)).toMatchObject({ reason });
  });

  test("whose person differs from the one that the provider describes", async () => {
    const other = (said: Record<string, unknown>) => ({ ...said, sub: "grace" });
    expect(await refusalOf({ claims: other })).toMatchObject({ reason: "provider_answer" });
  });
});

describe("a token is accepted", () => {
  test("that expired less than a minute ago by this clock", async () => {
    const found = await refusalOf({ claims: (said) => ({ ...said, exp: seconds() - 30 }) });
    expect(found).toMatchObject({ email: "ada@example.com" });
  });

  test("that a clock made which is half a minute ahead", async () => {
    const ahead = { iat: seconds() + 30, nbf: seconds() + 30 };
    expect(await refusalOf({ claims: (said) => ({ ...said, ...ahead }) })).toMatchObject({
      email: "ada@example.com",
    });
  });

  test("that is signed with a key which is newer than the keys that were read", async () => {
    const provider = open();
    expect(await refusalOf({}, "ada", provider)).toMatchObject({ email: "ada@example.com" });
    await running.rotateKeys();
    expect(await refusalOf({}, "ada", provider)).toMatchObject({ email: "ada@example.com" });
    expect(running.asked.filter((path) => path === "/jwks")).toHaveLength(2);
  });
});

describe("a way back is refused", () => {
  test("that was used before", async () => {
    const provider = open();
    const { brought, secrets } = await comeBack(provider);
    expect((await provider.personBehind(brought, secrets)).ok).toBe(true);
    expect(await provider.personBehind(brought, secrets)).toMatchObject({
      problem: { reason: "provider_answer", detail: "the provider answers invalid_grant" },
    });
  });

  test("with the code of another sign-in, whose verifier is another one", async () => {
    const provider = open();
    const [theirs, mine] = [await comeBack(provider, "grace"), await comeBack(provider)];
    mine.brought.set("code", theirs.brought.get("code") ?? "");
    expect(await provider.personBehind(mine.brought, mine.secrets)).toMatchObject({ ok: false });
  });

  test("that names another issuer", async () => {
    const provider = open();
    const { brought, secrets } = await comeBack(provider);
    brought.set("iss", "https://evil.example");
    expect(await provider.personBehind(brought, secrets)).toMatchObject({ ok: false });
    expect(running.asked).not.toContain("/token");
  });

  test("of a person who cancelled", async () => {
    const { secrets } = waysBack.begin("/");
    const brought = new URLSearchParams({
      error: "access_denied",
      state: secrets.state,
      iss: running.issuer,
    });
    expect(await open().personBehind(brought, secrets)).toMatchObject({ problem: { reason: "cancelled" } });
  });

  test("of a server with the wrong secret, and the secret is not in what the log says", async () => {
    const provider = open({}, { id: running.client.id, secret: "not-the-secret" });
    const refused = await refusalOf({}, "ada", provider);
    expect(refused).toEqual({ reason: "provider_answer", detail: "the provider answers invalid_client" });
  });
});

describe("a provider is of no use", () => {
  const { secrets } = waysBack.begin("/");
  const metadata = (changed: object) => async (path: string) =>
    path.includes("well-known")
      ? Response.json({
          issuer: running.issuer,
          authorization_endpoint: `${running.issuer}/auth`,
          token_endpoint: `${running.issuer}/token`,
          jwks_uri: `${running.issuer}/jwks`,
          ...changed,
        })
      : Response.error();

  test.each<[string, Faults["answer"], string]>([
    ["that is down", () => new Response("", { status: 502 }), "answers with status 502"],
    ["that answers something else", () => new Response("<p>hello"), "cannot be trusted"],
    ["that leads elsewhere", () => Response.redirect("https://evil.example"), "answers with status 302"],
    ["that answers endlessly", () => new Response("x".repeat(2 ** 20 + 1)), "larger than 1 MiB"],
    ["that has another issuer", metadata({ issuer: "https://evil.example" }), "cannot be trusted"],
    ["without keys", metadata({ jwks_uri: undefined }), "no keys"],
    ["whose page has no TLS", metadata({ authorization_endpoint: "http://login.example/" }), "no TLS"],
  ])("%s", async (_, answer, detail) => {
    running.faults = { ...(answer && { answer }) };
    const page = await open().addressFor(secrets);
    expect(page.ok ? "" : page.problem.detail).toContain(detail);
  });

  test("that does not answer in time", async () => {
    running.faults = { answer: () => new Promise<Response>(() => {}) };
    const page = await open().addressFor(secrets);
    expect(page).toMatchObject({
      problem: { reason: "provider_down", detail: "the provider does not answer in time" },
    });
  });

  test("that nobody answers for", async () => {
    const settings = { name: "Test", client: running.client, publicUrl, entrance: ENTRANCE };
    const provider = openSignInProvider(
      { ...settings, issuer: "http://127.0.0.1:1" },
      { clock: systemClock },
    );
    expect(await provider.addressFor(secrets)).toMatchObject({
      problem: { reason: "provider_down", detail: "the provider cannot be reached" },
    });
  });

  test("whose certificate this machine does not trust", async () => {
    const folder = join(import.meta.dir, "../../tls/certificates");
    const tls = { cert: Bun.file(join(folder, "first.pem")), key: Bun.file(join(folder, "first-key.pem")) };
    const server = Bun.serve({ hostname: "127.0.0.1", port: 0, tls, fetch: () => new Response("") });
    const settings = { name: "Test", client: running.client, publicUrl, entrance: ENTRANCE };
    const issuer = `https://127.0.0.1:${server.port}`;
    const provider = openSignInProvider({ ...settings, issuer }, { clock: systemClock });
    expect(await provider.addressFor(secrets)).toMatchObject({
      problem: { reason: "provider_down", detail: expect.stringContaining("NODE_EXTRA_CA_CERTS") },
    });
    await server.stop(true);
  });

  test("that sends tokens where there is no TLS", async () => {
    running.faults = { answer: metadata({ token_endpoint: "http://login.example/token" }) };
    const brought = new URLSearchParams({ code: "x", state: secrets.state });
    expect(await open().personBehind(brought, secrets)).toMatchObject({
      problem: { detail: "the provider names an address without TLS" },
    });
  });

  test("until it answers again", async () => {
    const provider = open();
    running.faults = { answer: () => new Response("", { status: 502 }) };
    expect((await provider.addressFor(secrets)).ok).toBe(false);
    running.faults = {};
    expect((await provider.addressFor(secrets)).ok).toBe(true);
  });
});

describe("a provider", () => {
  test("is asked what it is only once, however many begin at once", async () => {
    const provider = open();
    const { secrets } = waysBack.begin("/");
    const pages = await Promise.all(Array.from({ length: 20 }, () => provider.addressFor(secrets)));
    expect(pages.every(({ ok }) => ok)).toBe(true);
    expect(running.asked).toEqual(["/.well-known/openid-configuration"]);
  });

  test("has a page for signing out, once it was asked", async () => {
    const provider = open();
    expect(provider.signOutAddress()).toBeNull();
    await provider.addressFor(waysBack.begin("/").secrets);
    const address = new URL(provider.signOutAddress() ?? "");
    expect(address.pathname).toBe("/session/end");
    expect(address.searchParams.get("post_logout_redirect_uri")).toBe(`${publicUrl}/sign-in`);
    expect((await fetch(address)).status).toBe(200);
  });
});

describe("a person", () => {
  test("is known by the proved address in small letters, and by name", async () => {
    expect(await refusalOf({})).toEqual({ email: "ada@example.com", name: "Ada Lovelace", role: null });
  });

  test("is not asked for again when the token says all", async () => {
    const saying = await startProvider({ publicUrl, people, saysAllAtOnce: true });
    const settings = { issuer: saying.issuer, name: "Test", client: saying.client, publicUrl };
    const provider = openSignInProvider({ ...settings, entrance: ENTRANCE }, { clock: systemClock });
    const { brought, secrets } = await comeBack(provider);
    expect(await provider.personBehind(brought, secrets)).toMatchObject({
      value: { email: "ada@example.com" },
    });
    expect(saying.asked).not.toContain("/me");
    await saying.stop();
  });

  test.each([
    ["alan", "email_unverified"],
    ["linus", "email_unverified"],
    ["nobody", "email_missing"],
  ])("who is %s is refused", async (login, reason) => {
    expect(await refusalOf({}, login)).toMatchObject({ reason });
  });

  test("is refused when the token has another address than the one that is verified", async () => {
    const other = (said: Record<string, unknown>) => ({ ...said, email: "admin@example.com" });
    expect(await refusalOf({ claims: other })).toMatchObject({ reason: "email_unverified" });
  });

  test("of another domain is refused when domains are set", async () => {
    const provider = () => open({ domains: ["example.com"] });
    expect(await refusalOf({}, "grace", provider())).toMatchObject({ reason: "domain" });
    expect(await refusalOf({}, "ada", provider())).toMatchObject({ email: "ada@example.com" });
  });

  test.each([
    ["ada", "admin"],
    ["grace", "lead"],
    ["alan", "member"],
  ])("who is %s has the role %s by groups", async (login, role) => {
    const groups = { claim: "groups", admin: ["ops"], lead: ["leads"] };
    const verified = {
      claims: (said: Record<string, unknown>) => ({
        ...said,
        email: `${login}@example.com`,
        email_verified: true,
      }),
    };
    expect(await refusalOf(verified, login, open({ groups }))).toMatchObject({ role });
  });
});
