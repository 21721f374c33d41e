/** Which requests came over TLS that this server speaks itself; their url does not show it, see `addressed`. */

const ENCRYPTED = new WeakSet<Request>();

/** Notes that a request came over this server's own TLS. */
export function noteOverTls(request: Request): void {
  ENCRYPTED.add(request);
}

/** Whether a request came over this server's own TLS; what a proxy in front of it speaks is not known here. */
export function isOverTls(request: Request): boolean {
  return ENCRYPTED.has(request);
}
