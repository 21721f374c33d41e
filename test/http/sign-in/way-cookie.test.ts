/** Cookies of ways to another site and back. */
import { describe, expect, test } from "bun:test";
import { noWayCookie, readWayCookie, wayCookie } from "../../../src/http/sign-in/way-cookie.ts";
import { MINUTE } from "../../../src/vocabulary/units.ts";

const wayTo = (backTo: string) => ({ name: "way", backTo, lasts: 10 * MINUTE });
const secure = wayTo("https://scoring.example/v1/back");
const plain = wayTo("http://127.0.0.1:4318/v1/back");

const sending = (cookie: string) => new Request("http://scoring.example/v1/back", { headers: { cookie } });

describe("the cookie of a way back", () => {
  test("over TLS has the prefix that nobody else can plant, and no other is read", () => {
    expect(wayCookie(secure, "abc")).toBe(
      "__Host-way=abc; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure",
    );
    expect(noWayCookie(secure)).toBe("__Host-way=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure");
    expect(readWayCookie(secure, sending("way=planted"))).toBeNull();
    expect(readWayCookie(secure, sending("way=planted; __Host-way=own"))).toBe("own");
  });

  test("without TLS goes only to where the way ends", () => {
    expect(wayCookie(plain, "abc")).toBe("way=abc; Max-Age=600; Path=/v1/back; HttpOnly; SameSite=Lax");
    expect(readWayCookie(plain, sending("other=x; way=own"))).toBe("own");
    expect(readWayCookie(plain, sending("other=x"))).toBeNull();
  });
});
