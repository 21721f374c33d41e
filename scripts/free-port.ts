/** A port of loopback that nobody listens on, for programs that cannot choose one themselves. */

// below the ports that systems give to outgoing connections and to programs that ask for any: nobody gets it meanwhile
const LOWEST = 10_000;
const HIGHEST = 32_000;

/** Returns a port that this user may listen on, also without root. */
export function freePort(): number {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    try {
      Bun.listen({ hostname: "127.0.0.1", port, socket: { data: () => {} } }).stop(true);
      return port;
    } catch {} // somebody listens there
  }
}
