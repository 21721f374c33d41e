/** Requests over a bare socket: those that no client would write, and several on one connection. */

/**
 * Sends the pieces one after another; `half` then stops sending.
 *
 * @returns All that came back until the server closed.
 */
export function rawAnswer(
  port: number,
  pieces: readonly (string | Uint8Array)[],
  ending: "half" | "open" = "open",
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let answer = "";
  void Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open(socket) {
        for (const piece of pieces) socket.write(piece);
        socket.flush();
        if (ending === "half") socket.shutdown();
      },
      data(_, received) {
        answer += received.toString();
      },
      close: () => resolve(answer),
      error: (_, error) => reject(error),
    },
  }).catch(reject);
  return promise;
}

/** Sends each request when the one before it was answered, all on one connection that the last one closes. */
export function answersInTurn(port: number, requests: readonly string[]): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  const answers: string[] = [];
  void Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: (socket) => void socket.write(requests[0] ?? ""),
      data(socket, received) {
        answers.push(received.toString());
        socket.write(requests[answers.length] ?? "");
      },
      close: () => resolve(answers),
      error: (_, error) => reject(error),
    },
  }).catch(reject);
  return promise;
}
