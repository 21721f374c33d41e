/** From bytes to JSON, forgiving what RFC 8259 lets a reader forgive. */
import { fail, succeed } from "../../vocabulary/result.ts";
import type { Result } from "../../vocabulary/result.ts";

/**
 * Parses a body.
 *
 * @throws With a sentence that repeats nothing of the body.
 */
export function parseBody(body: string): Result<unknown, string> {
  try {
    return succeed(JSON.parse(body));
  } catch (cause) {
    if (cause instanceof SyntaxError) return fail(body === "" ? "the body is empty" : "the body is not JSON");
    throw new Error("parsing an OTLP body", { cause });
  }
}
