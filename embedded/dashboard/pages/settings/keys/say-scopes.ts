/** What a key may do, in words. */
import type { KeyRow } from "./fetch-keys.ts";

type Scope = KeyRow["scopes"][number];

const WORDS: Readonly<Record<Scope, string>> = {
  ingest: "send",
  read_own: "read their work",
  read_team: "read everybody's work",
  admin: "change everything",
};

/** Returns "send, read their work"; "nothing" without a scope. */
export function sayScopes(scopes: readonly Scope[]): string {
  return scopes.length === 0 ? "nothing" : scopes.map((scope) => WORDS[scope]).join(", ");
}
