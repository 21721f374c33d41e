/** Cookies by which a browser that comes back from another site is known as the one that left. */
import type { Milliseconds } from "../../vocabulary/units.ts";

/** A way to another site and back. */
export interface WayOut {
  name: string;
  /** The whole address that the browser comes back to. */
  backTo: string;
  lasts: Milliseconds;
}

/**
 * The header that hands a cookie over.
 *
 * The sign-in's own cookie would not do: browsers do not send that when they come from another site.
 */
export function wayCookie(way: WayOut, value: string): string {
  return `${nameOf(way)}=${value}; Max-Age=${way.lasts / 1000}; ${attributes(way)}`;
}

/** The header that makes the browser forget it. */
export function noWayCookie(way: WayOut): string {
  return `${nameOf(way)}=; Max-Age=0; ${attributes(way)}`;
}

/** Returns null when the browser sends none. */
export function readWayCookie(way: WayOut, request: Request): string | null {
  const name = nameOf(way);
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

/**
 * Over TLS nobody can plant it, see `cookie.ts`: somebody else's way would end here with what this browser's person
 * allowed, or with this browser signed in as somebody else.
 */
function nameOf({ name, backTo }: WayOut): string {
  return isEncrypted(backTo) ? `__Host-${name}` : name;
}

function attributes({ backTo }: WayOut): string {
  const path = isEncrypted(backTo) ? "/" : new URL(backTo).pathname;
  return `Path=${path}; HttpOnly; SameSite=Lax${isEncrypted(backTo) ? "; Secure" : ""}`;
}

function isEncrypted(address: string): boolean {
  return address.startsWith("https:");
}
