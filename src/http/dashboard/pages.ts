/** Answers the dashboard's pages and files, which need no key: what they show is asked for with one. */
import { gunzipSync } from "node:zlib";
import { PAGE_ADDRESSES } from "../../../embedded/dashboard/addresses.ts";
import { matchesPath, refuseMethod } from "../methods.ts";
import { problemResponse } from "../problems.ts";
import type { PageFile } from "./bundle.ts";

/** The dashboard behind the door. */
export interface Pages {
  /** Returns undefined for what the API is to answer. */
  answer(request: Request, path: string): Response | undefined;
}

const ASSETS = "/assets/";

/** Files under a fixed name: the script that connects agents on machines without the executable needs no key, as it
 * holds none. */
const FIXED: ReadonlySet<string> = new Set(["/reference", "/docs", "/connect.mjs"]);

/** The documents, which need no key: nothing in them is about this server. */
const DOCUMENTS = "/docs/";

/** What the addresses of the API begin with; under any other, a browser that opens an address wants a page. */
const API_ROOTS: ReadonlySet<string> = new Set([
  "v1",
  "scoring",
  "health",
  "livez",
  "readyz",
  "metrics",
  "mcp",
  ".well-known",
]);

/** Nothing but the server's own files; no script or style inside a page, so text that slips in stays text. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  // charts are saved as pictures, and Swagger UI has its icons inside its style sheet
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The name of a file changes with what is in it. */
const FOR_EVER = "public, max-age=31536000, immutable";

/** Makes the answers. */
export function createPages(files: readonly PageFile[]): Pages {
  const byName = new Map(files.map((file) => [file.name, file]));
  return {
    answer(request, path) {
      const isPage = PAGE_ADDRESSES.some((address) => matchesPath(address, path));
      const isFixed = hasFixedName(path, byName);
      if (!isPage && !isFixed && !path.startsWith(ASSETS)) return answerLost(request, path, byName.get("/"));
      if (request.method !== "GET" && request.method !== "HEAD") return refuseMethod(["GET", "HEAD"]);
      const file = byName.get(isPage ? "/" : path);
      if (file === undefined)
        return problemResponse(404, { detail: "There is no such file. Load the page again." });
      return send(request, file, isPage || isFixed ? "no-cache" : FOR_EVER);
    },
  };
}

/** Documents are the list of them, each of them, and the files that they link to. */
function hasFixedName(path: string, files: ReadonlyMap<string, PageFile>): boolean {
  return FIXED.has(path) || (path.startsWith(DOCUMENTS) && files.has(path));
}

/** A person who followed a wrong link reads a page that says so, and programs read the API's answer. */
function answerLost(request: Request, path: string, front: PageFile | undefined): Response | undefined {
  const isOpened = request.method === "GET" && request.headers.get("sec-fetch-dest") === "document";
  const [, root = ""] = path.split("/", 2);
  if (!isOpened || front === undefined || API_ROOTS.has(root)) return undefined;
  const { headers, body } = send(request, front, "no-cache");
  return new Response(body, { status: 404, headers });
}

function send(request: Request, { type, bytes, isGzip }: PageFile, cacheControl: string): Response {
  const takesGzip = /\bgzip\b/i.test(request.headers.get("accept-encoding") ?? "");
  return new Response(isGzip && !takesGzip ? gunzipSync(bytes) : bytes, {
    headers: {
      "content-security-policy": POLICY,
      "content-type": type,
      "cache-control": cacheControl,
      ...(isGzip && { vary: "Accept-Encoding" }),
      ...(isGzip && takesGzip && { "content-encoding": "gzip" }),
    },
  });
}
