/** Signing in at a real provider on this machine, through a whole appliance. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { createLog } from "../../../../src/vocabulary/log.ts";
import { startProvider } from "../../../http/sign-in/oidc/running-provider.ts";
import { newVisitor, type Visitor } from "../../../http/sign-in/oidc/visitor.ts";
import { filesHolding } from "../../every-byte.ts";
import { heldClockAheadMs, withHeldClock } from "../../held-clock.ts";
import { startTestAppliance } from "../../running.ts";

const lines: string[] = [];
const log = createLog("json", (line) => void lines.push(line));
const appliance = await startTestAppliance({ log, doorClockAheadMs: heldClockAheadMs });
const { url } = appliance;
const admin = appliance.firstKeys?.admin ?? "";

const verified = (login: string, more: object = {}) => ({
  email: `${login}@example.com`,
  email_verified: true,
  ...more,
});
const people: Record<string, object> = {
  ada: verified("Ada", { name: "Ada Lovelace" }),
  boss: verified("boss", { groups: ["ops"] }),
  lead: verified("lead", { groups: ["leads"] }),
  gone: verified("gone"),
  new: verified("new", { name: "New\u202EPerson" }),
  stranger: verified("stranger"),
  alan: { email: "alan@example.com", email_verified: false },
  other: { email: "ada@other.example", email_verified: true },
};
const provider = await startProvider({ publicUrl: url, people });
afterAll(async () => {
  await appliance.stop();
  await provider.stop();
});

const BEGIN = `${url}/v1/session/oidc`;
const CALLBACK = `${BEGIN}/callback`;
const SET = {
  publicUrl: url,
  oidcIssuer: provider.issuer,
  oidcClientId: provider.client.id,
  oidcClientSecret: provider.client.secret,
};

beforeEach(async () => {
  provider.faults = {};
  await appliance.reload(SET);
  lines.length = 0;
});

async function asAdmin(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${admin}`, "content-type": "application/json" };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return (await fetch(`${url}${path}`, init)).json() as Promise<Record<string, unknown>>;
}

const invite = (email: string, role = "member") => asAdmin("POST", "/v1/admin/accounts", { email, role });

/** Where the browser is sent once the person has signed in at the provider. */
async function landing(login: string, next = "/", visitor = newVisitor()): Promise<string> {
  const back = await visitor.signInAt(`${BEGIN}?next=${encodeURIComponent(next)}`, login, CALLBACK);
  return (await visitor.ask(back)).headers.get("location") ?? "";
}

async function sessionOf(visitor: Visitor): Promise<Record<string, unknown>> {
  return (await visitor.ask(`${url}/v1/session`)).json() as Promise<Record<string, unknown>>;
}

