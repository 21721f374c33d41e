/** Asks the machine for the addresses of a host, as its other programs do. */
import { fail, type Result, succeed } from "../../vocabulary/result.ts";

/**
 * Returns a host's IP addresses, those of IPv4 first; at least one.
 *
 * @throws Nobody knows the host.
 */
export type LookUp = (host: string) => Promise<Result<readonly string[], { kind: "unknown_host" }>>;

/** The C library's own lookup: Bun's usual resolver waits long in a network that has no DNS. */
export const lookUpOnMachine: LookUp = async (host) => {
  try {
    const found = await Bun.dns.lookup(host, { backend: "libc" });
    const addresses = found.toSorted((first, second) => first.family - second.family);
    return addresses.length === 0
      ? fail({ kind: "unknown_host" })
      : succeed([...new Set(addresses.map(({ address }) => address))]);
  } catch {
    // the only thing that Bun says about an unknown host is an exception
    return fail({ kind: "unknown_host" });
  }
};
