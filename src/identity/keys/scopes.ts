/** The scopes of keys: which ones a new key has, and how they are kept. */
import type { KeyRole, Scope } from "../caller.ts";

/** Every scope, as answers and commands list them. */
export const SCOPES = ["ingest", "read_own", "read_team", "admin"] as const satisfies readonly Scope[];

/** What decides which scopes a key can have. */
export interface ScopedKey {
  role: KeyRole;
  /** The developer it is bound to; null for nobody. */
  developerId: string | null;
}

/** Returns the scopes of a key for which nobody asked for others. */
export function usualScopes({ role, developerId }: ScopedKey): readonly Scope[] {
  if (role === "admin") return ["ingest", "read_team", "admin"];
  return developerId === null ? ["ingest", "read_team"] : ["ingest", "read_own"];
}

/** Returns the scopes as the database keeps them: with a space between. */
export function writeScopes(scopes: readonly Scope[]): string {
  return SCOPES.filter((scope) => scopes.includes(scope)).join(" ");
}

/** Reads what `writeScopes` wrote; a word that this version does not know allows nothing. */
export function readScopes(kept: string): readonly Scope[] {
  const words = kept.split(" ");
  return SCOPES.filter((scope) => words.includes(scope));
}
