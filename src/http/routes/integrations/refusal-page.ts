/** A refusal as a page, for a browser that came from the chat tool and would show JSON to a person. */
import { STATUS_CODES } from "node:http";
import type { Refusal } from "../../refusal.ts";

/** No script, no style and nothing that came with the request. */
export function refusalPage({ status, parts: { detail } }: Refusal): Response {
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Slack was not connected</title></head>
<body><main><h1>${STATUS_CODES[status] ?? "Slack was not connected"}</h1>
<p>${Bun.escapeHTML(detail)}</p>
<p><a href="/settings/chat">Back to the settings</a></p></main></body>
</html>
`;
  return new Response(page, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  });
}
