/** Links with which somebody signs in once: as a key, without knowing it, or as a person with an account. */
import { Elysia } from "elysia";
import type { LinkFault, MadeLink } from "../../../identity/links/link.ts";
import type { Result } from "../../../vocabulary/result.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";
import { LINK_ANSWER, linkAnswer } from "../../sign-in/links.ts";

const MADE = { tag: "Administration", answer: LINK_ANSWER, status: "201" } as const;

/** Mounts the routes. */
export function signInLinksRoutes(
  { guard, changes }: RouteContext,
  { publicUrl }: { publicUrl: string | null },
) {
  const madeBy = (request: Request) => {
    const { organizationId, keyId, accountId } = guard.callerOf(request);
    return { organizationId, madeBy: keyId ?? accountId };
  };
  return new Elysia()
    .post(
      "/v1/admin/keys/:id/sign-in-links",
      async ({ request, params: { id: keyId }, set }) => {
        const link = valueOf(await changes(request).linkKey({ keyId, ...madeBy(request) }));
        set.status = 201;
        return linkAnswer(request, { ...link, publicUrl });
      },
      {
        detail: documented({
          ...MADE,
          summary: "Makes a link that signs in as a key, once within 24 hours (admin)",
          conflict: "The key has ended, or may only send",
        }),
      },
    )
    .post(
      "/v1/admin/accounts/:id/sign-in-links",
      async ({ request, params: { id: accountId }, set }) => {
        const link = valueOf(await changes(request).linkAccount({ accountId, ...madeBy(request) }));
        set.status = 201;
        return linkAnswer(request, { ...link, publicUrl });
      },
      { detail: documented({ ...MADE, summary: "The same as a person with an account (admin)" }) },
    );
}

type Fault = LinkFault["kind"] | "unknown_account";

function valueOf(made: Result<MadeLink, { kind: Fault }>): MadeLink {
  if (made.ok) return made.value;
  throw REFUSALS[made.problem.kind]();
}

const REFUSALS: Readonly<Record<Fault, () => Refusal>> = {
  unknown_key: () => new Refusal(404, { detail: "Unknown key." }),
  unknown_account: () => new Refusal(404, { detail: "Unknown account." }),
  key_ended: () => new Refusal(409, { detail: "This key was revoked or has ended: it signs in nobody." }),
  only_sends: () =>
    new Refusal(409, { detail: "This key may only send telemetry, so it would show nothing in a browser." }),
};
