/** A stand-in for Slack that speaks its real protocol over HTTP, with its errors. */

/** How it answers what it is asked next: as Slack does when all is well, or in one of Slack's ways to fail. */
export type Manner =
  | { kind: "well" }
  /** `{ ok: false, error }` of the Web API; plain text of a webhook, with the status that belongs to it. */
  | { kind: "refusing"; word: string; status?: number }
  | { kind: "rate_limiting"; seconds: number }
  | { kind: "failing"; status: number }
  /** A proxy's page in the place of an answer. */
  | { kind: "page" }
  | { kind: "redirecting"; to: string }
  | { kind: "slow" }
  | { kind: "cut" }
  | { kind: "endless" };

/** A request as it arrived. */
export interface Heard {
  /** Such as chat.postMessage; "webhook" for one. */
  method: string;
  authorization: string | null;
  /** Fields of a form, or the JSON. */
  body: Record<string, unknown>;
}

/** What it knows: one workspace, its channels, and one code that was given out. */
export interface Workspace {
  clientId: string;
  clientSecret: string;
  code: string;
  redirectUrl: string;
  token: string;
  teamId: string;
  channels: { id: string; name: string; is_member: boolean; is_archived: boolean }[];
  webhookPath: string;
  /** Whether tokens end after half a day, which an app's owner can switch on. */
  rotates: boolean;
  /** Whether people allow the app on Slack's page. */
  isAllowed: boolean;
}

export interface ScriptedSlack extends AsyncDisposable {
  url: string;
  workspace: Workspace;
  heard: Heard[];
  /** For everything that is asked from now on. */
  behave(manner: Manner): void;
}

/** Secrets that no log, answer or file may ever hold in the clear. */
export const SECRETS = {
  token: "xoxb-17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy",
  clientSecret: "f25b5ceaf8a3c2a2c4f52bb4f0b0499e",
  webhook: "https://hooks.slack.com/services/T00000000/B00000000/QhvKwXmJpLr6ZbN4sT2yVc8d",
} as const;

/**
 * Starts it on a free port.
 *
 * @remarks Takes an address of this machine, for a browser another site than the server's.
 */
export function startScriptedSlack(changes: Partial<Workspace> = {}, hostname = "127.0.0.1"): ScriptedSlack {
  const workspace: Workspace = {
    clientId: "4336676.569200954261",
    clientSecret: SECRETS.clientSecret,
    code: "1234567890.code",
    redirectUrl: "http://127.0.0.1/v1/integrations/slack/callback",
    token: SECRETS.token,
    teamId: "T9TK3CUKW",
    channels: [
      { id: "C0GENERAL", name: "general", is_member: true, is_archived: false },
      { id: "C0REPORTS", name: "reports", is_member: true, is_archived: false },
      { id: "C0QUIET", name: "quiet", is_member: false, is_archived: false },
      { id: "C0OLD", name: "old", is_member: true, is_archived: true },
    ],
    webhookPath: new URL(SECRETS.webhook).pathname,
    rotates: false,
    isAllowed: true,
    ...changes,
  };
  const heard: Heard[] = [];
  let manner: Manner = { kind: "well" };
  const server = Bun.serve({
    hostname,
    port: 0,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === "/oauth/v2/authorize") return allow(searchParams, workspace);
      const asked = await hear(request, workspace);
      heard.push(asked);
      return answer(asked, manner, workspace);
    },
  });
  return {
    url: `http://${hostname}:${server.port}`,
    workspace,
    heard,
    behave: (next) => void (manner = next),
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** The page on which people allow the app: here everybody does, or nobody. */
function allow(asked: URLSearchParams, { code, isAllowed }: Workspace): Response {
  const back = new URL(asked.get("redirect_uri") ?? "");
  back.searchParams.set("state", asked.get("state") ?? "");
  back.searchParams.set(isAllowed ? "code" : "error", isAllowed ? code : "access_denied");
  return Response.redirect(back.href, 302);
}

async function hear(request: Request, { webhookPath }: Workspace): Promise<Heard> {
  const { pathname } = new URL(request.url);
  const text = await request.text();
  const isJson = request.headers.get("content-type")?.startsWith("application/json") === true;
  return {
    method: pathname === webhookPath ? "webhook" : pathname.replace(/^\/api\//, ""),
    authorization: request.headers.get("authorization"),
    body: isJson ? (JSON.parse(text) as Heard["body"]) : Object.fromEntries(new URLSearchParams(text)),
  };
}

function answer(asked: Heard, manner: Manner, workspace: Workspace): Response | Promise<Response> {
  switch (manner.kind) {
    case "well":
      return performAsked(asked, workspace);
    case "refusing":
      return refuseWith(asked, manner);
    case "rate_limiting":
      return Response.json(
        { ok: false, error: "ratelimited" },
        { status: 429, headers: { "retry-after": String(manner.seconds) } },
      );
    case "failing":
      return new Response("upstream connect error", { status: manner.status });
    case "page":
      return new Response("<html><body>Sign in to the guest network</body></html>", {
        headers: { "content-type": "text/html" },
      });
    case "redirecting":
      return new Response(null, { status: 307, headers: { location: manner.to } });
    case "slow":
      return new Promise(() => {});
    case "cut":
      return new Response(cutBody());
    case "endless":
      return new Response(endlessBody());
  }
}

function performAsked(asked: Heard, workspace: Workspace): Response {
  return asked.method === "webhook" ? new Response("ok") : Response.json(perform(asked, workspace));
}

function refuseWith(
  { method }: Heard,
  { word, status = 404 }: Extract<Manner, { kind: "refusing" }>,
): Response {
  return method === "webhook" ? new Response(word, { status }) : Response.json({ ok: false, error: word });
}

function cutBody(): ReadableStream {
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('{"ok":tr'));
      controller.error();
    },
  });
}

