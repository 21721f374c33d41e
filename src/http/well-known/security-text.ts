/** `GET /.well-known/security.txt`: whom to write to about a flaw, as whoever runs the server says. */
import { type DocumentDecoration, Elysia } from "elysia";
import type { Settings } from "../../settings/schema.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { DAY, type Instant, type Milliseconds } from "../../vocabulary/units.ts";
import { usualProblems } from "../openapi/refusals.ts";
import { Refusal } from "../refusal.ts";

export const SECURITY_TEXT_PATH = "/.well-known/security.txt";

/** What the text is made of. */
export type ContactSettings = Pick<Settings, "securityContact" | "publicUrl">;

/** Less than the year that the standard recommends. */
const HOLDS: Milliseconds = 360 * DAY;

/**
 * Mounts the route.
 *
 * @param clock - Read once: the text holds for 360 days from the start, when somebody last looked at the settings.
 */
export function securityTextRoutes({ securityContact: contact, publicUrl }: ContactSettings, clock: Clock) {
  const text = contact === null ? null : securityText(contact, publicUrl, clock() + HOLDS);
  return new Elysia().get(
    SECURITY_TEXT_PATH,
    () => {
      if (text === null)
        throw new Refusal(404, {
          detail: "This server names nobody to write to. Whoever runs it can set security_contact.",
        });
      return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8" } });
    },
    { detail: DETAIL },
  );
}

/** @see RFC 9116, section 2.5. */
function securityText(contact: string, publicUrl: string | null, expires: Instant): string {
  const canonical = publicUrl === null ? [] : [`Canonical: ${publicUrl}${SECURITY_TEXT_PATH}`];
  return [`Contact: ${contact}`, `Expires: ${isoTime(expires)}`, ...canonical, ""].join("\n");
}

// As in documented.ts: Elysia's own type is of OpenAPI 3.0.
type Responses = NonNullable<DocumentDecoration["responses"]>;

const DETAIL = {
  summary: "Whom to write to about a flaw (RFC 9116); 404 without security_contact",
  tags: ["About"],
  security: [],
  responses: {
    "200": { description: "OK", content: { "text/plain": { schema: { type: "string" } } } },
    ...usualProblems("404"),
  } as Responses,
} satisfies DocumentDecoration;
