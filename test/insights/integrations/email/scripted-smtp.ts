/** A mail server over real sockets, by a kept library, and its ways to fail. */
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { certificateOf } from "../certificate-of.ts";

/** What it does with the next message. */
export type Manner =
  | { kind: "well" }
  | { kind: "refusing_recipients"; code: number; only?: string }
  | { kind: "refusing_body"; code: number }
  | { kind: "slow_sender" | "cutting_sender" | "slow_body" | "cutting_body" };

/** A message as it arrived. */
export interface HeardMail {
  from: string;
  to: string[];
  isSecure: boolean;
  user: string | null;
  /** Headers and parts, as they were sent. */
  text: string;
}

export interface ScriptedSmtp extends AsyncDisposable {
  port: number;
  heard: HeardMail[];
  behave(manner: Manner): void;
}

/** The only login that it takes. */
export const LOGIN = { user: "scoring", password: "the password of the mail server" };

/** @param tls - `none` offers no STARTTLS. */
export async function startScriptedSmtp(
  tls: "starttls" | "tls" | "none",
  { asksLogin = false }: { asksLogin?: boolean } = {},
): Promise<ScriptedSmtp> {
  const heard: HeardMail[] = [];
  let manner: Manner = { kind: "well" };
  const cut = () => server.connections.forEach((connection) => connection._socket.destroy());
  const server: SMTPServer & { connections: Set<{ _socket: { destroy(): void } }> } = new SMTPServer({
    ...certificateOf("first"),
    secure: tls === "tls",
    authOptional: !asksLogin,
    disabledCommands: [...(tls === "none" ? ["STARTTLS"] : []), ...(asksLogin ? [] : ["AUTH"])],
    closeTimeout: 1,
    onAuth: ({ username, password }, _session, answer) =>
      username === LOGIN.user && password === LOGIN.password
        ? answer(null, { user: username })
        : answer(new Error("wrong")),
    onMailFrom: (_address, _session, answer) => {
      if (manner.kind === "cutting_sender") cut();
      else if (manner.kind !== "slow_sender") answer();
    },
    onRcptTo: ({ address }, _session, answer) => {
      const isRefused =
        manner.kind === "refusing_recipients" && (manner.only === undefined || manner.only === address);
      answer(isRefused ? refusal(manner) : null);
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => void chunks.push(chunk));
      stream.on("end", () => {
        heard.push(mailOf(session, Buffer.concat(chunks)));
        if (manner.kind === "cutting_body") cut();
        else if (manner.kind !== "slow_body")
          answer(manner.kind === "refusing_body" ? refusal(manner) : null);
      });
    },
  }) as never;
  // who breaks off, or does not trust the certificate, is an error to the library
  server.on("error", () => {});
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    heard,
    behave: (next) => void (manner = next),
    [Symbol.asyncDispose]: () => {
      cut();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function refusal(manner: Manner): Error {
  const responseCode = "code" in manner ? manner.code : 550;
  return Object.assign(new Error("a word of the mail server"), { responseCode });
}

function mailOf({ envelope, secure, user }: SMTPServerSession, bytes: Buffer): HeardMail {
  return {
    from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
    to: envelope.rcptTo.map(({ address }) => address),
    isSecure: secure,
    user: user === undefined ? null : String(user),
    text: bytes.toString("utf8"),
  };
}
