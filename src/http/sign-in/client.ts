/** Where a request came from: its connection's address or, behind a proxy that the owner named, what that proxy says. */
import { BlockList, isIP, isIPv4 } from "node:net";
import type { Settings } from "../../settings/schema.ts";

/** Who sent a request, as far as addresses say. */
export interface Client {
  /** An IP address. */
  address: string;
  /** Whether it is this machine itself, with no proxy between that the owner did not name. */
  isThisMachine: boolean;
}

/** Knows which proxies say the truth. */
export interface Proxies {
  /**
   * Finds out who sent a request.
   *
   * @param peer - the address of the request's connection
   */
  clientOf(request: Request, peer: string): Client;
}

/** What the owner said about proxies. */
export type ProxySettings = Pick<Settings, "trustedProxies" | "trustedProxyHeader">;

/** What an ingest node calls itself in the header `Via`. */
export const VIA = "1.1 scoring-ingest";

/** Whether a request says that it came through an ingest node; anybody may say that. */
export function isForwarded(request: Request): boolean {
  return request.headers.get("via") === VIA;
}

/** What proxies of any kind add to a request. */
export const OF_PROXIES = /^(forwarded|via|x-real-ip|x-client-ip|x-forwarded-.*)$/;

/**
 * Prepares the list of trusted proxies.
 *
 * Only the connection's own address proves something, so a header counts only where that address is on the list, and
 * of the addresses in `X-Forwarded-For` the last one that is not on it: whatever is before that, the client wrote. Behind an entry that is no address
 * nobody is known.
 *
 * @param unlisted - Called with the address of an ingest node that is not on the list.
 * @see https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/X-Forwarded-For#selecting_an_ip_address (2026-11)
 */
export function createProxies(
  { trustedProxies, trustedProxyHeader }: ProxySettings,
  unlisted: (address: string) => void = () => {},
): Proxies {
  const trusted = blockListOf(trustedProxies);
  const isTrusted = (address: string): boolean => trusted.check(address, familyOf(address));

  function lastUntrusted(chain: string): string | null {
    let client: string | null = null;
    for (const entry of chain.split(",").toReversed()) {
      const address = plainAddress(entry);
      if (address === null) return null;
      client = address;
      if (!isTrusted(address)) return client;
    }
    return client;
  }

  return {
    clientOf(request, peer) {
      const address = plainAddress(peer) ?? peer;
      const named = request.headers.get(trustedProxyHeader);
      const isListed = isIP(address) !== 0 && isTrusted(address);
      if (!isListed && isForwarded(request)) unlisted(address);
      if (named === null || !isListed)
        return { address, isThisMachine: isLoopback(address) && !cameThroughProxy(request) };
      const client = trustedProxyHeader === "x-real-ip" ? plainAddress(named) : lastUntrusted(named);
      return client === null
        ? { address, isThisMachine: false }
        : { address: client, isThisMachine: isLoopback(client) };
    },
  };
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv4(address) ? "ipv4" : "ipv6";
}

/** Without blanks, brackets and a port, and an IPv4 address in IPv6 as the former; null for what is no address. */
function plainAddress(entry: string): string | null {
  const [, bracketed, rest = ""] = /^\[([^\]]*)\](?::\d+)?$/.exec(entry.trim()) ?? [
    "",
    undefined,
    entry.trim(),
  ];
  const address = (bracketed ?? rest.replace(/^([\d.]+):\d+$/, "$1")).replace(/^::ffff:(?=[\d.]+$)/i, "");
  return isIP(address) === 0 ? null : address;
}

function isLoopback(address: string): boolean {
  return /^127\.|^::1$/.test(address);
}

function cameThroughProxy(request: Request): boolean {
  return [...request.headers.keys()].some((name) => OF_PROXIES.test(name));
}

const CLIENTS = new WeakMap<Request, Client>();

/** Notes who sent a request, for its route. */
export function noteClient(request: Request, client: Client): void {
  CLIENTS.set(request, client);
}

/** Returns who sent a request; of one whose connection was gone already nothing is known. */
export function clientOf(request: Request): Client {
  return CLIENTS.get(request) ?? { address: "", isThisMachine: false };
}
