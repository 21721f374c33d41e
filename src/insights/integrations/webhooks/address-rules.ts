/** Where webhooks may be sent: to public addresses by https, and to hosts that the server's owner allows. */
import { BlockList, isIP } from "node:net";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";

/** Why an address is not called. */
export type AddressProblem = { kind: "not_an_address" | "not_https" | "private_address" };

/** @see IANA, "IPv4 Special-Purpose Address Registry" and "IPv4 Multicast Address Space Registry", read 2026-11. */
const NOT_PUBLIC: readonly [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/**
 * Ranges of IPv6's public space that are not public, or that lead to an IPv4 address inside them.
 *
 * @see IANA, "IPv6 Special-Purpose Address Registry", read 2026-11.
 */
const NOT_PUBLIC_6: readonly [string, number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const PUBLIC_6 = new BlockList();
PUBLIC_6.addSubnet("2000::", 3, "ipv6");
const PRIVATE = new BlockList();
for (const [network, bits] of NOT_PUBLIC) PRIVATE.addSubnet(network, bits, "ipv4");
for (const [network, bits] of NOT_PUBLIC_6) PRIVATE.addSubnet(network, bits, "ipv6");

/**
 * Whether an IP address is one of the public internet. Outside 2000::/3 no IPv6 address is: not this machine, not the
 * own network, and not an IPv4 address in another form.
 */
export function isPublic(ip: string): boolean {
  const family = isIP(ip);
  if (family === 4) return !PRIVATE.check(ip, "ipv4");
  return family === 6 && PUBLIC_6.check(ip, "ipv6") && !PRIVATE.check(ip, "ipv6");
}

/** The host of an address, as the owner would write it: without brackets, and without a dot at its end. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/** Whether the owner allows a host wherever it is, and without TLS. */
export function isAllowed(url: URL, allowedHosts: readonly string[]): boolean {
  return allowedHosts.some((host) => host.toLowerCase() === hostOf(url));
}

/**
 * Reads the address of a webhook. What its name resolves to is looked at before each message.
 *
 * @throws Nothing may be sent to it.
 */
export function readAddress(text: string, allowedHosts: readonly string[]): Result<URL, AddressProblem> {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    return fail({ kind: "not_an_address" });
  if (isAllowed(url, allowedHosts)) return succeed(url);
  if (url.protocol !== "https:") return fail({ kind: "not_https" });
  const host = hostOf(url);
  return isIP(host) !== 0 && !isPublic(host) ? fail({ kind: "private_address" }) : succeed(url);
}
