/** A proxy for any protocol over TCP that cuts, stalls or refuses connections when a test asks for it. */
import { createServer, connect, type AddressInfo, type Socket } from "node:net";

/** Where the connections go. */
export interface Upstream {
  host?: string;
  port: number;
}

/** A running proxy. Faults last until `heal`, except cuts, which happen once. */
export interface TcpProxy {
  port: number;
  /** How many connections are open through it. */
  open(): number;
  /** Breaks all connections that are open. New ones are let through. */
  cut(): void;
  /** Breaks the connection over which so many more bytes have gone, counted over all of them and both ways. */
  cutAfter(bytes: number): void;
  /** Holds back what is sent, both ways, as a network that loses everything: nobody is refused and nobody is answered. */
  stall(): void;
  /** Breaks all connections, and nobody listens any more. */
  refuse(): Promise<void>;
  /** Lets everything through again, what was held back first. */
  heal(): Promise<void>;
  stop(): Promise<void>;
}

interface Pair {
  near: Socket;
  far: Socket;
}

/** Bytes or an end that have not been let through. */
interface Held {
  to: Socket;
  pair: Pair;
  bytes: Buffer | "end";
}

/**
 * Starts it.
 *
 * @param address - Where it listens: loopback, or an address that a separate network reaches.
 */
export async function startTcpProxy(upstream: Upstream, address = "127.0.0.1"): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let isStalled = false;
  let held: Held[] = [];
  let bytesLeft = Number.POSITIVE_INFINITY;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: upstream.host ?? "127.0.0.1", port: upstream.port, allowHalfOpen: true });
    const pair = { near, far };
    pairs.add(pair);
    for (const [socket, to] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.setNoDelay(true);
      socket.on("data", (bytes: Buffer) => pass({ to, pair, bytes }));
      socket.on("end", () => pass({ to, pair, bytes: "end" }));
      socket.on("error", () => breakOff(pair));
      socket.on("close", () => breakOff(pair));
    }
  });

  function pass({ to, pair, bytes }: Held): void {
    if (!pairs.has(pair)) return;
    if (isStalled) return void held.push({ to, pair, bytes });
    if (bytes === "end") return void to.end();
    const passed = bytes.subarray(0, bytesLeft);
    bytesLeft -= passed.byteLength;
    const from = to === pair.near ? pair.far : pair.near;
    if (!to.write(passed)) {
      from.pause();
      to.once("drain", () => from.resume());
    }
    if (bytesLeft > 0) return;
    bytesLeft = Number.POSITIVE_INFINITY;
    to.end(() => breakOff(pair));
  }

  function breakOff(pair: Pair): void {
    pairs.delete(pair);
    pair.near.destroy();
    pair.far.destroy();
  }

  const cut = () => {
    for (const pair of pairs) breakOff(pair);
  };
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, address, () => {
        server.off("error", reject);
        resolve();
      });
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = () => {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    cut();
    return closed;
  };
  return {
    port,
    open: () => pairs.size,
    cut,
    cutAfter: (bytes) => {
      bytesLeft = bytes;
    },
    stall: () => {
      isStalled = true;
    },
    refuse: async () => {
      if (server.listening) await close();
    },
    heal: async () => {
      isStalled = false;
      bytesLeft = Number.POSITIVE_INFINITY;
      const before = held;
      held = [];
      for (const each of before) pass(each);
      if (!server.listening) await listen(port);
    },
    stop: async () => {
      if (server.listening) await close();
    },
  };
}
