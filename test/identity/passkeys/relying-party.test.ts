import { describe, expect, test } from "bun:test";
import { relyingPartyOf } from "../../../src/identity/passkeys/relying-party.ts";

const PLAIN = { publicUrl: null, speaksTls: false, url: "http://localhost:4318/v1", origin: null };

describe("passkeys are not known", () => {
  test.each([
    ["at an address", { url: "http://127.0.0.1:4318/" }, "address"],
    ["at an address of IPv6", { url: "http://[::1]:4318/" }, "address"],
    ["at an address over TLS", { url: "http://192.0.2.1/", speaksTls: true }, "address"],
    ["at a public address that is no name", { publicUrl: "https://192.0.2.1" }, "address"],
    ["over plain HTTP", { url: "http://scoring.example/" }, "plain_http"],
    ["at a public address over plain HTTP", { publicUrl: "http://scoring.example" }, "plain_http"],
    ["at a name that only begins with localhost", { url: "http://localhost.example/" }, "plain_http"],
    ["at a name that only ends with it", { url: "http://mylocalhost/" }, "plain_http"],
  ])("%s", (...[, reached, kind]) => {
    expect(relyingPartyOf({ ...PLAIN, ...reached })).toMatchObject({ ok: false, problem: { kind } });
  });

  test("on a page at another address than the public one, which is named", () => {
    const publicUrl = "https://scoring.example/";
    expect(relyingPartyOf({ ...PLAIN, publicUrl, origin: "http://localhost:4318" })).toEqual({
      ok: false,
      problem: { kind: "elsewhere", origin: "https://scoring.example" },
    });
  });
});

describe("passkeys are known under the name", () => {
  test.each([
    ["localhost", {}, "localhost", "http://localhost:4318"],
    ["that ends with localhost", { url: "http://a.localhost/" }, "a.localhost", "http://a.localhost"],
    [
      "of a request over TLS",
      { url: "http://scoring.example:8443/v1", speaksTls: true },
      "scoring.example",
      "https://scoring.example:8443",
    ],
    [
      "of the public address, whatever the request came to",
      { publicUrl: "https://scoring.example", url: "http://10.0.0.7:4318/" },
      "scoring.example",
      "https://scoring.example",
    ],
    [
      "of a public address on localhost",
      { publicUrl: "http://localhost:9000/" },
      "localhost",
      "http://localhost:9000",
    ],
  ])("%s", (...[, reached, id, origin]) => {
    const whole = { ...PLAIN, ...reached };
    expect(relyingPartyOf(whole)).toEqual({ ok: true, value: { id, origin } });
    expect(relyingPartyOf({ ...whole, origin })).toEqual({ ok: true, value: { id, origin } });
  });
});
