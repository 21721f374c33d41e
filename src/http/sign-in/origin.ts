/** Whether a request comes from a page of this server, which only a browser can say. */

/**
 * Returns false for pages of other hosts and for requests that do not say where they come from.
 *
 * @remarks Takes the address that people reach the server by, where a proxy changes the host; null without
 *   one.
 */
export function isSameOrigin(request: Request, publicUrl: string | null): boolean {
  const origin = hostOf(request.headers.get("origin"));
  return origin !== null && (origin === hostOf(request.url) || origin === hostOf(publicUrl));
}

function hostOf(url: string | null): string | null {
  return url === null ? null : (URL.parse(url)?.host ?? null);
}