function endlessBody(): ReadableStream {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(2 ** 20)) });
}

/** What Slack does with what it is asked rightly or wrongly. */
function perform(asked: Heard, workspace: Workspace): object {
  if (asked.method === "oauth.v2.access") return exchange(asked, workspace);
  if (asked.authorization !== `Bearer ${workspace.token}`) return refuse("invalid_auth");
  switch (asked.method) {
    case "auth.revoke":
      return { ok: true, revoked: true };
    case "conversations.list":
      return listChannels(asked, workspace);
    case "chat.postMessage":
      return post(asked, workspace);
    default:
      return refuse("unknown_method");
  }
}

function exchange({ authorization, body }: Heard, workspace: Workspace): object {
  const [id, secret] = Buffer.from(authorization?.replace("Basic ", "") ?? "", "base64")
    .toString()
    .split(":");
  if (id !== workspace.clientId) return refuse("invalid_client_id");
  if (secret !== workspace.clientSecret) return refuse("bad_client_secret");
  if (body["code"] !== workspace.code) return refuse("invalid_code");
  if (body["redirect_uri"] !== workspace.redirectUrl) return refuse("bad_redirect_uri");
  return {
    ok: true,
    app_id: "A0KRD7HC3",
    authed_user: { id: "U1234" },
    scope: "chat:write,channels:read",
    token_type: "bot",
    access_token: workspace.token,
    bot_user_id: "U0KRQLJ9H",
    team: { id: workspace.teamId, name: "Slack Softball Team" },
    enterprise: null,
    is_enterprise_install: false,
    ...(workspace.rotates && { expires_in: 43_200, refresh_token: "xoxe-1-rotated" }),
  };
}

/** Two at once, whatever is asked: Slack may always send fewer. */
function listChannels({ body }: Heard, { channels }: Workspace): object {
  const used = body["exclude_archived"] === "true" ? channels.filter((one) => !one.is_archived) : channels;
  const begin = body["cursor"] === undefined ? 0 : Number(atob(String(body["cursor"])));
  if (!Number.isInteger(begin)) return refuse("invalid_cursor");
  const next = begin + 2 < used.length ? btoa(String(begin + 2)) : "";
  return {
    ok: true,
    channels: used.slice(begin, begin + 2),
    response_metadata: { next_cursor: next },
  };
}

function post({ body }: Heard, { channels }: Workspace): object {
  const channel = channels.find(({ id }) => id === body["channel"]);
  if (channel === undefined) return refuse("channel_not_found");
  if (channel.is_archived) return refuse("is_archived");
  if (!channel.is_member) return refuse("not_in_channel");
  if (!areBlocks(body["blocks"])) return refuse("invalid_blocks");
  return { ok: true, channel: channel.id, ts: "1503435956.000247" };
}

/** Slack's limits, for the blocks that are used. */
function areBlocks(blocks: unknown): boolean {
  if (!Array.isArray(blocks) || blocks.length === 0 || blocks.length > 50) return false;
  return (blocks as { type: string; text: { text: string } }[]).every(({ type, text: { text } }) => {
    const most = type === "header" ? 150 : 3_000;
    return text.length > 0 && text.length <= most;
  });
}

function refuse(error: string): object {
  return { ok: false, error };
}
