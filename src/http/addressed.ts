/** Gives every request a whole address, so that the guard and the router read the same path. */
import { requestIdOf } from "../ingest/request-id.ts";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import { problemResponse } from "./problems.ts";

/**
 * Returns the same request with a url that begins with `http://`, also over TLS, and a host.
 *
 * @param request - A request as Bun hands it over: without a usable Host header its url is a bare path.
 * @throws The answer 400. Only HTTP/1.0 may leave the header out.
 * @see RFC 9112, section 3.2.
 */
export function addressed(request: Request): Result<Request, Response> {
  const host = request.headers.get("host");
  // the router counts letters to the path, and knows only http://; the same request, so that its end is still heard
  if (request.url.startsWith("https://"))
    Object.defineProperty(request, "url", { value: request.url.replace("https", "http") });
  // two Host headers arrive joined by a comma, and Bun takes a host of which nobody can make an address
  if (request.url.startsWith("http://") && host?.includes(",") !== true && URL.canParse(request.url))
    return succeed(request);
  // Bun refuses HTTP/1.1 without the header before it gets here
  if (host === null && request.url.startsWith("/"))
    return succeed(new Request(`http://localhost${request.url}`, request));
  const detail =
    "Send one Host header with the server's name, such as Host: 127.0.0.1:4318, and a path as target.";
  return fail(problemResponse(400, { detail, headers: { "x-request-id": requestIdOf(request) } }));
}
