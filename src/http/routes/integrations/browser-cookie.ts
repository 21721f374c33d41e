/** The cookie by which a browser that comes back from the chat tool is known as the one that left. */
import { INSTALL_LASTS } from "./pending-installs.ts";

const NAME = "scoring-slack-install";

/**
 * The header that hands it over.
 *
 * The sign-in's own cookie would not do: browsers do not send that when they come from another site.
 */
export function browserCookie(browser: string, redirectUrl: string): string {
  const { pathname, protocol } = new URL(redirectUrl);
  const attributes = `Path=${pathname}; Max-Age=${INSTALL_LASTS / 1000}; HttpOnly; SameSite=Lax`;
  return `${NAME}=${browser}; ${attributes}${protocol === "https:" ? "; Secure" : ""}`;
}

/** Returns null when the browser sends none. */
export function readBrowser(request: Request): string | null {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? null;
}
