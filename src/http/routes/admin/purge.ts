/** `POST /v1/admin/developers/{id}/purge`: removes a person for good, or says what that would remove. */
import { type DocumentDecoration, Elysia } from "elysia";
import { z } from "zod";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";
import { PURGE_ANSWER } from "./purge-answer.ts";

const WISH = z.strictObject({
  dry_run: z.boolean().describe("true: only count. A purge cannot be undone, so it must be said."),
});

const PURGE_BEGUN = documented({
  summary: "Removes a developer for good, in the minutes after the 202; 200: only counted (admin)",
  tag: "Administration",
  answer: PURGE_ANSWER,
  status: "202",
});

const PURGE_COUNTED = documented({ summary: "", tag: "", answer: PURGE_ANSWER });

const PURGE_DETAIL: DocumentDecoration = {
  ...PURGE_BEGUN,
  responses: { ...PURGE_COUNTED.responses, ...PURGE_BEGUN.responses },
};

/** Mounts the route. */
export function purgeRoutes(context: RouteContext) {
  return new Elysia().post(
    "/v1/admin/developers/:id/purge",
    ({ request, params, body, set }) => {
      // a purge is only begun when this is answered
      if (!body.dry_run) set.status = 202;
      return purge(context, request, { developer: params.id, ...body });
    },
    {
      body: WISH,
      detail: PURGE_DETAIL,
    },
  );
}

async function purge(
  context: RouteContext,
  request: Request,
  { developer, dry_run: dryRun }: { developer: string; dry_run: boolean },
): Promise<z.infer<typeof PURGE_ANSWER>> {
  const { organizationId } = context.guard.callerOf(request);
  const asked = { organizationId, developer, now: context.clock() };
  const theirs = await context.queries(request).countTheirs(asked);
  if (theirs === null) throw unknownDeveloper();
  if (dryRun) return { id: null, dryRun, ...theirs };
  const begun = await context.changes(request).requestPurge(asked);
  if (!begun.ok) throw unknownDeveloper();
  return { id: begun.value.id, dryRun, ...theirs };
}

function unknownDeveloper(): Refusal {
  return new Refusal(404, { detail: "Unknown developer." });
}
