/** Whose work a page shows, computed from the address and the key. */

export type Whose = { kind: "everyone" } | { kind: "one"; id: string; isSelf: boolean };

/** The address parameter that means everyone, for personal keys. */
export const EVERYONE = "everyone";

/** The key's developer, null for a shared key, and whether it reads everybody's rows. */
export interface Reader {
  ownId: string | null;
  mayReadAll: boolean;
}

/**
 * Returns the key's own developer where it may not read everyone's rows.
 *
 * @param parameter - The parameter of the address.
 */
export function whoseOf(asked: string | null, { ownId, mayReadAll }: Reader): Whose {
  const id = asked === EVERYONE && !mayReadAll ? ownId : (asked ?? ownId);
  if (id === null || id === EVERYONE) return { kind: "everyone" };
  return { kind: "one", id, isSelf: id === ownId };
}

/** Another page about the same work. */
export function addressOf(page: string, whose: Whose): string {
  const developer = whose.kind === "one" ? whose.id : EVERYONE;
  return `${page}${page.includes("?") ? "&" : "?"}developer=${encodeURIComponent(developer)}`;
}
