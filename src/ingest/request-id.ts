/** The id by which one request is found in the log; every response carries it. */

const ids = new WeakMap<Request, string>();

/** The request's id, made when it is first asked for. A caller's own id is never taken over. */
export function requestIdOf(request: Request): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const made = crypto.randomUUID();
  ids.set(request, made);
  return made;
}
