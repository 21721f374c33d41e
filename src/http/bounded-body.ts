/** Reads the body of an API request: JSON, and never more of it than any such request needs. */
import type { Bytes } from "../vocabulary/units.ts";
import { Refusal } from "./refusal.ts";

/** Many times the longest body that any of the routes takes. */
const LARGEST_BODY: Bytes = 1024 * 1024;

/**
 * The body, parsed where it is JSON; the text of any other.
 *
 * Fails: a refusal with 413 for a longer one, with 400 for one that is not JSON.
 */
export async function readBoundedBody(request: Request): Promise<unknown> {
  if (Number(request.headers.get("content-length") ?? 0) > LARGEST_BODY) throw tooLarge();
  const text = await readBounded(request);
  if (!/^application\/(\w+\+)?json\b/i.test(request.headers.get("content-type") ?? "")) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, { detail: "The body is not JSON." });
  }
}

async function readBounded(request: Request): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of request.body ?? []) {
    length += piece.byteLength;
    if (length > LARGEST_BODY) throw tooLarge();
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces, length));
}

/** The rest of the body is still on its way, so the connection cannot be used again. */
function tooLarge(): Refusal {
  return new Refusal(413, {
    detail: `The body is larger than ${LARGEST_BODY} bytes, which no request here needs.`,
    headers: { connection: "close" },
  });
}
