/** Whether a request comes from a page of this server, which only a browser can say. */
import { isOverTls } from "../tls/over-tls.ts";

/**
 * Returns false for pages of other hosts, for requests that do not say where they come from, and for a page that came
 * over HTTP where this server is reached over TLS: anybody on the way could have written that page.
 *
 * @remarks Takes the address that people reach the server by, where a proxy changes the host; null without
 *   one.
 */
export function isSameOrigin(request: Request, publicUrl: string | null): boolean {
  const origin = URL.parse(request.headers.get("origin") ?? "");
  if (origin === null) return false;
  const shown = URL.parse(publicUrl ?? "");
  if (origin.host === shown?.host) return isAsSafe(origin, shown.protocol);
  return (
    origin.host === new URL(request.url).host && isAsSafe(origin, isOverTls(request) ? "https:" : "http:")
  );
}

/** A page over TLS is as safe as any. */
function isAsSafe({ protocol }: URL, wanted: string): boolean {
  return protocol === "https:" || (protocol === "http:" && wanted === "http:");
}
