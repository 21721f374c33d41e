import { describe, expect, test } from "bun:test";
import { localPage } from "../../../../src/http/sign-in/oidc/local-page.ts";
import { createWaysBack } from "../../../../src/http/sign-in/oidc/way-back.ts";
import {
  noWayBackCookie,
  readWayBack,
  wayBackCookie,
} from "../../../../src/http/sign-in/oidc/way-back-cookie.ts";
import { MINUTE } from "../../../../src/vocabulary/units.ts";

let now = 1_800_000_000_000;
const waysBack = createWaysBack(() => now);

describe("a way back", () => {
  test("holds once, and leads to the page that was asked for", () => {
    const { cookie, secrets } = waysBack.begin("/sessions?a=ü.ä");
    expect(waysBack.end(cookie, secrets.state)).toEqual({ secrets, returnTo: "/sessions?a=ü.ä" });
    expect(waysBack.end(cookie, secrets.state)).toBeNull();
  });

  test("has secrets of its own, none of which is in the cookie", () => {
    const [first, second] = [waysBack.begin("/"), waysBack.begin("/")];
    const secrets = [first, second].flatMap(({ secrets: { state, nonce, verifier } }) => [
      state,
      nonce,
      verifier,
    ]);
    expect(new Set(secrets).size).toBe(6);
    expect(secrets.filter((secret) => first.cookie.includes(secret))).toEqual([]);
    // RFC 7636, section 4.1
    expect(first.secrets.verifier).toMatch(/^[\w.~-]{43,128}$/);
  });

  test("is over after ten minutes", () => {
    const { cookie, secrets } = waysBack.begin("/");
    now += 10 * MINUTE;
    expect(waysBack.end(cookie, secrets.state)).toBeNull();
  });

  test("is nobody else's: not of another browser, another server, or a changed cookie", () => {
    const [mine, theirs] = [waysBack.begin("/"), waysBack.begin("/")];
    const { state } = mine.secrets;
    expect(waysBack.end(theirs.cookie, state)).toBeNull();
    expect(waysBack.end(null, state)).toBeNull();
    expect(waysBack.end("", "")).toBeNull();
    expect(createWaysBack(() => now).end(mine.cookie, state)).toBeNull();
    const [token, expiresAt, , seal] = mine.cookie.split(".");
    const evil = Buffer.from("//evil.example").toString("base64url");
    expect(waysBack.end(`${token}.${expiresAt}.${evil}.${seal}`, state)).toBeNull();
    expect(waysBack.end(mine.cookie, state)).not.toBeNull();
  });
});

describe("the cookie of a way back", () => {
  const read = (cookie: string, publicUrl: string) =>
    readWayBack(new Request("http://a/", { headers: { cookie } }), publicUrl);

  test("can be planted by no other server of the domain, over TLS", () => {
    const header = wayBackCookie("v", "https://scoring.example.com");
    expect(header).toBe("__Host-scoring-oidc=v; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure");
    expect(read("scoring-oidc=planted", "https://scoring.example.com")).toBeNull();
    expect(read("a=b; __Host-scoring-oidc=v", "https://scoring.example.com")).toBe("v");
  });

  test("goes only to where the provider sends the browser, without TLS", () => {
    const header = noWayBackCookie("http://127.0.0.1:4318");
    expect(header).toBe("scoring-oidc=; Max-Age=0; Path=/v1/session/oidc/callback; HttpOnly; SameSite=Lax");
    expect(read("scoring-oidc=v", "http://127.0.0.1:4318")).toBe("v");
  });
});

describe("the page that is opened in the end", () => {
  test.each(["/", "/sessions?agent=codex&label=team.id%3Aa#x"])("may be %s", (page) => {
    expect(localPage(page)).toBe(page);
  });

  test.each([
    undefined,
    "",
    "x",
    "//evil.example",
    "/\\evil.example",
    "/\n/evil.example",
    "https://evil.example",
  ])("is the overview for %j", (page) => {
    expect(localPage(page)).toBe("/");
  });
});
