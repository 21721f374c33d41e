/** Where one developer's own page is. */

/** Takes: a developer's id. */
export function developerAddress(id: string): string {
  return `/developers/${encodeURIComponent(id)}`;
}
