/** From bytes to JSON, forgiving what RFC 8259 lets a reader forgive. */
import { fail, succeed } from "../vocabulary/result.ts";
import type { Result } from "../vocabulary/result.ts";

/** Strips one leading byte order mark and writes U+FFFD for bytes that are no UTF-8. */
const decoder = new TextDecoder();

/**
 * Parses a body.
 *
 * Fails: with a sentence that repeats nothing of the body.
 */
export function parseBody(body: Uint8Array): Result<unknown, string> {
  try {
    return succeed(JSON.parse(decoder.decode(body)));
  } catch (cause) {
    if (cause instanceof SyntaxError)
      return fail(body.byteLength === 0 ? "the body is empty" : "the body is no JSON");
    throw new Error("parsing an OTLP body", { cause });
  }
}
