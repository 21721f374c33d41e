/** Reads the body of an API request: JSON, and never more of it than any such request needs. */
import type { Bytes } from "../vocabulary/units.ts";
import { Refusal } from "./refusal.ts";

/** Many times the longest body that any of the routes takes. */
export const LARGEST_BODY: Bytes = 1024 * 1024;

/** Represents a missing body, whatever the headers say. */
export const NO_BODY = Symbol("no body");

/** Such as application/json; charset=utf-8. */
const JSON_TYPE = /^\s*application\/([\w.-]+\+)?json\s*(;|$)/i;

/**
 * Reads the body and parses it.
 *
 * @returns `NO_BODY` for an empty one
 * @throws a refusal with 413 for a longer one, with 415 for one of another type, with 400 for one that is not JSON
 */
export async function readBoundedBody(request: Request): Promise<unknown> {
  if (Number(request.headers.get("content-length") ?? 0) > LARGEST_BODY) throw tooLarge();
  const text = await readBounded(request);
  if (text === "") return NO_BODY;
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? ""))
    throw new Refusal(415, { detail: "The body must be JSON: send it with Content-Type: application/json." });
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

/** The refusal of a longer body: the rest of it is still on its way, so the connection cannot be used again. */
export function tooLarge(): Refusal {
  return new Refusal(413, {
    detail: `The body is larger than ${LARGEST_BODY} bytes, which no request here needs.`,
    headers: { connection: "close" },
  });
}
