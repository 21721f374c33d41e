/** The page that somebody asked for before signing in; it is opened afterwards. */

/** @param address - The address that was asked for, its search with it. */
export function signInFor(address: string): string {
  return address === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(address)}`;
}

/** Returns an address of this server, whatever the search holds; the overview when it holds none. */
export function nextPage(search: string): string {
  const asked = new URLSearchParams(search).get("next") ?? "/";
  return /^\/(?![/\\])/.test(asked) ? asked : "/";
}
