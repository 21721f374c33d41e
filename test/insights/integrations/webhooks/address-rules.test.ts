/** Where webhooks may be sent. */
import { describe, expect, test } from "bun:test";
import { isPublic, readAddress } from "../../../../src/insights/integrations/webhooks/address-rules.ts";

describe("an IP address is not public", () => {
  test.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:8.8.8.8",
    "::7f00:1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "localhost",
    "",
  ])("%s", (ip) => {
    expect(isPublic(ip)).toBeFalse();
  });
});

test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "193.0.0.1", "2606:4700::1111", "2a00:1450::1"])(
  "%s is public",
  (ip) => {
    expect(isPublic(ip)).toBeTrue();
  },
);

describe("an address is refused", () => {
  test.each([
    ["hooks.example.com/x", "not_an_address"],
    ["ftp://hooks.example.com/x", "not_an_address"],
    ["https://user:password@hooks.example.com/", "not_an_address"],
    ["http://hooks.example.com/", "not_https"],
    ["https://127.0.0.1/", "private_address"],
    ["https://0x7f.1/", "private_address"],
    ["https://2130706433/", "private_address"],
    ["https://[::1]/", "private_address"],
    ["https://[::ffff:127.0.0.1]/", "private_address"],
    ["https://169.254.169.254/latest/meta-data", "private_address"],
  ])("%s", (text, kind) => {
    expect(readAddress(text, [])).toEqual({ ok: false, problem: { kind } } as never);
  });
});

describe("an address is taken", () => {
  test.each(["https://hooks.example.com/a?b=c", "https://8.8.8.8:8443/"])("%s", (text) => {
    expect(readAddress(text, []).ok).toBeTrue();
  });

  test.each([
    ["http://hooks.lan:8080/a", "Hooks.lan"],
    ["https://10.0.0.5/a", "10.0.0.5"],
    ["http://[::1]/a", "::1"],
  ])("%s where its host is allowed", (text, host) => {
    expect(readAddress(text, [host]).ok).toBeTrue();
  });
});
