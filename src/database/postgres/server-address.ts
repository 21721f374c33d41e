/** Where a PostgreSQL is, as an address says it; Kysely's connection takes it apart from the address's text. */
import { readFileSync } from "node:fs";
import type { Milliseconds } from "../../vocabulary/units.ts";

/** What a connection needs to know. */
export interface ServerPlace {
  /** As `postgres://user:password@host:5432/name?sslmode=verify-full`; `host` may be a folder with a socket. */
  url: string;
  /** A file with the certificates that the server's is checked by; null for those that the machine trusts. */
  ca: string | null;
  /** How the server lists the connection. */
  applicationName: string;
  /** Who says that something has changed: letters, digits, dots, dashes. */
  node: string;
  /** The longest that a statement of a reading connection may take. */
  readWithin: Milliseconds;
  /** After how long without an answer the server is asked whether it still works on a statement. */
  silence: Milliseconds;
}

/** The parts of an address. */
export interface ServerAddress {
  host: string;
  port: number;
  user: string;
  password: string | undefined;
  database: string;
  tls: { ca: string | undefined; checks: "nothing" | "issuer" | "issuer_and_name" } | null;
}

const USUAL_PORT = 5_432;

/**
 * Takes an address apart, without a password in what it throws.
 *
 * @see postgresql.org/docs/current/libpq-connect.html: `sslmode`, of which `allow` and `prefer` are not offered, because
 *   they protect from nobody. Without it the connection is plain, unless a file of certificates is named.
 */
export function readServerAddress({ url, ca }: Pick<ServerPlace, "url" | "ca">): ServerAddress {
  const { hostname, port, username, password, pathname, searchParams: more } = new URL(url);
  return {
    host: more.get("host") ?? decodeURIComponent(hostname).replace(/^\[|\]$/g, ""),
    port: Number(more.get("port") ?? (port || USUAL_PORT)),
    user: more.get("user") ?? decodeURIComponent(username),
    password: password === "" ? undefined : decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    tls: tlsOf(more.get("sslmode") ?? (ca === null ? "disable" : "verify-full"), ca),
  };
}

function tlsOf(mode: string, ca: string | null): ServerAddress["tls"] {
  const trusted = ca === null ? undefined : readFileSync(ca, "utf8");
  switch (mode) {
    case "disable":
      return null;
    case "require":
      return { ca: trusted, checks: trusted === undefined ? "nothing" : "issuer" };
    case "verify-ca":
      return { ca: trusted, checks: "issuer" };
    case "verify-full":
      return { ca: trusted, checks: "issuer_and_name" };
    default:
      throw new Error(
        `sslmode=${mode} is not offered for PostgreSQL: use disable, require, verify-ca or verify-full`,
      );
  }
}
