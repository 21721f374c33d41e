/** The cookie by which a browser that comes back from the chat tool is known as the one that left. */
import { readWayCookie, wayCookie, type WayOut } from "../../sign-in/way-cookie.ts";
import { CALLBACK_PATH } from "./install-way.ts";
import { INSTALL_LASTS } from "./pending-installs.ts";

/** The header that hands it over. */
export function browserCookie(browser: string, redirectUrl: string): string {
  return wayCookie(wayOf(redirectUrl), browser);
}

/** Returns null when the browser sends none, and where no address is known to come back to. */
export function readBrowser(request: Request, publicUrl: string | null): string | null {
  return publicUrl === null ? null : readWayCookie(wayOf(`${publicUrl}${CALLBACK_PATH}`), request);
}

function wayOf(backTo: string): WayOut {
  return { name: "scoring-slack-install", backTo, lasts: INSTALL_LASTS };
}
