/** Whose work a page shows, worked out of the address and the key. */

export type Whose = { kind: "everyone" } | { kind: "one"; id: string; isSelf: boolean };

/** What the address says for everyone, where the key has a developer of its own. */
export const EVERYONE = "everyone";

/** Takes: the address's parameter; the developer of the key. */
export function whoseOf(asked: string | null, own: string | null): Whose {
  const id = asked ?? own;
  if (id === null || id === EVERYONE) return { kind: "everyone" };
  return { kind: "one", id, isSelf: id === own };
}
