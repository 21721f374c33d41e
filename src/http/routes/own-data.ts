/** `GET /v1/me/export` and the same of any developer for admins: everything that is stored about a person, as a zip. */
import { type DocumentDecoration, Elysia } from "elysia";
import { type OwnFilesParts, ownFiles } from "../../insights/own-data/own-files.ts";
import type { WhoseData } from "../../insights/own-data/whose-data.ts";
import { packFiles } from "../../insights/own-data/zip.ts";
import { isoTime } from "../../vocabulary/times.ts";
import { cutConnection, liftIdleLimit } from "../event-stream/idle-limit.ts";
import { problem, usualProblems } from "../openapi/refusals.ts";
import { downloadOf } from "../own-data/download.ts";
import { ADMIN_EXPORT_PATH, OWN_EXPORT_PATH } from "../own-data/paths.ts";
import { Refusal } from "../refusal.ts";
import type { RouteContext } from "../route-context.ts";

/** Mounts the routes. */
export function ownDataRoutes(context: RouteContext) {
  const exporting = new Set<string>();
  return new Elysia()
    .get(
      OWN_EXPORT_PATH,
      ({ request }) => {
        const { developerId } = context.guard.callerOf(request);
        if (developerId === null)
          throw new Refusal(400, {
            detail:
              "This key belongs to nobody in person, so nothing is its own. An admin exports anybody's data.",
          });
        return sendExport(context, exporting, { request, developer: developerId });
      },
      { detail: detailOf("Everything that is stored about you, as a zip with a readme") },
    )
    .get(
      ADMIN_EXPORT_PATH,
      ({ request, params }) => sendExport(context, exporting, { request, developer: params.id }),
      { detail: detailOf("Everything that is stored about a developer except check-ins, as a zip (admin)") },
    );
}

interface Wish {
  request: Request;
  /** An id or an e-mail. */
  developer: string;
}

async function sendExport(
  context: RouteContext,
  exporting: Set<string>,
  { request, developer }: Wish,
): Promise<Response> {
  const { organizationId, developerId } = context.guard.callerOf(request);
  const queries = context.queries(request);
  const now = context.clock();
  const whose = await queries.findWhoseData({ organizationId, developer, now });
  if (whose === null) throw new Refusal(404, { detail: "Unknown developer." });
  const headers = headersOf(whose);
  if (request.method === "HEAD") return new Response(null, { headers });
  const { id } = whose.developer;
  if (exporting.has(id))
    throw new Refusal(409, { detail: "This data is being exported already. Wait until that is done." });
  exporting.add(id);
  await context
    .changes(request)
    .beginExport({ developerId: id })
    .catch((error: unknown) => {
      exporting.delete(id);
      throw error;
    });
  liftIdleLimit(request);
  const isOwn = developerId !== null && whose.developers.includes(developerId);
  const parts: OwnFilesParts = { whose, reader: isOwn ? "person" : "admin", asks: queries };
  const body = downloadOf({
    bytes: packFiles(ownFiles(parts), now),
    check: async () => {
      if (!(await context.guard.stillAdmits(request)))
        throw new Error("the key was revoked while an export was read");
    },
    cut: () => cutConnection(request),
    over: () => void exporting.delete(id),
  });
  return new Response(body, { headers });
}

function headersOf({ developer, until }: WhoseData): Record<string, string> {
  const day = isoTime(until).slice(0, "2026-11-21".length);
  return {
    "content-type": "application/zip",
    // ids have only letters, digits and dashes; a name may have anything
    "content-disposition": `attachment; filename="scoring-${developer.id}-${day}.zip"`,
  };
}

// As in documented.ts: Elysia's own type is of OpenAPI 3.0.
type Responses = NonNullable<DocumentDecoration["responses"]>;

function detailOf(summary: string): DocumentDecoration {
  return {
    summary,
    tags: ["Developers"],
    responses: {
      "200": {
        description: "README.txt says what the files are; a transfer that breaks off is not whole",
        content: { "application/zip": { schema: { type: "string", format: "binary" } } },
      },
      ...usualProblems(),
      "409": problem("An export of this person is still being sent"),
    } as Responses,
  };
}
