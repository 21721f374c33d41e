/** The pages as they were packed by the build, read once at start. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { bundlePath } from "../../../embedded/dashboard/asset.ts";

const BASE64 = z.string().transform((text) => Buffer.from(text, "base64"));

const BUNDLE = z.array(z.object({ name: z.string(), type: z.string(), bytes: BASE64, isGzip: z.boolean() }));

/** One file that browsers are sent. */
export interface PageFile {
  /** Its address; `/` is the page that every other page is. */
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether the bytes are under gzip; few clients need them without. */
  isGzip: boolean;
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>scoring</title>
<h1>scoring is running</h1>
<p>The dashboard of this checkout has not been built. Build it, then start the server again:</p>
<pre>scripts/run scripts/build-dashboard.ts</pre>
</html>
`;

/**
 * Reads the pages.
 *
 * @returns One that says how to build them, in a checkout where nobody has.
 */
export async function readBundle(): Promise<readonly PageFile[]> {
  const path = await bundlePath();
  if (path !== null) return BUNDLE.parse(JSON.parse(readFileSync(path, "utf8")));
  return [
    {
      name: "/",
      type: "text/html; charset=utf-8",
      bytes: new TextEncoder().encode(NOT_BUILT),
      isGzip: false,
    },
  ];
}
