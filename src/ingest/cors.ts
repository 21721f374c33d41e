/** Lets pages of other origins send telemetry, when the settings name them. */

/** What the OTLP endpoints add for callers that are pages. */
export interface CrossOrigin {
  /** The answer to a browser's question before the request; null when this is none, or CORS is off. */
  preflight(request: Request, requestId: string): Response | null;
  /** The same response, readable by the page that asked when its origin is allowed. */
  allow(request: Request, response: Response): Response;
}

const ALLOWED_HEADERS = "authorization, content-type, content-encoding, traceparent, tracestate";
const LONGEST_CACHE_SECONDS = 7_200;

/** CORS for the given origins; none turns it off. Takes: `*` among them for any origin. */
export function createCrossOrigin(origins: readonly string[]): CrossOrigin {
  if (origins.length === 0) return { preflight: () => null, allow: (_, response) => response };
  const isAllowed = (origin: string): boolean => origins.includes("*") || origins.includes(origin);
  return {
    preflight: (request, requestId) => {
      const origin = request.headers.get("origin");
      if (request.method !== "OPTIONS" || origin === null) return null;
      const headers = new Headers({ vary: "Origin", "x-request-id": requestId });
      if (isAllowed(origin)) addPreflight(headers, origin);
      return new Response(null, { status: 204, headers });
    },
    allow: (request, response) => {
      const origin = request.headers.get("origin");
      response.headers.append("vary", "Origin");
      if (origin === null || !isAllowed(origin)) return response;
      response.headers.set("access-control-allow-origin", origin);
      response.headers.set("access-control-expose-headers", "retry-after, x-request-id");
      return response;
    },
  };
}

function addPreflight(headers: Headers, origin: string): void {
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-allow-methods", "POST");
  headers.set("access-control-allow-headers", ALLOWED_HEADERS);
  headers.set("access-control-max-age", String(LONGEST_CACHE_SECONDS));
}
