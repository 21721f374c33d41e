/** Who the audit log names for a change that a request asks for. */
import type { AuditedBy } from "../../answers/audited.ts";
import { isAction } from "../../audit/actions.ts";
import type { Actor } from "../../audit/entry.ts";
import type { Caller } from "../../identity/caller.ts";
import { clientOf } from "../sign-in/client.ts";
import { AUDITED_ROUTES } from "./audited-routes.ts";

/** Whose change it is. */
export type ChangingCaller = Pick<Caller, "keyId" | "accountId" | "organizationId">;

/**
 * Returns what the log needs to know.
 *
 * @param route - The route's method and path, as the OpenAPI document has them.
 * @returns null for a route that the log does not record.
 */
export function auditedBy(request: Request, route: string, callerOf: () => ChangingCaller): AuditedBy | null {
  const action = AUDITED_ROUTES[route];
  if (action === undefined || !isAction(action)) return null;
  const caller = callerOf();
  const from = clientOf(request).address;
  return { organization: caller.organizationId, actor: actorIn(caller), from, action };
}

/** Returns the key or account that acts. */
export function actorIn({ keyId, accountId }: Pick<Caller, "keyId" | "accountId">): Actor & { id: string } {
  if (accountId !== null) return { kind: "account", id: accountId };
  if (keyId !== null) return { kind: "key", id: keyId };
  throw new Error("BUG: a caller without a key and an account");
}
