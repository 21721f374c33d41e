/** `/v1/imports`: says that what arrives is being imported, so that nothing is learned from half of it. */
import { Elysia } from "elysia";
import { z } from "zod";
import { isoTime } from "../../../vocabulary/times.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";

const PATH = "/v1/imports";
const TAG = "Sessions";

const BEGUN = z.object({
  id: z.string(),
  lapsesAt: z.iso.datetime().describe("Ten minutes after the last request with this key."),
});

const ENDED = z.object({ id: z.string(), ended: z.literal(true) });

/** Mounts the routes. */
export function importsRoutes(context: RouteContext) {
  return new Elysia()
    .post(
      PATH,
      ({ request, set }) => {
        set.status = 201;
        return beginImport(context, request);
      },
      {
        detail: documented({
          summary:
            "Begins an import with this key, in the place of its last one; no baselines are learned until it ends",
          tag: TAG,
          answer: BEGUN,
          status: "201",
        }),
      },
    )
    .delete(`${PATH}/:id`, ({ request, params }) => endImport(context, request, params.id), {
      detail: documented({ summary: "Ends an import that this key began", tag: TAG, answer: ENDED }),
    });
}

async function beginImport(context: RouteContext, request: Request): Promise<z.infer<typeof BEGUN>> {
  const { keyId, organizationId: organization } = keyCallerOf(context, request);
  const { id, lapsesAt } = await context.changes(request).beginImport({ keyId, organization });
  return { id, lapsesAt: isoTime(lapsesAt) };
}

async function endImport(
  context: RouteContext,
  request: Request,
  id: string,
): Promise<z.infer<typeof ENDED>> {
  const { keyId } = keyCallerOf(context, request);
  if (await context.changes(request).endImport({ keyId, id })) return { id, ended: true };
  throw new Refusal(404, { detail: "Unknown import." });
}

/** Records are sent with a key, so an import is one's too. */
function keyCallerOf(context: RouteContext, request: Request): { keyId: string; organizationId: string } {
  const { keyId, organizationId } = context.guard.callerOf(request);
  if (keyId === null) throw new Refusal(403, { detail: "An import is begun with a key. Send the key." });
  return { keyId, organizationId };
}
