/** A refusal as a page, for a browser that came from the chat tool and would show JSON to a person. */
import type { Refusal } from "../../refusal.ts";

/** The one style that the page may have; the policy names it by its hash. */
const STYLE = [
  ":root{color-scheme:light dark}",
  "body{margin:0;min-height:100vh;display:grid;place-items:center;font:15px/1.5 system-ui,sans-serif}",
  "main{max-width:34rem;padding:2rem}",
  "h1{font-size:1.25rem;font-weight:600;margin:0}",
].join("");

const STYLE_HASH = new Bun.CryptoHasher("sha256").update(STYLE).digest("base64");

const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** No script, nothing from elsewhere, and nothing that came with the request. */
export function refusalPage({ status, parts: { detail } }: Refusal): Response {
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Slack was not connected</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Slack was not connected</h1>
<p>${Bun.escapeHTML(detail)}</p>
<p><a href="/settings/chat">Back to the settings</a></p>
</main>
</body>
</html>
`;
  return new Response(page, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
    },
  });
}
