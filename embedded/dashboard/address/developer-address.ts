/** Where one developer's own page is, and the list of their sessions. */

/** Takes: a developer's id. */
export function developerAddress(id: string): string {
  return `/developers/${encodeURIComponent(id)}`;
}

/** Takes: a developer's id. */
export function developerSessionsAddress(id: string): string {
  return `/sessions?developer=${encodeURIComponent(id)}`;
}
