/** The page at `/` until there is a dashboard: what this is, and the next command. */
import { build } from "../../vocabulary/build.ts";

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>scoring</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 12vh auto; padding: 0 1.5rem }
  code { font-family: ui-monospace, monospace }
  pre { padding: 0.75rem 1rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); overflow: auto }
</style>
<h1>scoring is running</h1>
<p>Version ${build.version}. Give each developer a key of their own: what is sent with it counts as that developer's
work. This makes one, and prints the settings of an agent with it:</p>
<pre><code>scoring connect claude-code --developer ada@example.com</code></pre>
<p>The member key of the first start belongs to the developer who started the server. Do not share it.</p>
<p>See the scores:</p>
<pre><code>scoring scores</code></pre>
<p>The API is described at <code>/v1/openapi.json</code>, for which any key will do.</p>
</html>
`;

/** The page as a response. */
export function frontPage(): Response {
  return new Response(PAGE, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
