/** The query of a request as plain text: Elysia would take a comma for a list and braces for JSON. */

/**
 * Takes: a request with a whole address.
 * Gives: each parameter as it was sent; an array only for one that was sent several times.
 */
export function plainQuery(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url);
  const names = [...new Set(searchParams.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const [first = "", ...others] = searchParams.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}
