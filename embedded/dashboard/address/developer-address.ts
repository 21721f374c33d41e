/** The addresses of a developer's page and of their list of sessions. */

/** @param id - A developer's id. */
export function developerAddress(id: string): string {
  return `/developers/${encodeURIComponent(id)}`;
}

/** @param id - A developer's id. */
export function developerSessionsAddress(id: string): string {
  return `/sessions?developer=${encodeURIComponent(id)}`;
}
