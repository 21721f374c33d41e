/** A server before the program, which can first say that it is not there. */

/** A running relay. */
export interface Relay {
  /** `<url>/now/<run>` passes requests on; `<url>/once/<run>` answers the first of each signal with 503. */
  url: string;
  stop(): Promise<void>;
}

/** @param target - Where the program listens. */
export function startRelay(target: string): Relay {
  const seen = new Set<string>();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const [, how, , ...rest] = pathname.split("/");
      if (how === "once" && !seen.has(pathname)) {
        seen.add(pathname);
        return Response.json({}, { status: 503, headers: { "retry-after": "1" } });
      }
      const { method, headers } = request;
      return fetch(`${target}/${rest.join("/")}`, { method, headers, body: await request.bytes() });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}
