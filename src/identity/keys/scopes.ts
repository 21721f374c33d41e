/** The scopes of keys: which ones a new key has, and how they are kept. */
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { KeyRole, Scope } from "../caller.ts";

/** Every scope, as answers and commands list them. */
export const SCOPES = ["ingest", "read_own", "read_team", "admin"] as const satisfies readonly Scope[];

/** What decides which scopes a key can have. */
export interface ScopedKey {
  role: KeyRole;
  /** The developer it is bound to; null for nobody. */
  developerId: string | null;
}

/** Returns the scopes of a key for which nobody asked for others: one that several people may share only sends. */
export function usualScopes({ role, developerId }: ScopedKey): readonly Scope[] {
  if (role === "admin") return ["ingest", "read_team", "admin"];
  return developerId === null ? ["ingest"] : ["ingest", "read_own"];
}

/** Which scopes somebody asks for. */
export interface ScopesWish {
  /** null for the usual ones. */
  scopes: readonly Scope[] | null;
  /** Whether it reads the whole team, in addition to the usual scopes; no matter where scopes are named. */
  readsAll: boolean;
}

/** Scopes that a key cannot have, and why. */
export interface UnfitScopes {
  kind: "unfit_scopes";
  why: string;
}

/**
 * Returns the scopes that a new key gets.
 *
 * @throws `unfit_scopes` where the named ones do not go with the role, or the key belongs to nobody.
 */
export function chooseScopes(key: ScopedKey, wish: ScopesWish): Result<readonly Scope[], UnfitScopes> {
  const scopes = wish.scopes ?? [...usualScopes(key), ...(wish.readsAll ? (["read_team"] as const) : [])];
  if (scopes.includes("admin") !== (key.role === "admin"))
    return unfit("the scope admin goes with the role admin, and only with it");
  if (scopes.includes("read_own") && key.developerId === null)
    return unfit("the scope read_own needs a developer whose key it is");
  return succeed(SCOPES.filter((scope) => scopes.includes(scope)));
}

function unfit(why: string): Result<never, UnfitScopes> {
  return fail({ kind: "unfit_scopes", why });
}

/** Whether a browser shows something with these: a key that may only send signs in nobody. */
export function showsSomething(scopes: readonly Scope[]): boolean {
  return scopes.some((scope) => scope !== "ingest");
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
