/** The headers that protect browsers, put on every answer of every door in this one place. */

/** The connection that an answer goes over. */
export interface Sent {
  /** Whether this server itself encrypts it. */
  overTls: boolean;
}

/** For what is no page: nothing loads, runs or frames it, whatever a browser takes it for. */
const NOTHING_LOADS = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For a week: the name may have other servers on other ports, which a browser then asks by https too. */
const TLS_FROM_NOW_ON = "max-age=604800";

/** The same for every answer. */
const ALWAYS = Object.entries({
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
});

/** For an answer that does not say better itself. */
const OTHERWISE = Object.entries({
  "content-security-policy": NOTHING_LOADS,
  "cache-control": "no-store",
});

/**
 * Returns the same response with the headers.
 *
 * A page keeps its own Content-Security-Policy, and a file that never changes its own Cache-Control.
 *
 * @see OWASP, HTTP Headers Cheat Sheet and REST Security Cheat Sheet (2026-11).
 */
export function protect(response: Response, { overTls }: Sent): Response {
  const { headers } = response;
  for (const [name, value] of ALWAYS) headers.set(name, value);
  for (const [name, value] of OTHERWISE) if (!headers.has(name)) headers.set(name, value);
  if (overTls) headers.set("strict-transport-security", TLS_FROM_NOW_ON);
  return response;
}
