/** What signing in needs but a running server: origins, links, wrong keys, the cookie's name. */
import { describe, expect, test } from "bun:test";
import { noCookie, readCookie, tokenCookie } from "../../../src/http/sign-in/cookie.ts";
import { createSignInLinks, signInAddress } from "../../../src/http/sign-in/links.ts";
import { isSameOrigin } from "../../../src/http/sign-in/origin.ts";
import { countWrongKeys } from "../../../src/http/sign-in/wrong-keys.ts";
import { noteOverTls } from "../../../src/http/tls/over-tls.ts";
import { HOUR, MINUTE } from "../../../src/vocabulary/units.ts";

const from = (headers: Record<string, string>, url = "http://127.0.0.1:4318/v1/session") =>
  new Request(url, { headers });

/** As the server notes it of its own TLS. */
function overTls(headers: Record<string, string>, url = "http://127.0.0.1:4318/v1/session"): Request {
  const request = from(headers, url);
  noteOverTls(request);
  return request;
}

describe("the origin of a change", () => {
  test.each([
    "http://evil.example",
    "http://127.0.0.1:4319",
    "ftp://127.0.0.1:4318",
    "null",
    "not an address",
  ])("%s is another", (origin) => {
    expect(isSameOrigin(from({ origin }), null)).toBe(false);
  });

  test("that is not given is another", () => {
    expect(isSameOrigin(from({}), "https://scoring.example")).toBe(false);
  });

  test("is another when the page came over HTTP and the server speaks TLS", () => {
    expect(isSameOrigin(overTls({ origin: "http://127.0.0.1:4318" }), null)).toBe(false);
    expect(isSameOrigin(overTls({ origin: "https://127.0.0.1:4318" }), null)).toBe(true);
    const [plain, secure] = ["http://scoring.example", "https://scoring.example"];
    const seen = (origin: string, publicUrl: string | null): boolean =>
      isSameOrigin(from({ origin }, "http://scoring.example/v1/session"), publicUrl);
    expect([seen(plain, secure), seen(secure, secure)]).toEqual([false, true]);
    expect([seen(plain, plain), seen(secure, plain), seen(secure, null)]).toEqual([true, true, true]);
  });

  test("is the server's own by its address, or by the one that people know", () => {
    expect(isSameOrigin(from({ origin: "http://127.0.0.1:4318" }), null)).toBe(true);
    expect(isSameOrigin(from({ origin: "https://scoring.example" }), "https://scoring.example/")).toBe(true);
  });
});

describe("the cookie", () => {
  test("is kept from scripts and from other sites, for as long as it holds", () => {
    const cookie = tokenCookie(from({}), "abc", HOUR);
    expect(cookie).toBe("scoring-session-4318=abc; Max-Age=3600; Path=/; HttpOnly; SameSite=Strict");
    expect(noCookie(from({}))).toContain("scoring-session-4318=; Max-Age=0;");
  });

  test("goes over TLS only when it came over TLS", () => {
    const request = from({ origin: "https://scoring.example" }, "http://scoring.example/v1/session");
    expect(tokenCookie(request, "abc", HOUR)).toMatch(/^scoring-session=abc; .*; Secure$/);
  });

  test("over the server's own TLS has the prefix that nobody else can plant, and no other is read", () => {
    expect(tokenCookie(overTls({}), "abc", HOUR)).toBe(
      "__Host-scoring-session-4318=abc; Max-Age=3600; Path=/; HttpOnly; SameSite=Strict; Secure",
    );
    expect(noCookie(overTls({}, "http://scoring.example/v1/session"))).toBe(
      "__Host-scoring-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure",
    );
    expect(readCookie(overTls({ cookie: "scoring-session-4318=x" }))).toBeNull();
    expect(readCookie(overTls({ cookie: "scoring-session-4318=x; __Host-scoring-session-4318=y" }))).toBe(
      "y",
    );
  });

  test("of another server of this machine is not read", () => {
    expect(readCookie(from({ cookie: "scoring-session-9999=x; other=y" }))).toBeNull();
    expect(readCookie(from({ cookie: "other=y; scoring-session-4318=x" }))).toBe("x");
  });
});

describe("a sign-in link", () => {
  test("works once", () => {
    const links = createSignInLinks(() => 0);
    const token = links.issue("laptop");
    expect([links.redeem("guessed"), links.redeem(token), links.redeem(token)]).toEqual([
      null,
      "laptop",
      null,
    ]);
  });

  test("works for five minutes", () => {
    let now = 0;
    const links = createSignInLinks(() => now);
    const token = links.issue("laptop");
    now = 5 * MINUTE;
    expect(links.redeem(token)).toBeNull();
  });

  test("hides its token behind the #, and leads to this machine", () => {
    expect(signInAddress("http://0.0.0.0:4318", "abc")).toBe("http://127.0.0.1:4318/sign-in#abc");
    expect(signInAddress("http://10.0.0.7:80", "abc")).toBe("http://10.0.0.7:80/sign-in#abc");
  });
});

describe("wrong keys", () => {
  const mine = { address: "10.0.0.1", secret: "scoring_AAAA-and-more" };
  const another = { address: "10.0.0.1", secret: "scoring_BBBB-and-more" };

  test("make whoever tries them wait, and only until the minute is over", () => {
    let now = 0;
    const wrong = countWrongKeys(() => now);
    for (let times = 0; times < 10; times += 1) expect(wrong.note(mine)).toBeNull();
    now = 20_000;
    expect([wrong.note(mine), wrong.note({ ...mine, address: "10.0.0.2" })]).toEqual([40, null]);
    now = MINUTE;
    expect(wrong.note(mine)).toBeNull();
  });

  test("do not slow a colleague's who comes through the same proxy", () => {
    const wrong = countWrongKeys(() => 0);
    for (let times = 0; times < 20; times += 1) wrong.note(mine);
    expect([wrong.note(mine), wrong.note(another)]).toEqual([60, null]);
  });

  test("from all addresses of one machine's network are counted together", () => {
    const wrong = countWrongKeys(() => 0);
    const from64 = (last: string) => wrong.note({ ...mine, address: `2001:db8:0:7${last}` });
    for (let times = 0; times < 10; times += 1) expect(from64(`::${times}`)).toBeNull();
    expect([from64(":a:b:c:d"), from64("::")]).toEqual([60, 60]);
    expect(wrong.note({ ...mine, address: "2001:db8::7:1" })).toBeNull();
    expect(wrong.note({ ...mine, address: "::1" })).toBeNull();
    expect([wrong.waitOf("2001:db8:0:7::9"), wrong.waitOf("2001:db8::7:1")]).toEqual([null, null]);
  });

  test("that are ever new make their address wait after 300", () => {
    const wrong = countWrongKeys(() => 0);
    for (let times = 0; times < 300; times += 1)
      expect(wrong.note({ ...mine, secret: `${times}`.padEnd(12, "x") })).toBeNull();
    expect(wrong.note(another)).toBe(60);
    expect([wrong.waitOf(mine.address), wrong.waitOf("10.0.0.2")]).toEqual([60, null]);
  });
});
