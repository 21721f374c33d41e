/** The cookie by which a browser that comes back from the provider is known as the one that left. */
import { CALLBACK_PATH } from "../paths.ts";
import { WAY_BACK_LASTS } from "./way-back.ts";

const NAME = "scoring-oidc";

/**
 * The header that hands it over.
 *
 * The sign-in's own cookie would not do: browsers do not send that when they come from another site.
 */
export function wayBackCookie(value: string, publicUrl: string): string {
  return `${NAME}=${value}; Max-Age=${WAY_BACK_LASTS / 1000}; ${attributes(publicUrl)}`;
}

/** The header that makes the browser forget it. */
export function noWayBackCookie(publicUrl: string): string {
  return `${NAME}=; Max-Age=0; ${attributes(publicUrl)}`;
}

/** Returns null when the browser sends none. */
export function readWayBack(request: Request): string | null {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? null;
}

function attributes(publicUrl: string): string {
  const { pathname, protocol } = new URL(`${publicUrl}${CALLBACK_PATH}`);
  return `Path=${pathname}; HttpOnly; SameSite=Lax${protocol === "https:" ? "; Secure" : ""}`;
}
