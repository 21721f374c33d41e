/** A proxy in front of PostgreSQL: it breaks a connection at any statement, or makes the statement fail. */
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A statement on its way to the server. */
export interface SentStatement {
  text: string;
  /** The statement before it on the same connection; empty for the first. */
  before: string;
  /** What the connection calls itself. */
  application: string;
}

/**
 * What happens to a statement: the connection breaks before the server gets it, or when the server has done it and
 * nobody heard the answer; or it fails with a state of PostgreSQL's, which ends the connection where such a state does.
 */
export type StatementFault = "before" | "after" | { state: string };

/** A running proxy. */
export interface PostgresProxy {
  /** The database's address, by way of the proxy. */
  url: string;
  /** Asked about every statement; null lets it through. */
  decide: (statement: SentStatement) => StatementFault | null;
  /** Asked about every new connection; returns the state with which it is refused, or null. */
  refuse: (application: string) => string | null;
  /** Holds back what comes from now on, both ways, as a server that hangs; or lets all through again. */
  stall(isStalled: boolean): void;
  /** How many connections the other side has given up while they were held back. */
  givenUp(): number;
  stop(): Promise<void>;
}

/** Whose connections go through it, and to which database. */
interface ProxiedServer {
  host: string;
  port: number;
  user: string;
  database: string;
}

/** Starts it; connections without TLS only. */
export async function startPostgresProxy(upstream: ProxiedServer): Promise<PostgresProxy> {
  const open = new Set<Session>();
  let stalled = false;
  let givenUp = 0;
  const server = createServer((near) => {
    const session = new Session(near, connect({ host: upstream.host, port: upstream.port }), proxy);
    open.add(session);
    session.stall(stalled);
    near.on("close", () => {
      open.delete(session);
      if (stalled) givenUp += 1;
    });
  });
  const proxy: PostgresProxy = {
    url: "",
    decide: () => null,
    refuse: () => null,
    stall: (isStalled) => {
      stalled = isStalled;
      if (isStalled) givenUp = 0;
      for (const session of open) session.stall(isStalled);
    },
    givenUp: () => givenUp,
    stop: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      for (const session of open) session.end();
      await closed;
    },
  };
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  proxy.url = `postgres://${upstream.user}@127.0.0.1:${port}/${upstream.database}`;
  return proxy;
}

/** States with which the server ends a connection. */
const FATAL = /^(57P0[1-5]|53300|08...)$/;
const [STARTUP_HEAD, HEAD] = [4, 5];

/** One connection. */
class Session {
  private fromNear: Buffer = Buffer.alloc(0);
  private fromFar: Buffer = Buffer.alloc(0);
  /** What was sent since the last complete statement. */
  private unit: Buffer[] = [];
  private text = "";
  private before = "";
  private application: string | null = null;
  private isAnswerLost = false;
  private isStalled = false;
  /** Sent and answered, while nothing is let through. */
  private held: [Buffer[], Buffer[]] = [[], []];

  constructor(
    private readonly near: Socket,
    private readonly far: Socket,
    private readonly proxy: PostgresProxy,
  ) {
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on("error", () => this.end());
      socket.on("close", () => this.end());
    }
    near.on("data", (bytes: Buffer) => (this.isStalled ? void this.held[0].push(bytes) : this.send(bytes)));
    far.on("data", (bytes: Buffer) => (this.isStalled ? void this.held[1].push(bytes) : this.answer(bytes)));
  }

  end(): void {
    this.near.destroy();
    this.far.destroy();
  }

  /** What was held back first comes first. */
  stall(isStalled: boolean): void {
    this.isStalled = isStalled;
    const [near, far] = this.held;
    this.held = [[], []];
    if (isStalled) return;
    for (const bytes of near) this.send(bytes);
    for (const bytes of far) this.answer(bytes);
  }

  private send(bytes: Buffer): void {
    this.fromNear = Buffer.concat([this.fromNear, bytes]);
    if (this.application === null && !this.begin()) return;
    for (let message = this.take(); message !== null; message = this.take()) this.hear(message);
  }

  /** The first message has no letter: it names who connects. */
  private begin(): boolean {
    if (this.fromNear.length < STARTUP_HEAD) return false;
    const length = this.fromNear.readInt32BE(0);
    if (this.fromNear.length < length) return false;
    const startup = this.fromNear.subarray(0, length);
    this.fromNear = this.fromNear.subarray(length);
    const words = startup.toString("utf8", 8).split("\0");
    this.application = words[words.indexOf("application_name") + 1] ?? "";
    const refusal = this.proxy.refuse(this.application);
    if (refusal === null) this.far.write(startup);
    else this.fail(refusal);
    return true;
  }

  private take(): Buffer | null {
    if (this.fromNear.length < HEAD) return null;
    const length = 1 + this.fromNear.readInt32BE(1);
    if (this.fromNear.length < length) return null;
    const message = this.fromNear.subarray(0, length);
    this.fromNear = this.fromNear.subarray(length);
    return message;
  }

  /** A statement is one message Query, or all from Parse to Sync. */
  private hear(message: Buffer): void {
    const letter = String.fromCharCode(message[0] ?? 0);
    this.unit.push(message);
    if (letter === "Q") this.text = textFrom(message, HEAD);
    if (letter === "P") this.text = textFrom(message, message.indexOf(0, HEAD) + 1);
    if (letter !== "Q" && letter !== "S") return;
    const sent = Buffer.concat(this.unit);
    this.unit = [];
    const { text, before, application } = this;
    this.before = text;
    this.pass(sent, this.proxy.decide({ text, before, application: application ?? "" }));
  }

  private pass(sent: Buffer, fault: StatementFault | null): void {
    if (fault === "before") return this.end();
    if (typeof fault === "object" && fault !== null) {
      if (FATAL.test(fault.state)) return this.fail(fault.state);
      this.far.write(failing(fault.state));
      return;
    }
    this.isAnswerLost = fault === "after";
    this.far.write(sent);
  }

  private fail(state: string): void {
    this.near.end(errorOf(state), () => this.end());
  }

  private answer(bytes: Buffer): void {
    if (!this.isAnswerLost) return void this.near.write(bytes);
    this.fromFar = Buffer.concat([this.fromFar, bytes]);
    for (let at = 0; at + HEAD <= this.fromFar.length; at += 1 + this.fromFar.readInt32BE(at + 1))
      if (this.fromFar[at] === "Z".charCodeAt(0)) return this.end();
  }
}

function textFrom(message: Buffer, at: number): string {
  return message.toString("utf8", at, message.indexOf(0, at));
}

/** A statement that fails with the state, within its transaction too. */
function failing(state: string): Buffer {
  return messageOf("Q", `do $$ begin raise exception 'asked for' using errcode = '${state}'; end $$\0`);
}

function errorOf(state: string): Buffer {
  return messageOf("E", `SFATAL\0VFATAL\0C${state}\0Masked for\0\0`);
}

function messageOf(letter: string, body: string): Buffer {
  const message = Buffer.alloc(HEAD + Buffer.byteLength(body));
  message.write(letter, 0);
  message.writeInt32BE(message.length - 1, 1);
  message.write(body, HEAD);
  return message;
}
