/** `GET /v1/admin/audit/export`: the whole audit log as JSON Lines. */
import { type DocumentDecoration, Elysia } from "elysia";
import type { AuditEntryAnswer } from "../../../identity/audit/audit-answer.ts";
import type { AuditPage, AuditQuery } from "../../../identity/audit/list-audit.ts";
import { actorIn } from "../../audit/audited-by.ts";
import { usualProblems } from "../../openapi/refusals.ts";
import type { RouteContext } from "../../route-context.ts";
import { clientOf } from "../../sign-in/client.ts";

const PATH = "/v1/admin/audit/export";
const AT_ONCE = 500;
const JSON_LINES = "application/jsonl";

/** Mounts the route. */
export function auditExportRoutes(context: RouteContext) {
  return new Elysia().get(PATH, ({ request }) => exportAudit(context, request), { detail: DETAIL });
}

async function exportAudit(context: RouteContext, request: Request): Promise<Response> {
  const caller = context.guard.callerOf(request);
  const { organizationId: organization } = caller;
  // before the first line: nobody takes the log away without an entry
  await context.changes(request).recordExport({
    organization,
    actor: actorIn(caller),
    from: clientOf(request).address,
    action: "audit_exported",
    details: {},
  });
  const headers = {
    "content-type": `${JSON_LINES}; charset=utf-8`,
    "content-disposition": 'attachment; filename="audit.jsonl"',
  };
  const readPage = pagesFor(context, request);
  const lines = linesOf(await readPage(null), async (after) => {
    if (await context.guard.stillAdmits(request)) return readPage(after);
    throw new Error("the caller may not read the log any more");
  });
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await lines.return(undefined)),
  });
  return new Response(body, { headers });
}

type ReadPage = (after: AuditQuery["after"]) => Promise<AuditPage>;

function pagesFor(context: RouteContext, request: Request): ReadPage {
  const { organizationId } = context.guard.callerOf(request);
  const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, actor: null, target: null, actions: null };
  const asked = { organizationId, withServer: context.keyring.isAlone(), ...everything, limit: AT_ONCE };
  return (after) => context.queries(request).listAudit({ ...asked, after });
}

/** A page that cannot be read ends the transfer as failed, except for the first, which is answered as any other. */
async function* linesOf(first: AuditPage, readPage: ReadPage): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  let page = first;
  for (;;) {
    yield encoder.encode(page.entries.map(lineOf).join(""));
    if (page.next === null) return undefined;
    // Bun 1.4.5 ends a stream that fails in its first turn as if it were whole
    await Bun.sleep(0);
    page = await readPage(page.next);
  }
}

function lineOf(entry: AuditEntryAnswer): string {
  return `${JSON.stringify(entry)}\n`;
}

// As in documented.ts: Elysia's own type is of OpenAPI 3.0.
type Responses = NonNullable<DocumentDecoration["responses"]>;

const DETAIL = {
  summary: "The whole audit log as JSON Lines, the newest first (admin)",
  tags: ["Administration"],
  responses: {
    "200": {
      description: "An entry in each line",
      content: { [JSON_LINES]: { schema: { type: "string" } } },
    },
    ...usualProblems(),
  } as Responses,
} satisfies DocumentDecoration;
