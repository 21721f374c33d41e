/** The cookie by which a browser that comes back from the provider is known as the one that left. */
import { CALLBACK_PATH } from "../paths.ts";
import { WAY_BACK_LASTS } from "./way-back.ts";

/**
 * The header that hands it over.
 *
 * The sign-in's own cookie would not do: browsers do not send that when they come from another site.
 */
export function wayBackCookie(value: string, publicUrl: string): string {
  const { name, attributes } = placeOf(publicUrl);
  return `${name}=${value}; Max-Age=${WAY_BACK_LASTS / 1000}; ${attributes}`;
}

/** The header that makes the browser forget it. */
export function noWayBackCookie(publicUrl: string): string {
  const { name, attributes } = placeOf(publicUrl);
  return `${name}=; Max-Age=0; ${attributes}`;
}

/** Returns null when the browser sends none. */
export function readWayBack(request: Request, publicUrl: string): string | null {
  const { name } = placeOf(publicUrl);
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

/**
 * Over TLS its name is one that only this host can give, so that no other server of the domain can plant the cookie of
 * somebody else's way, and so sign its visitor in as somebody else.
 *
 * @see RFC 6265bis, section 4.1.3.2.
 */
function placeOf(publicUrl: string): { name: string; attributes: string } {
  const { pathname, protocol } = new URL(`${publicUrl}${CALLBACK_PATH}`);
  const usual = "HttpOnly; SameSite=Lax";
  return protocol === "https:"
    ? { name: "__Host-scoring-oidc", attributes: `Path=/; ${usual}; Secure` }
    : { name: "scoring-oidc", attributes: `Path=${pathname}; ${usual}` };
}
