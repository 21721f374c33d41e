/** From which address a request came, for the few routes that ask. */

const ADDRESSES = new WeakMap<Request, string>();

/** Notes where a request came from; null when its connection is gone already. */
export function notePeer(request: Request, address: string | null): void {
  if (address !== null) ADDRESSES.set(request, address);
}

/** Gives: null for a request of which nothing was noted. */
export function peerOf(request: Request): string | null {
  return ADDRESSES.get(request) ?? null;
}

/** Whether it came from this machine itself and through no proxy. */
export function isFromThisMachine(request: Request): boolean {
  const isForwarded = request.headers.has("x-forwarded-for") || request.headers.has("forwarded");
  return !isForwarded && /^(::ffff:)?127\.|^::1$/.test(peerOf(request) ?? "");
}
