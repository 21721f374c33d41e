/** What a caller hears who may not do this: which scope is missing, and who can give it. */
import type { Scope } from "../../identity/caller.ts";
import { problemResponse } from "../problems.ts";

const LACKS = "An admin can make a key that has it: scoring keys create, or the page Settings.";

/** 403 for a caller without a scope. */
export function refuseWithout(scope: Scope): Response {
  return problemResponse(403, { detail: `This key lacks the scope ${scope}. ${LACKS}` });
}
