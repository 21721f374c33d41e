/** The cookie by which a browser that comes back from the provider is known as the one that left. */
import { CALLBACK_PATH } from "../paths.ts";
import { noWayCookie, readWayCookie, wayCookie, type WayOut } from "../way-cookie.ts";
import { WAY_BACK_LASTS } from "./way-back.ts";

/** The header that hands it over. */
export function wayBackCookie(value: string, publicUrl: string): string {
  return wayCookie(wayOf(publicUrl), value);
}

/** The header that makes the browser forget it. */
export function noWayBackCookie(publicUrl: string): string {
  return noWayCookie(wayOf(publicUrl));
}

/** Returns null when the browser sends none. */
export function readWayBack(request: Request, publicUrl: string): string | null {
  return readWayCookie(wayOf(publicUrl), request);
}

function wayOf(publicUrl: string): WayOut {
  return { name: "scoring-oidc", backTo: `${publicUrl}${CALLBACK_PATH}`, lasts: WAY_BACK_LASTS };
}
