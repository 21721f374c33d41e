/** The cookie that keeps a browser signed in. */
import type { Milliseconds } from "../../vocabulary/units.ts";
import { isOverTls } from "../tls/over-tls.ts";

/** Returns null when the browser sends none. */
export function readCookie(request: Request): string | null {
  const name = cookieName(request);
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? null : found.slice(name.length + 1);
}

/** The header that hands a token to the browser. */
export function tokenCookie(request: Request, token: string, lasts: Milliseconds): string {
  return `${cookieName(request)}=${token}; Max-Age=${Math.floor(lasts / 1000)}; ${attributes(request)}`;
}

/**
 * The same for a browser that lands here from another site: it does not say over what the page came, so the address
 * that people reach this server by does.
 */
export function landingCookie(
  request: Request,
  { token, lasts, publicUrl }: { token: string; lasts: Milliseconds; publicUrl: string },
): string {
  const header = tokenCookie(request, token, lasts);
  return publicUrl.startsWith("https:") && !header.endsWith(SECURE) ? `${header}${SECURE}` : header;
}

const SECURE = "; Secure";

/** The header that makes the browser forget it. */
export function noCookie(request: Request): string {
  return `${cookieName(request)}=; Max-Age=0; ${attributes(request)}`;
}

/**
 * Browsers send a host's cookies to all its ports: the port in the name keeps two servers of one machine apart.
 *
 * Over TLS the name has a prefix with which browsers take a cookie only from this host and over TLS, so that neither
 * another server of the domain nor a page over HTTP can plant one.
 *
 * @see RFC 6265bis, section 4.1.3.2.
 */
function cookieName(request: Request): string {
  const { port } = new URL(request.url);
  const prefix = isOverTls(request) ? "__Host-" : "";
  return port === "" ? `${prefix}scoring-session` : `${prefix}scoring-session-${port}`;
}

/** Where the page came over TLS, from this server or through a proxy, the cookie goes nowhere else. */
function attributes(request: Request): string {
  const isSecure = isOverTls(request) || request.headers.get("origin")?.startsWith("https:") === true;
  return `Path=/; HttpOnly; SameSite=Strict${isSecure ? SECURE : ""}`;
}
