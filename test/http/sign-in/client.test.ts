/** Whose address counts: the connection's own, or what a proxy that the owner named says. */
import { describe, expect, test } from "bun:test";
import { type Client, createProxies, type ProxySettings } from "../../../src/http/sign-in/client.ts";

const ADDRESS = "http://127.0.0.1:4318/v1/session";

function clientOf(peer: string, headers: Record<string, string>, settings: Partial<ProxySettings>): Client {
  const proxies = createProxies({ trustedProxies: [], trustedProxyHeader: "x-forwarded-for", ...settings });
  return proxies.clientOf(new Request(ADDRESS, { headers }), peer);
}

describe("without a named proxy", () => {
  test.each<[string, Record<string, string>, boolean]>([
    ["127.0.0.1", {}, true],
    ["::1", {}, true],
    ["::ffff:127.0.0.1", {}, true],
    ["10.0.0.7", {}, false],
    ["127.0.0.1", { "x-forwarded-for": "203.0.113.7" }, false],
    ["127.0.0.1", { "x-forwarded-for": "127.0.0.1" }, false],
    ["127.0.0.1", { "x-real-ip": "203.0.113.7" }, false],
    ["127.0.0.1", { forwarded: "for=203.0.113.7" }, false],
    ["127.0.0.1", { "x-forwarded-proto": "https" }, false],
    ["127.0.0.1", { via: "1.1 proxy" }, false],
  ])("from %p with %p is from this machine: %p", (peer, headers, isThisMachine) => {
    const address = peer.replace("::ffff:", "");
    expect(clientOf(peer, headers, {})).toEqual({ address, isThisMachine });
  });
});

describe("behind a proxy that is named", () => {
  const trustedProxies = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"];

  test.each<[string, string, Client]>([
    ["127.0.0.1", "203.0.113.7", { address: "203.0.113.7", isThisMachine: false }],
    ["::ffff:127.0.0.1", "203.0.113.7", { address: "203.0.113.7", isThisMachine: false }],
    ["fd12::1", "2001:db8::7", { address: "2001:db8::7", isThisMachine: false }],
    // whatever is before the last address that is no proxy's, the client wrote itself
    ["127.0.0.1", "127.0.0.1, 203.0.113.7", { address: "203.0.113.7", isThisMachine: false }],
    ["127.0.0.1", "198.51.100.1, 203.0.113.7, 10.1.2.3", { address: "203.0.113.7", isThisMachine: false }],
    ["127.0.0.1", "203.0.113.7:51234", { address: "203.0.113.7", isThisMachine: false }],
    ["127.0.0.1", "[2001:db8::7]:51234", { address: "2001:db8::7", isThisMachine: false }],
    ["127.0.0.1", "10.9.9.9", { address: "10.9.9.9", isThisMachine: false }],
    ["10.1.2.3", "127.0.0.1", { address: "127.0.0.1", isThisMachine: true }],
    ["127.0.0.1", "unknown", { address: "127.0.0.1", isThisMachine: false }],
    // an entry that is no address makes nobody of those after it the client
    ["10.1.2.3", "unknown, 127.0.0.1", { address: "10.1.2.3", isThisMachine: false }],
    ["127.0.0.1", "203.0.113.7, _hidden, 10.9.9.9", { address: "127.0.0.1", isThisMachine: false }],
    ["127.0.0.1", "", { address: "127.0.0.1", isThisMachine: false }],
    ["203.0.113.9", "198.51.100.1", { address: "203.0.113.9", isThisMachine: false }],
  ])("%p with X-Forwarded-For %p is %p", (peer, forwarded, expected) => {
    expect(clientOf(peer, { "x-forwarded-for": forwarded }, { trustedProxies })).toEqual(expected);
  });

  test("the header that is named counts, and no other", () => {
    const headers = { "x-real-ip": "203.0.113.7", "x-forwarded-for": "127.0.0.1" };
    const byRealIp = { trustedProxies, trustedProxyHeader: "x-real-ip" } as const;
    expect(clientOf("127.0.0.1", headers, byRealIp)).toEqual({
      address: "203.0.113.7",
      isThisMachine: false,
    });
    const alone = { "x-real-ip": "203.0.113.7" };
    expect(clientOf("127.0.0.1", alone, { trustedProxies })).toEqual({
      address: "127.0.0.1",
      isThisMachine: false,
    });
  });

  test("a request without any header came from this machine itself", () => {
    expect(clientOf("127.0.0.1", {}, { trustedProxies })).toEqual({
      address: "127.0.0.1",
      isThisMachine: true,
    });
  });
});

describe("an ingest node", () => {
  const via = { via: "1.1 scoring-ingest", "x-forwarded-for": "unknown" };

  test("that is not listed is reported with its address", () => {
    const unlisted: string[] = [];
    const settings: ProxySettings = {
      trustedProxies: ["10.0.0.0/8"],
      trustedProxyHeader: "x-forwarded-for",
    };
    const proxies = createProxies(settings, (address) => void unlisted.push(address));
    for (const peer of ["10.0.0.7", "192.0.2.1"])
      proxies.clientOf(new Request(ADDRESS, { headers: via }), peer);
    expect(unlisted).toEqual(["192.0.2.1"]);
  });

  test("that does not name its client is the client itself, on another machine", () => {
    const trustedProxies = ["127.0.0.1"];
    expect(clientOf("127.0.0.1", via, { trustedProxies })).toEqual({
      address: "127.0.0.1",
      isThisMachine: false,
    });
  });
});
