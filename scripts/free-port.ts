/** A port of loopback that nobody listens on, for programs that cannot choose one themselves. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => {} } });
  listener.stop(true);
  return listener.port;
}
