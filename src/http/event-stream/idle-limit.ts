/** How long Bun lets a connection be silent. It counts only what is received, so streams set it themselves. */

const LIMITS = new WeakMap<Request, (seconds: number) => void>();

/** Notes how the limit of a request's connection is set. */
export function noteIdleLimit(request: Request, set: (seconds: number) => void): void {
  LIMITS.set(request, set);
}

/** Never closes the connection for being silent. */
export function liftIdleLimit(request: Request): void {
  LIMITS.get(request)?.(0);
}

/** Closes the connection, also of a client that takes nothing and would not hear of the end. */
export function cutConnection(request: Request): void {
  LIMITS.get(request)?.(1);
}
