/** The query of a request as plain text: Elysia would take a comma for a list and braces for JSON. */

/**
 * Returns each parameter as it was sent; an array only for one that was sent several times.
 *
 * @param request - A request with a whole address.
 */
export function plainQuery(request: Request): Record<string, string | string[]> {
  const found = new Map<string, string[]>();
  for (const [name, value] of new URL(request.url).searchParams) {
    const values = found.get(name);
    if (values === undefined) found.set(name, [value]);
    else values.push(value);
  }
  return Object.fromEntries(
    [...found].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}
