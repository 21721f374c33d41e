/** A request whose body begins and never ends, to see what is decided before it is read. */

/** Returns the first bytes of the response. */
export async function responseBeforeBody(port: number, path: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: { data: (_, received) => resolve(received.toString()) },
  });
  const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`);
  const response = await promise;
  socket.end();
  return response;
}
