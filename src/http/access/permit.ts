/** Decides whether a caller may use a route, by the table of needs. */
import type { Caller, Scope } from "../../identity/caller.ts";
import type { ProblemParts } from "../refusal.ts";
import { type Need, NEEDS } from "./needs.ts";

/** Whether a request needs nobody behind it. A browser that looks by HEAD is no exception: a state holds once. */
export function isOpen(method: string, path: string): boolean {
  return NEEDS[`${method} ${path}`] === "open";
}

/**
 * Returns what a route needs.
 *
 * @param route - As the router has it, such as `/v1/sessions/:id/timeline`.
 * @returns null for a route that the table lacks, which nobody may use.
 */
export function needOf(method: string, route: string): Need | null {
  return NEEDS[documentedRoute(method, route)] ?? null;
}

/** Returns a route's method and path as the OpenAPI document has them. */
export function documentedRoute(method: string, route: string): string {
  const path = route.replaceAll(/:(\w+)/g, "{$1}");
  return `${method === "HEAD" ? "GET" : method} ${path}`;
}

/** Returns null for a caller who may, else what to answer with 403. */
export function refusalFor(caller: Caller, need: Need | null): ProblemParts | null {
  if (need === null) return { detail: "Nobody may ask this: the table of what each route needs lacks it." };
  if (need === "person" && caller.accountId === null) return { detail: FOR_PEOPLE };
  const scopes = SCOPES_FOR[need];
  if (scopes === null || scopes.some((scope) => caller.scopes.includes(scope))) return null;
  return lacking(scopes, caller.accountId === null ? OF_KEYS : OF_ACCOUNTS);
}

/** What is said to a caller who has none of the scopes that would do. */
export function lacking(scopes: readonly Scope[], words = OF_KEYS): ProblemParts {
  const [first = "admin"] = scopes;
  return { detail: words[first], extensions: { missingScope: first } };
}

/** Each of these scopes is enough; null where none is needed. */
const SCOPES_FOR: Readonly<Record<Need, readonly Scope[] | null>> = {
  open: null,
  signed_in: null,
  person: null,
  ingest: ["ingest"],
  read: ["read_own", "read_team"],
  read_usage: ["read_own", "read_team"],
  read_groups: ["read_own", "read_team"],
  read_text: ["read_own", "read_team"],
  read_everybody: ["read_team"],
  admin: ["admin"],
};

const FOR_PEOPLE = "A key is no person: sign in with your account.";

const OF_KEYS: Readonly<Record<Scope, string>> = {
  ingest: "This key may not send: it lacks the scope ingest. An admin can make a key that has it.",
  read_own:
    "This key may only send: it lacks the scopes read_own and read_team. An admin can make a key of your own, or one that reads the team.",
  read_team:
    "This key reads one developer: it lacks the scope read_team. An admin can make a key that has it.",
  admin: "This needs an admin key: yours lacks the scope admin. An admin can make a key that has it.",
};

/** To people who are signed in with an account. */
const OF_ACCOUNTS: Readonly<Record<Scope, string>> = {
  ingest: "An account sends nothing: agents send with keys. An admin can make a key for you.",
  read_own: "Your account may not read this. An admin can give you another role.",
  read_team: "Only admins may ask this, because it is about everybody. An admin can give you another role.",
  admin: "Only admins may do this. An admin can give you another role.",
};
