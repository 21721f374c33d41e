/** The name under which this server knows passkeys: browsers use a passkey only where it was made. */
import { isIP } from "node:net";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";

/** For whom a passkey is made. */
export interface RelyingParty {
  /** The host name, without a port. */
  id: string;
  /** The address of the pages, as browsers write it. */
  origin: string;
}

/** Why browsers would make no passkey for this server. */
export type NoPasskeys = { kind: "elsewhere"; origin: string } | { kind: "address" | "plain_http" };

/** How people reach the server. */
export interface Reached {
  /** As the settings say; null where they say nothing. */
  publicUrl: string | null;
  /** Whether the server itself speaks TLS. */
  speaksTls: boolean;
  /** The address of the request, which is always written with http. */
  url: string;
  /** The page that asks, as its browser says; null where nothing says so. */
  origin: string | null;
}

/**
 * Finds the name for which passkeys are made: the one of `public_url`, else the one that the request came to.
 *
 * @throws `elsewhere` when the page is not at `public_url`, `address` when there is no name, `plain_http` when the
 *   connection is not safe: browsers know passkeys over HTTPS and on localhost only.
 * @see Web Authentication, Level 3, sections 5.1.3 and 13.4.9 (2026-11).
 */
export function relyingPartyOf({
  publicUrl,
  speaksTls,
  url,
  origin,
}: Reached): Result<RelyingParty, NoPasskeys> {
  const { protocol, hostname: id, origin: own } = new URL(publicUrl ?? (speaksTls ? overTls(url) : url));
  if (isIP(id.replace(/^\[|\]$/g, "")) !== 0) return fail({ kind: "address" });
  if (protocol !== "https:" && !isLocalhost(id)) return fail({ kind: "plain_http" });
  if (origin !== null && origin !== own) return fail({ kind: "elsewhere", origin: own });
  return succeed({ id, origin: own });
}

function overTls(url: string): string {
  return url.replace(/^http:/, "https:");
}

function isLocalhost(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost");
}
