/** `POST /v1/admin/keys/{id}/rotations` and `/v1/session/rotation`: replaces a key by a new one, both valid for a while. */
import { Elysia } from "elysia";
import { z } from "zod";
import { ROTATION_ANSWER } from "../../../identity/keys/answer.ts";
import type { Rotation, RotationFault } from "../../../identity/keys/rotate.ts";
import type { Result } from "../../../vocabulary/result.ts";
import { isoTime } from "../../../vocabulary/times.ts";
import { HOUR } from "../../../vocabulary/units.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";

const LONGEST_HOURS = 720;

const WISH = z.strictObject({
  overlapHours: z
    .number()
    .min(0)
    .max(LONGEST_HOURS)
    .default(24)
    .describe("How long the old key goes on working."),
});

/** Mounts the routes. */
export function rotationsRoutes(context: RouteContext) {
  return new Elysia()
    .post(
      "/v1/admin/keys/:id/rotations",
      async ({ request, params, body, set }) => {
        set.status = 201;
        const { organizationId } = context.guard.callerOf(request);
        const wish = { id: params.id, organizationId, by: "admin" as const };
        return rotated(
          await context.changes(request).rotateKey({ ...wish, overlap: body.overlapHours * HOUR }),
        );
      },
      {
        body: WISH,
        detail: documented({
          summary: "Replaces a key by one that may do the same; both work for a while (admin)",
          tag: "Administration",
          answer: ROTATION_ANSWER,
          status: "201",
          conflict: "It was revoked, or has ended",
        }),
      },
    )
    .post(
      "/v1/session/rotation",
      async ({ request, body, set }) => {
        set.status = 201;
        const { organizationId, keyId } = context.guard.callerOf(request);
        if (keyId === null) throw REFUSALS.needs_an_admin();
        const wish = { id: keyId, organizationId, by: "holder" as const };
        return rotated(
          await context.changes(request).rotateKey({ ...wish, overlap: body.overlapHours * HOUR }),
        );
      },
      {
        body: WISH,
        detail: documented({
          summary: "Replaces the caller's own key by one that may do the same; both work for a while",
          tag: "Dashboard",
          answer: ROTATION_ANSWER,
          status: "201",
          conflict: "It is shared, an admin key, or has an end",
        }),
      },
    );
}

function rotated(rotation: Result<Rotation, RotationFault>): z.infer<typeof ROTATION_ANSWER> {
  if (!rotation.ok) throw REFUSALS[rotation.problem.kind]();
  const { key, answer, replaced } = rotation.value;
  return { made: { ...answer, key }, replaced: { id: replaced.id, endsAt: isoTime(replaced.endsAt) } };
}

const REFUSALS = {
  unknown_key: () => new Refusal(404, { detail: "Unknown key." }),
  not_in_force: () => new Refusal(409, { detail: "This key works no more: make a new one." }),
  needs_an_admin: () =>
    new Refusal(409, {
      detail:
        "Only a developer's own key that has no end is replaced by who holds it. An admin can replace any key.",
    }),
} as const;
