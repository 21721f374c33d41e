/** Which requests came over TLS: this server's own, or a proxy's at the address that people know. Their url shows neither. */

const ENCRYPTED = new WeakSet<Request>();

/** Notes that a request came over this server's own TLS. */
export function noteOverTls(request: Request): void {
  ENCRYPTED.add(request);
}

/**
 * Returns what notes that a request came by an address that people reach over TLS, through a proxy.
 *
 * @param publicUrl - The address that people know; null without one.
 */
export function noteByPublicUrl(publicUrl: string | null): (request: Request) => void {
  const url = URL.parse(publicUrl ?? "");
  if (url?.protocol !== "https:") return () => {};
  return (request) => {
    if (URL.parse(request.url)?.host === url.host) noteOverTls(request);
  };
}

/** Whether browsers keep and send this request's cookies only over TLS. */
export function isOverTls(request: Request): boolean {
  return ENCRYPTED.has(request);
}
