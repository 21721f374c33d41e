/** Which names in the Host header are this server's own: a page that made its own name mean this machine has another. */
import { isIP } from "node:net";
import { requestIdOf } from "../../ingest/request-id.ts";
import type { Settings } from "../../settings/schema.ts";
import { problemResponse } from "../problems.ts";
import { isForwarded } from "../sign-in/client.ts";

/** Answers what came under a foreign name. */
export interface KnownHosts {
  /**
   * Returns the answer 421, or null when the name is known.
   *
   * @param request - A request with a whole address.
   */
  refuse(request: Request): Response | null;
}

/** What the owner said about names. */
export type HostSettings = Pick<Settings, "listen" | "publicUrl" | "hosts">;

const ANY = "*";

/**
 * Names that no stranger can own need no mention: addresses, names without a dot, and those ending in
 * `.localhost` or `.internal`, which is how containers call their host.
 *
 * @see RFC 6761, section 6.3 (localhost); ICANN, resolution 2024.07.29.06 (internal), and SAC053 of 2012,
 *   which keeps names without a dot out of the public DNS.
 * @remarks Takes the machine's own name.
 */
export function createKnownHosts({ listen, publicUrl, hosts }: HostSettings, machine: string): KnownHosts {
  const publicHost = publicUrl === null ? [] : [new URL(publicUrl).hostname];
  const known = new Set([listen.hostname, machine, ...publicHost, ...hosts].map(plainName));
  return {
    refuse(request) {
      const name = plainName(new URL(request.url).hostname);
      return known.has(ANY) || known.has(name) || isNobodysName(name) ? null : refusal(request, name);
    },
  };
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

function isNobodysName(name: string): boolean {
  return (
    isIP(name.replace(/^\[|\]$/g, "")) !== 0 || !name.includes(".") || /\.(localhost|internal)$/.test(name)
  );
}

function refusal(request: Request, name: string): Response {
  const where = isForwarded(request) ? ", on each engine" : "";
  const detail =
    `This server is not known as ${name}. Whoever runs it can set public_url to the address that people use, ` +
    `or add the name to hosts (SCORING_HOSTS)${where}.`;
  return problemResponse(421, { detail, headers: { "x-request-id": requestIdOf(request) } });
}
