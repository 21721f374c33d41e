/** The cookie that keeps a browser signed in. */
import type { Milliseconds } from "../../vocabulary/units.ts";

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

/** The header that makes the browser forget it. */
export function noCookie(request: Request): string {
  return `${cookieName(request)}=; Max-Age=0; ${attributes(request)}`;
}

/** Browsers send a host's cookies to all its ports: the port in the name keeps two servers of one machine apart. */
function cookieName(request: Request): string {
  const { port } = new URL(request.url);
  return port === "" ? "scoring-session" : `scoring-session-${port}`;
}

/** Of a page that came over TLS, through a proxy, the cookie goes nowhere else. */
function attributes(request: Request): string {
  const isSecure = request.headers.get("origin")?.startsWith("https:") === true;
  return `Path=/; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
}
