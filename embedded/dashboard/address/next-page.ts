/** The page that somebody asked for before signing in; it is opened afterwards. */

/** @param address - The address that was asked for, its search with it. */
export function signInFor(address: string): string {
  return address === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(address)}`;
}

/** Where an address is only read, and leads nowhere. */
const HERE = "http://here.invalid";

/**
 * Returns an address of this server, whatever the search holds; the overview when it holds none.
 *
 * @remarks It is read as browsers read it: they take a backslash for a slash, and leave out tabs and line ends.
 */
export function nextPage(search: string): string {
  const asked = new URLSearchParams(search).get("next") ?? "/";
  const url = URL.parse(asked, HERE);
  if (url?.origin !== HERE || !asked.startsWith("/") || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}
