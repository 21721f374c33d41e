/** Lets pages of the listed origins, or of any with `*`, call the API; without a list it does nothing. */

const HEADERS_ALLOWED =
  "authorization, content-type, content-encoding, traceparent, tracestate, last-event-id";
const METHODS_ALLOWED = "GET, POST, PUT, PATCH, DELETE";
const HEADERS_EXPOSED = "x-request-id, retry-after";

/** Answers the browser's questions about origins. */
export interface Cors {
  /** Returns the answer to a preflight of a listed origin, else undefined. */
  preflight(request: Request): Response | undefined;
  /** Marks a response as readable for the request's origin, when it is listed. */
  mark(request: Request, response: Response): void;
}

/** @see Fetch standard, section 3.3, CORS protocol. */
export function createCors(origins: readonly string[]): Cors {
  const listed = new Set(origins);

  function originOf(request: Request): string | null {
    const origin = request.headers.get("origin");
    return origin !== null && (listed.has(origin) || listed.has("*")) ? origin : null;
  }

  return {
    preflight(request) {
      const asks = request.method === "OPTIONS" && request.headers.has("access-control-request-method");
      if (!asks || originOf(request) === null) return undefined;
      return new Response(null, {
        status: 204,
        headers: {
          "access-control-allow-methods": METHODS_ALLOWED,
          "access-control-allow-headers": HEADERS_ALLOWED,
          "access-control-max-age": "600",
        },
      });
    },
    mark(request, response) {
      if (listed.size === 0) return;
      response.headers.append("vary", "Origin");
      const origin = originOf(request);
      if (origin === null) return;
      response.headers.set("access-control-allow-origin", origin);
      response.headers.set("access-control-expose-headers", HEADERS_EXPOSED);
    },
  };
}
