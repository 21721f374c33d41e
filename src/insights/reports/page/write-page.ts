/** A report as one HTML document that needs no other file: to be read, kept and printed. */
import type { ReportDocument } from "../../../../embedded/dashboard/report/document.ts";
import { visible } from "../../../vocabulary/wording/visible.ts";

/** A document, and the Content-Security-Policy that it is sent with. */
export interface WrittenPage {
  text: string;
  policy: string;
}

/** @param dashboard - Where the dashboard is, such as `https://scoring.example.com`. */
export async function writePage(document: ReportDocument, dashboard: string): Promise<WrittenPage> {
  // what draws pages takes some megabytes: only a program that is asked for a page pays for it
  const { renderReport, STYLE } = await import("../../../../embedded/dashboard/report/print/printed.js");
  const shown = withVisible(document) as ReportDocument;
  const policy = policyOf(STYLE);
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${Bun.escapeHTML(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${Bun.escapeHTML(shown.title)} · scoring</title>
<style>${STYLE}</style>
</head>
<body>${renderReport(shown, dashboard)}</body>
</html>
`;
  return { text, policy: `${policy}; frame-ancestors 'none'` };
}

/** Returns a policy that allows no script, no style but the document's own, and nothing from elsewhere. */
function policyOf(style: string): string {
  const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

/** Text in it may come from telemetry: what would change how the rest is read is shown instead. */
function withVisible(value: unknown): unknown {
  if (typeof value === "string") return visible(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => withVisible(part));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withVisible(part)]));
}