describe("nobody signs in", () => {
  test.each([
    ["stranger", "not_invited"],
    ["alan", "email_unverified"],
  ])("who is %s", async (login, reason) => {
    const visitor = newVisitor();
    expect(await landing(login, "/", visitor)).toBe(`/sign-in?refused=${reason}`);
    expect((await visitor.ask(`${url}/v1/session`)).status).toBe(401);
    const said = lines.join("\n");
    expect(said).toContain(`"reason":"${reason}"`);
    expect(said).not.toContain("example.com");
  });

  test("whose account has ended, not even where everybody of the domain may", async () => {
    const { id } = await invite("gone@example.com");
    await asAdmin("DELETE", `/v1/admin/accounts/${String(id)}`);
    expect(await landing("gone")).toBe("/sign-in?refused=ended");
    await appliance.reload({ ...SET, oidcDomains: ["example.com"], oidcFirstSignIn: "allowed_domain" });
    expect(await landing("gone")).toBe("/sign-in?refused=ended");
  });

  test("of another domain, where domains are set", async () => {
    await invite("ada@other.example");
    await appliance.reload({ ...SET, oidcDomains: ["example.com"] });
    expect(await landing("other")).toBe("/sign-in?refused=domain");
  });

  test("with the way back of another browser", async () => {
    await invite("ada@example.com");
    const back = await newVisitor().signInAt(BEGIN, "ada", CALLBACK);
    const victim = newVisitor();
    await victim.ask(BEGIN);
    const answer = await victim.ask(back);
    expect(answer.headers.get("location")).toBe("/sign-in?refused=other_browser");
    expect((await victim.ask(`${url}/v1/session`)).status).toBe(401);
    expect(lines.join("\n")).not.toContain("other_browser");
  });

  test("with a way back that was used", async () => {
    const first = await newVisitor().ask(BEGIN);
    const cookie = (first.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
    const state = new URL(first.headers.get("location") ?? "").searchParams.get("state") ?? "";
    const come = () =>
      fetch(`${CALLBACK}?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`, {
        redirect: "manual",
        headers: { cookie },
      });
    // a look is none
    expect((await fetch(`${CALLBACK}?state=${state}`, { method: "HEAD", headers: { cookie } })).status).toBe(
      401,
    );
    expect((await come()).headers.get("location")).toBe("/sign-in?refused=cancelled");
    expect((await come()).headers.get("location")).toBe("/sign-in?refused=other_browser");
  });

  test.each([
    ["expired", { claims: (said: object) => ({ ...said, exp: 1 }) }, "clock"],
    ["another nonce", { claims: (said: object) => ({ ...said, nonce: "x" }) }, "provider_answer"],
    ["another audience", { claims: (said: object) => ({ ...said, aud: "x" }) }, "provider_answer"],
    [
      "another issuer",
      { claims: (said: object) => ({ ...said, iss: "https://x.example" }) },
      "provider_answer",
    ],
    ["a forged signature", { forged: true }, "provider_answer"],
  ])("with a token of %s", async (_, faults, reason) => {
    provider.faults = faults;
    expect(await landing("ada")).toBe(`/sign-in?refused=${reason}`);
  });

  test("while the provider is down, and the page says so at once", async () => {
    provider.faults = { answer: () => new Response("", { status: 503 }) };
    // a provider that was not asked yet
    await appliance.reload({ ...SET, oidcName: "New" });
    expect((await newVisitor().ask(BEGIN)).headers.get("location")).toBe("/sign-in?refused=provider_down");
  });

  test("after very many came back from one address, and then the provider is asked no more", async () => {
    provider.asked.length = 0;
    let answer = "";
    await withHeldClock(async () => {
      for (let tries = 0; tries < 320 && answer !== "/sign-in?refused=too_many"; tries += 1) {
        const next = await newVisitor().ask(BEGIN);
        const mine = (next.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
        const state = new URL(next.headers.get("location") ?? "").searchParams.get("state") ?? "";
        const back = await fetch(
          `${CALLBACK}?code=guessed&state=${state}&iss=${encodeURIComponent(provider.issuer)}`,
          {
            redirect: "manual",
            headers: { cookie: mine },
          },
        );
        answer = back.headers.get("location") ?? "";
      }
    });
    expect(answer).toBe("/sign-in?refused=too_many");
    expect(provider.asked.filter((path) => path === "/token").length).toBeLessThanOrEqual(300);
    // counted anew, so that the tests after this may sign in
    await appliance.reload({ ...SET, oidcName: "Again" });
  });

  test("where the organization is not there", async () => {
    await appliance.reload({ ...SET, oidcOrganization: "nowhere" });
    expect(await landing("ada")).toBe("/sign-in?refused=no_organization");
  });

  test("and the page that was asked for is still the one to go to", async () => {
    expect(await landing("alan", "/sessions?a=b")).toBe(
      "/sign-in?refused=email_unverified&next=%2Fsessions%3Fa%3Db",
    );
  });

  test("where no provider is set", async () => {
    await appliance.reload({ publicUrl: url });
    expect((await fetch(BEGIN)).status).toBe(404);
    expect((await fetch(CALLBACK)).status).toBe(404);
  });
});

describe("an invited person", () => {
  test("signs in as the developer of the address, and lands on the page that was asked for", async () => {
    await invite("ada@example.com");
    const visitor = newVisitor();
    expect(await landing("ada", "/sessions?agent=codex", visitor)).toBe("/sessions?agent=codex");
    expect(await sessionOf(visitor)).toMatchObject({
      role: "member",
      developer: { email: "ada@example.com" },
      scopes: ["read_own"],
    });
  });

  test("gets a cookie that no script reads and no other site sends", async () => {
    const visitor = newVisitor();
    const back = await visitor.signInAt(BEGIN, "ada", CALLBACK);
    const [left = "", signedIn = ""] = (await visitor.ask(back)).headers.getSetCookie();
    expect(left).toMatch(/^scoring-oidc=; Max-Age=0; .*HttpOnly; SameSite=Lax$/);
    expect(signedIn).toMatch(
      /^scoring-session-\d+=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  test("still comes back when the settings were read again meanwhile", async () => {
    const visitor = newVisitor();
    const back = await visitor.signInAt(BEGIN, "ada", CALLBACK);
    await appliance.reload({ ...SET, hosts: ["scoring.lan"] });
    expect((await visitor.ask(back)).headers.get("location")).toBe("/");
  });

  test.each(["//evil.example", "/\\evil.example", "https://evil.example", "/\t/evil.example", "x"])(
    "is led to no other server: %j",
    async (next) => {
      expect(await landing("ada", next)).toBe("/");
    },
  );

  test("signs out, and may sign out of the provider too", async () => {
    const visitor = newVisitor();
    await landing("ada", "/", visitor);
    const out = await visitor.ask(`${url}/v1/session`, { method: "DELETE", headers: { origin: url } });
    expect(out.status).toBe(204);
    expect((await visitor.ask(`${url}/v1/session`)).status).toBe(401);
    const ways = (await (await fetch(`${url}/v1/session/ways`)).json()) as {
      oidc: { signOutAddress: string };
    };
    expect((await visitor.ask(ways.oidc.signOutAddress)).status).toBe(200);
  });

  test("leaves no token, code or secret in a file or in the log", async () => {
    const visitor = newVisitor();
    const back = await visitor.signInAt(BEGIN, "ada", CALLBACK);
    provider.tokens.length = 0;
    await visitor.ask(back);
    const code = new URL(back).searchParams.get("code") ?? "none";
    const secrets = [...provider.tokens, code, provider.client.secret];
    expect(secrets).toHaveLength(4);
    expect(await filesHolding(appliance.directory, secrets)).toEqual([]);
    expect(secrets.filter((secret) => lines.join("\n").includes(secret))).toEqual([]);
  });

  test("is signed out when the account ends", async () => {
    const { id } = await invite("stranger@example.com");
    const visitor = newVisitor();
    expect(await landing("stranger", "/", visitor)).toBe("/");
    await asAdmin("DELETE", `/v1/admin/accounts/${String(id)}`);
    expect((await visitor.ask(`${url}/v1/session`)).status).toBe(401);
  });
});

describe("a person of an allowed domain", () => {
  test("gets an account with the first sign-in, once", async () => {
    await appliance.reload({ ...SET, oidcDomains: ["example.com"], oidcFirstSignIn: "allowed_domain" });
    for (let time = 0; time < 2; time += 1) {
      const visitor = newVisitor();
      expect(await landing("new", "/", visitor)).toBe("/");
      expect(await sessionOf(visitor)).toMatchObject({
        role: "member",
        developer: { email: "new@example.com" },
      });
    }
    const { entries } = await asAdmin("GET", "/v1/admin/audit?action=account_made&limit=1");
    expect(entries).toMatchObject([{ actor: { kind: "server" }, details: { role: "member", way: "oidc" } }]);
    // a name that could reverse the text around it is not taken
    const { accounts } = await asAdmin("GET", "/v1/admin/accounts?q=new@example.com");
    expect(accounts).toMatchObject([{ email: "new@example.com", name: null }]);
  });
});

describe("groups", () => {
  const groups = { ...SET, oidcAdminGroups: ["ops"], oidcLeadGroups: ["leads"] };

  test("decide the role at every sign-in", async () => {
    await invite("boss@example.com");
    await appliance.reload(groups);
    const visitor = newVisitor();
    expect(await landing("boss", "/", visitor)).toBe("/");
    expect(await sessionOf(visitor)).toMatchObject({ role: "admin" });
    const { entries } = await asAdmin("GET", "/v1/admin/audit?limit=2");
    expect(entries).toMatchObject([
      { action: "signed_in", actor: { kind: "account" }, details: { way: "oidc" } },
      { action: "account_changed", actor: { kind: "server" }, details: { role: "admin", way: "oidc" } },
    ]);
    people["boss"] = verified("boss", { groups: [] });
    const again = newVisitor();
    await landing("boss", "/", again);
    expect(await sessionOf(again)).toMatchObject({ role: "member" });
    expect(await sessionOf(visitor)).toMatchObject({ role: "member" });
  });

  test("make a lead only of somebody whom an admin gave labels", async () => {
    const { id } = await invite("lead@example.com");
    await appliance.reload(groups);
    const visitor = newVisitor();
    await landing("lead", "/", visitor);
    expect(await sessionOf(visitor)).toMatchObject({ role: "member" });
    await asAdmin("PATCH", `/v1/admin/accounts/${String(id)}`, {
      role: "lead",
      labels: ["team.id:platform"],
    });
    const again = newVisitor();
    await landing("lead", "/", again);
    expect(await sessionOf(again)).toMatchObject({ role: "lead" });
  });

  test("change nothing where none are set", async () => {
    const { id } = await asAdmin("POST", "/v1/admin/accounts", { email: "other@example.com", role: "admin" });
    people["kept"] = verified("other", { groups: [] });
    const visitor = newVisitor();
    await landing("kept", "/", visitor);
    expect(await sessionOf(visitor)).toMatchObject({ role: "admin" });
    await asAdmin("DELETE", `/v1/admin/accounts/${String(id)}`);
  });
});

describe("the ways to sign in", () => {
  const ways = async () => (await fetch(`${url}/v1/session/ways`)).json();

  test("name the provider by its host, or as the settings call it", async () => {
    const { host } = new URL(provider.issuer);
    expect(await ways()).toMatchObject({ key: true, link: true, oidc: { name: host, address: BEGIN } });
    await appliance.reload({ ...SET, oidcName: "Example" });
    expect(await ways()).toMatchObject({ oidc: { name: "Example" } });
  });

  test("have no provider until one is set", async () => {
    await appliance.reload({});
    expect(await ways()).toMatchObject({ key: true, oidc: null });
  });
});
