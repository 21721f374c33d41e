/** Whose work a page shows, worked out of the address and the key. */

export type Whose = { kind: "everyone" } | { kind: "one"; id: string; isSelf: boolean };

/** What the address says for everyone, where the key has a developer of its own. */
export const EVERYONE = "everyone";

/** What the key stands for: its developer, null for nobody; and whether it reads everybody's rows. */
export interface Reader {
  ownId: string | null;
  mayReadAll: boolean;
}

/**
 * Returns the key's own developer where it may not read everyone's rows.
 *
 * @remarks Takes the address's parameter.
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
