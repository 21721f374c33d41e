/** `/v1/integrations/slack/install` and `…/callback`: to Slack's own page, where people allow the app, and back. */
import { type DocumentDecoration, Elysia } from "elysia";
import { z } from "zod";
import { mintToken } from "../../../identity/sign-ins/sign-in.ts";
import { explainChatProblem, isPassing } from "../../../insights/integrations/chat-problem.ts";
import { actorOf, type Caller } from "../../../identity/caller.ts";
import { problem, usualProblems } from "../../openapi/refusals.ts";
import { Refusal } from "../../refusal.ts";
import type { RouteContext } from "../../route-context.ts";
import { browserCookie, readBrowser } from "./browser-cookie.ts";
import { CALLBACK_PATH, type InstallSettings, installWay } from "./install-way.ts";
import { refusalPage } from "./refusal-page.ts";
import { createPendingInstalls, type InstallBeginner, type PendingInstalls } from "./pending-installs.ts";

const PATH = "/v1/integrations/slack/install";
const TAG = "Slack";

/** Where the dashboard shows how Slack is connected. */
const PAGE = "/settings/chat";

type Parts = RouteContext & { settings: InstallSettings; pending: PendingInstalls };

const BROUGHT_BACK = z.object({
  state: z.string().optional().describe("As it was sent to Slack."),
  code: z.string().optional().describe("What Slack gives a token for."),
  error: z.string().optional().describe("Why Slack gives no code, such as access_denied."),
});

/** Mounts the routes. */
export function installRoutes(context: RouteContext, settings: InstallSettings) {
  const parts = { ...context, settings, pending: createPendingInstalls(context.clock) };
  return new Elysia()
    .get(PATH, ({ request }) => begin(parts, request), {
      detail: INSTALL_DETAIL,
    })
    .get(CALLBACK_PATH, ({ request, query }) => finish(parts, request, query), {
      query: BROUGHT_BACK,
      detail: CALLBACK_DETAIL,
    });
}

/**
 * Returns 302 to Slack. A signed-in browser is remembered by a cookie; a plain key may come back from any.
 */
function begin({ guard, settings, pending }: Parts, request: Request): Response {
  const way = installWay(settings);
  if (!way.ok) throw new Refusal(503, { detail: way.problem });
  const caller = guard.callerOf(request);
  const browser = request.headers.has("authorization") ? null : mintToken();
  const state = pending.begin({ organizationId: caller.organizationId, actorId: actorOf(caller) }, browser);
  const headers = new Headers({ location: way.value.authorizeAddress(state) });
  if (browser !== null) headers.set("set-cookie", browserCookie(browser, way.value.redirectUrl));
  return new Response(null, { status: 302, headers });
}

/** What the browser brought back, or why it is refused. */
async function finish(
  parts: Parts,
  request: Request,
  brought: z.infer<typeof BROUGHT_BACK>,
): Promise<Response> {
  try {
    await connect(parts, request, brought);
  } catch (error) {
    if (error instanceof Refusal && wantsPage(request)) return refusalPage(error);
    throw error;
  }
  return wantsPage(request)
    ? new Response(null, { status: 303, headers: { location: PAGE } })
    : Response.json({ connected: true });
}

function wantsPage(request: Request): boolean {
  return /\btext\/html\b/i.test(request.headers.get("accept") ?? "");
}

async function connect(
  parts: Parts,
  request: Request,
  { state, code, error }: z.infer<typeof BROUGHT_BACK>,
): Promise<void> {
  const beginner = parts.pending.end(state ?? "", readBrowser(request, parts.settings.publicUrl));
  if (beginner === null) throw new Refusal(400, { detail: UNKNOWN_STATE });
  const caller = stillAdmin(parts, beginner);
  if (error !== undefined || code === undefined)
    throw new Refusal(400, { detail: error === "access_denied" ? NOT_ALLOWED : NO_CODE });
  const way = installWay(parts.settings);
  if (!way.ok) throw new Refusal(503, { detail: way.problem });
  const { redirectUrl } = way.value;
  const connected = await parts.changes(request, caller).connectChat({ ...beginner, code, redirectUrl });
  if (!connected.ok)
    throw new Refusal(isPassing(connected.problem) ? 503 : 400, {
      detail: `Slack was not connected. ${explainChatProblem(connected.problem)}`,
    });
}

/** Ten minutes are long enough to take a key back. */
function stillAdmin({ keyring }: Parts, { actorId, organizationId }: InstallBeginner): Caller {
  const judged = keyring.judgeId(actorId);
  if (judged.ok && judged.value.scopes.includes("admin") && judged.value.organizationId === organizationId)
    return judged.value;
  throw new Refusal(403, {
    detail: "Who started to connect Slack is no admin any more. Start again as another.",
  });
}

const UNKNOWN_STATE =
  "This way back is not known here, was used before, is older than ten minutes, " +
  "or was begun in another browser. Open the page Settings, Messages at the server's public address and connect again.";
const NOT_ALLOWED = "The app was not allowed in Slack, so Slack was not connected. Nothing was changed.";
const NO_CODE = "Slack sent no code, so it was not connected. Connect again.";

// As in documented.ts: Elysia's own type is of OpenAPI 3.0.
type Responses = NonNullable<DocumentDecoration["responses"]>;

const INSTALL_DETAIL = {
  summary: "Sends a browser to Slack, to allow the app there (admin)",
  tags: [TAG],
  responses: {
    "302": { description: "To Slack's page, with a state that holds once and for ten minutes" },
    ...usualProblems(),
    "503": problem("No Slack app is set, or the server runs with offline"),
  } as Responses,
} satisfies DocumentDecoration;

const CALLBACK_DETAIL = {
  summary: "Where Slack sends the browser back to; the state identifies the key",
  tags: [TAG],
  security: [],
  responses: {
    "200": {
      description: "Connected",
      content: {
        "application/json": {
          schema: { type: "object", properties: { connected: { const: true } }, required: ["connected"] },
        },
      },
    },
    "303": { description: "Connected; a browser goes on to the settings" },
    ...usualProblems(),
    "400": problem("A state that is missing, unknown, used, too old or another browser's; or Slack refused"),
    "403": problem("The key that began it is not in force any more"),
    "503": problem("Slack does not answer, or the engine is being started again"),
  } as Responses,
} satisfies DocumentDecoration;
