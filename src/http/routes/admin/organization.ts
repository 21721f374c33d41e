/** `GET /v1/admin/organization` and `GET /v1/admin/retention`: whose data this is, and how long it is kept. */
import { Elysia } from "elysia";
import { z } from "zod";
import { describeOrganization } from "../../../identity/organizations/organization.ts";
import { documented } from "../../openapi/documented.ts";
import type { RouteContext } from "../../route-context.ts";

const TAG = "Administration";

const ORGANIZATION = z.object({ id: z.string(), name: z.string(), createdAt: z.iso.datetime() });

/** How long raw records and reports are kept. */
const RETENTION = z.object({
  rawDays: z.number().min(0).describe("The setting raw_retention_days; rows and scores are kept for ever."),
  maxBytes: z.number().min(0).nullable().describe("The setting raw_max_bytes; null: no limit."),
  reportDays: z
    .number()
    .min(0)
    .nullable()
    .describe("The setting report_retention_days; null: reports are kept for ever."),
});

export type Retention = z.infer<typeof RETENTION>;

/**
 * Mounts the routes.
 *
 * @remarks Takes what the settings say.
 */
export function organizationRoutes(context: RouteContext, retention: Retention) {
  return new Elysia()
    .get(
      "/v1/admin/organization",
      ({ request }): z.infer<typeof ORGANIZATION> =>
        describeOrganization(context.keyring.organization(context.guard.callerOf(request).organizationId)),
      {
        detail: documented({
          summary: "The key's organization (admin)",
          tag: TAG,
          answer: ORGANIZATION,
        }),
      },
    )
    .get("/v1/admin/retention", (): Retention => retention, {
      detail: documented({
        summary: "How long raw records and reports are kept; settings of the server (admin)",
        tag: TAG,
        answer: RETENTION,
      }),
    });
}
